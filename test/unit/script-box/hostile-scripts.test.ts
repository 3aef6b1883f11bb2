import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptInput, ScriptOutput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { readOutput } from '../../../packages/node/src/script-box/read-output';
import { loadScriptBox } from '../../script-engine';

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

const json = { status: 200, statusText: 'OK', httpVersion: '1.1', duration: 1, headers: [['Content-Type', 'a/json']] };
function run(code: string, body = '{"a":1}', headers: readonly (readonly [string, string])[] = []) {
  const empty = { values: {}, kept: {}, own: {}, withheld: [], name: 'a', method: 'GET', now: 1, seed: 7 };
  const request = { url: 'http://h', headers: [] };
  const response = { ...json, body, headers: [...json.headers, ...headers] } as ScriptInput['response'];
  return box.run({ ...empty, phase: 'response', language: 'handler', code, request, ...(response && { response }) });
}
const logOf = ({ log }: ScriptOutput) => log.map(({ text }) => text);
const broken = 'The script has changed what makes its results.';

describe('what a script cannot do', () => {
  it.each([
    ['JSON.stringify = () => "null"', broken],
    ['JSON.stringify = () => 5', broken],
    ['JSON.stringify = () => ({ length: 4 })', broken],
    ['JSON.stringify = () => \'{"changes":5,"tests":[],"log":[]}\'', broken],
    ['JSON.stringify = () => \'{"changes":[],"tests":[null],"log":[]}\'', broken],
    ['JSON.stringify = () => \'{"changes":[],"tests":[],"log":[{"text":{}}]}\'', broken],
    [
      'JSON.stringify = () => \'{"changes":[{"kind":"set","name":"a","json":"{","text":""}],"tests":[],"log":[]}\'',
      broken,
    ],
    ['const e = new Error(); e.message = { a: 1 }; throw e', '[object Object]'],
    ['throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })', 'The script has failed.'],
    [
      'const e = new Error("x"); Object.defineProperty(e, "message", { get() { throw 5 } }); throw e',
      'The script has failed.',
    ],
    ['const e = new Error("x"); e.stack = { toString() { throw 1 } }; throw e', 'The script has failed.'],
    ['throw { toString() { throw 1 }, toJSON() { throw 2 } }', '[object]'],
    ['throw null', 'null'],
    ['throw Symbol("s")', 'Symbol(s)'],
    ['throw 10n', '10'],
    ['await Promise.reject(5)', '5'],
    ['const a = {}; a.a = a; client.global.set("p", a)', 'TypeError: circular reference'],
    ['client.global.set("p", 12n)', 'TypeError: Do not know how to serialize a BigInt'],
    ['client.global.set("a", "x".repeat(9e6))', 'A script keeps at most 8000000 characters.'],
    [
      'client.assert(false, "the request was interrupted: out of memory")',
      'the request was interrupted: out of memory',
    ],
  ])('%s', async (code, message) => {
    expect((await run(code)).problem?.message).toBe(message);
    expect(logOf(await run('client.log("alive")'))).toEqual(['alive']);
  });

  it('is to change what others find, or to break what comes out', async () => {
    const code = [
      'Object.defineProperty(Object.prototype, "wanted", { get() { return "secret" }, set() {} });',
      'Object.prototype.problem = { message: 5 };',
      'Array.prototype.map = () => ["x"];',
      'client.log("a");',
    ].join('\n');
    const { wanted, problem } = await run(code);
    expect([wanted, problem]).toEqual([undefined, undefined]);
    expect(logOf(await run('client.log(typeof {}.problem, [1].map((n) => n + 1))'))).toEqual(['undefined [2]']);
  });

  it('is to end the engine for the next one', async () => {
    const code =
      'client.log("a"); for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} }';
    const { log, problem } = await run(code);
    expect(problem?.message ?? log[0]?.text).toBe('a');
    expect(logOf(await run('client.log("alive")'))).toEqual(['alive']);
  });

  it('is to read a test that throws what cannot be read as passed', async () => {
    const code = [
      'client.test("a", () => { throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } }) });',
      'client.test("b", () => { const e = new Error(); e.message = {}; throw e });',
      'client.test("c", async () => { throw null });',
      'client.test(Symbol("d"), () => { throw { get message() { throw 1 }, get stack() { throw 2 } } });',
    ].join('\n');
    const { tests, problem } = await run(code);
    expect([problem, tests.map(({ name, passed }) => [name, passed])]).toEqual([
      undefined,
      [
        ['a', false],
        ['b', false],
        ['Symbol(d)', false],
        ['c', false],
      ],
    ]);
  });

  it('is to leave something for the next one, also after it has filled its memory', async () => {
    const code = [
      'globalThis.left = 1; Object.prototype.left = 2; Array.prototype.push = () => 0; client.global.set("a", 1);',
      'const all = []; for (let i = 0; i < 300; i++) all[i] = new Array(10000).fill(0); Date.now = () => 5; Math.random = () => 1;',
    ].join('\n');
    await run(code);
    const after = await run(
      'client.log(typeof left, ({}).left, [].push(1), client.global.get("a"), Date.now(), Math.random() < 1, new Array(1e5).fill(0).length)',
    );
    expect(logOf(after)).toEqual(['undefined undefined 1 null 1 true 100000']);
  });

  it('is to write a log without an end', async () => {
    const { log } = await run('for (let i = 0; i < 5000; i++) client.log(i)');
    expect([log.length, log[999]?.text, log[1000]?.text]).toEqual([1001, '999', '… (further lines are left out)']);
  });

  it('is to be harmed by a response', async () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(logOf(await run('client.log(typeof response.body)', deep))).toEqual(['string']);
    expect(logOf(await run('client.log(({}).x, Object.keys(response.body))', '{"__proto__":{"x":1}}'))).toEqual([
      'undefined ["__proto__"]',
    ]);
    expect(
      logOf(await run('client.log(response.headers.valueOf("__proto__"), ({}).x)', '', [['__proto__', 'x']])),
    ).toEqual(['x undefined']);
    expect((await run('client.log(1)', 'x'.repeat(50_000_000))).problem?.message).toBe(
      'The response is too long for a script.',
    );
    expect(logOf(await run('client.log(response.body.a.length)', '{"a":"\\u0000\\ud800"}'))).toEqual(['2']);
  });
});

describe('readOutput', () => {
  const empty = { changes: [], tests: [], log: [], pause: 0 };
  it('takes the form of an output alone', () => {
    expect(readOutput(JSON.stringify({ ...empty, more: 1 }))).toEqual(empty);
    expect(readOutput(JSON.stringify({ ...empty, pause: 1e9 }))).toEqual(empty);
    const test = { name: 'a', passed: 1, message: '', place: { line: 'x', column: 1 } };
    expect(readOutput(JSON.stringify({ ...empty, tests: [test] }))?.tests).toEqual([
      { name: 'a', passed: false, message: '' },
    ]);
    for (const wrong of [[], 5, { ...empty, log: 'x' }, { ...empty, wanted: 5 }, { ...empty, problem: { message: 5 } }])
      expect(readOutput(JSON.stringify(wrong))).toBeUndefined();
    expect(readOutput(JSON.stringify({ ...empty, log: Array(2000).fill({ text: '' }) }))).toBeUndefined();
    expect(readOutput('{')).toBeUndefined();
  });
});
