import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptInput, ScriptOutput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';

function inputOf(code: string, given: Partial<ScriptInput> = {}): ScriptInput {
  return {
    ...{
      phase: 'response',
      language: 'handler',
      code,
      now: 1_700_000_000_000,
      seed: 7,
      values: {},
      kept: {},
      own: {},
      withheld: [],
      name: 'login',
      method: 'POST',
    },
    request: {
      ...{ url: 'http://x/login', body: 'sent' },
      headers: [
        ['X-A', 'one'],
        ['Authorization', 'Bearer secret'],
      ],
    },
    response: {
      ...{ status: 200, statusText: 'OK', httpVersion: '1.1', duration: 12 },
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['X-Two', 'a'],
        ['x-two', 'b'],
      ],
      body: '{"token":"t1","user":{"id":7,"name":"Ann"}}',
    },
    ...given,
  };
}

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

const run = (code: string, given?: Partial<ScriptInput>): Promise<ScriptOutput> => box.run(inputOf(code, given));
const block = (code: string, given: Partial<ScriptInput> = {}) => run(code, { language: 'block', ...given });
const { response: _response, ...withoutResponse } = inputOf('');
const before = (code: string, given: Partial<ScriptInput> = {}) =>
  box.run({ ...withoutResponse, phase: 'request', code, ...given });

/** Returns the texts that a script has set, after its problem, if it has one. */
function setBy({ changes, problem }: ScriptOutput): unknown {
  if (problem !== undefined) return problem;
  return Object.fromEntries(changes.map((one) => [one.name, one.kind === 'set' ? one.text : undefined]));
}

/** Returns what an expression is in a script, as JSON. */
const valueOf = async (expression: string, given?: Partial<ScriptInput>) =>
  (setBy(await run(`client.global.set("v", JSON.stringify([${expression}]))`, given)) as { v?: string }).v;

describe('a handler', () => {
  it('keeps values, as they are', async () => {
    const code =
      'client.global.set("t", response.body.token);\nclient.global.set("u", response.body.user);client.global.n = 3;';
    expect(setBy(await run(code))).toEqual({ t: 't1', u: '{"id":7,"name":"Ann"}', n: '3' });
    expect(
      await valueOf('client.global.get("u").name, client.global.get("none"), client.global.isEmpty()', {
        kept: { u: '{"name":"Bo"}' },
      }),
    ).toBe('["Bo",null,false]');
    expect(
      setBy(await run('client.global.clear("u"); client.global.set("v", undefined)', { kept: { u: '1' } })),
    ).toEqual({
      u: undefined,
      v: undefined,
    });
    expect(setBy(await run('client.global.clearAll()', { kept: { u: '1', v: '2' } }))).toEqual({
      u: undefined,
      v: undefined,
    });
  });

  it('reads the response', async () => {
    expect(
      await valueOf(
        'response.status, response.headers.valueOf("X-TWO"), response.headers.valuesOf("x-two"), response.headers.valueOf("none")',
      ),
    ).toBe('[200,"a",["a","b"],null]');
    expect(await valueOf('response.contentType.mimeType, response.contentType.charset, response.body.user.id')).toBe(
      '["application/json","utf-8",7]',
    );
    expect(
      await valueOf('typeof response.body', {
        response: { ...inputOf('').response!, headers: [['Content-Type', 'text/html']] },
      }),
    ).toBe('["string"]');
    expect(await valueOf('jsonPath(response.body, "$.user.name"), jsonPath(response.body, "$.none")')).toBe(
      '["Ann",null]',
    );
  });

  it('reads the request as it was sent, and asks for it where it carries private values', async () => {
    const code = 'client.global.set("b", request.headers.findByName("x-a").value() + request.url() + request.body())';
    expect(setBy(await run(code))).toEqual({ b: 'onehttp://x/loginsent' });
    const { request: _request, ...withoutRequest } = inputOf(code);
    expect((await box.run(withoutRequest)).wanted).toBe('$request');
    expect((await run('client.global.set("a", request.method + response.status)')).wanted).toBeUndefined();
  });

  it('asks for what is kept and private', async () => {
    const withheld = ['key'];
    for (const code of [
      'client.global.get("key")',
      'client.global.key',
      'request.variables.get("key")',
      'try { client.global.get("key") } catch {}',
    ])
      expect([code, (await run(code, { withheld })).wanted]).toEqual([code, 'key']);
    expect((await block('exports.a = exports.key', { withheld })).wanted).toBe('key');
    expect(
      setBy(await run('client.global.set("key", 1); client.global.set("b", client.global.get("key"))', { withheld })),
    ).toEqual({ key: '1', b: '1' });
  });

  it('reads variables before the request, and sets some for it alone', async () => {
    expect((await before('request.variables.set("a", request.environment.get("host"))')).wanted).toBe('host');
    const output = await before(
      'request.variables.set("a", request.environment.get("host") + request.url.tryGetSubstituted())',
      {
        values: { host: 'h', none: null },
        request: { url: 'http://{{host}}/{{none}}', headers: [] },
      },
    );
    expect(output.changes).toEqual([
      {
        kind: 'set',
        name: 'a',
        isOwn: true,
        json: '"hhttp://h/{{none}}"',
        text: 'hhttp://h/{{none}}',
      },
    ]);
  });

  it('has tests, asserts and a log, each with its place', async () => {
    const output = await run(
      'client.test("good", () => {});\nclient.test("bad", function () {\n  client.assert(response.status === 201, "status");\n});\nclient.log("x", { a: 1 }, [2]);\nclient.test("late", async () => { await null; throw new Error("late") });',
    );
    expect(output.tests).toEqual([
      { name: 'good', passed: true, message: '', place: { line: 1, column: 12 } },
      { name: 'bad', passed: false, message: 'status', place: { line: 3, column: 16 }, judgesStatus: true },
      { name: 'late', passed: false, message: 'late', place: { line: 6, column: 62 } },
    ]);
    expect(output.log).toEqual([{ text: 'x {"a":1} [2]', place: { line: 5, column: 11 } }]);
    expect(setBy(await run('client.global.set("a", 1); client.exit(); client.global.set("b", 1)'))).toEqual({ a: '1' });
  });

  it('computes digests as others do', async () => {
    const text = 'ä€𝄞 text';
    for (const name of ['md5', 'sha1', 'sha256', 'sha384', 'sha512']) {
      expect(await valueOf(`crypto.${name}().updateWithText("ä€𝄞 ").updateWithText("text").digest().toHex()`)).toBe(
        `["${createHash(name).update(text).digest('hex')}"]`,
      );
      expect(
        await valueOf(
          `crypto.hmac.${name}().withTextSecret("kéy").updateWithText(${JSON.stringify(text)}).digest().toBase64()`,
        ),
      ).toBe(`["${createHmac(name, 'kéy').update(text).digest('base64')}"]`);
    }
    expect(
      await valueOf(
        'atob(btoa("Ann:secret")), window.btoa("Ann:secret"), crypto.sha1().updateWithBase64("YWI=").digest().toHex()',
      ),
    ).toBe(`["Ann:secret","QW5uOnNlY3JldA==","${createHash('sha1').update('ab').digest('hex')}"]`);
    const node =
      'const { createHash, createHmac } = require("crypto"); exports.a = createHash("sha256").update("x").digest("base64"); exports.b = createHmac("SHA-512", "k").update("x").digest("hex")';
    expect(setBy(await block(node))).toEqual({
      a: createHash('sha256').update('x').digest('base64'),
      b: createHmac('sha512', 'k').update('x').digest('hex'),
    });
  });
});

describe('asserts of Kulala', () => {
  it('compare parts of the response', async () => {
    const code = [
      ['responseHas("status", 200)', 'responseHas("responseCode", 201)'],
      ['headersHas("x-two", "a")', 'headersHas("X-Two", "c")'],
      ['bodyHas("Ann")', 'bodyHas("Bob")'],
      ['jsonHas("user.name", "Ann")', 'jsonHas("user.none.name", "Ann")'],
    ]
      .flat()
      .map((call, index) => `client.test("${index}", () => assert.${call});`);
    const { tests } = await run(code.join('\n'));
    expect(tests.map(({ message }) => message)).toEqual([
      ...['', 'Expected 201 for responseCode, received 200.'],
      ...['', 'Expected c for X-Two, received a.'],
      ...['', 'Expected a body with Bob.'],
      ...['', 'Expected Ann for user.none.name, received undefined.'],
    ]);
    expect((await before('assert.bodyHas("a")')).problem?.message).toBe('There is no response yet.');
  });

  it('go with random bytes', async () => {
    expect(
      await valueOf('/^[0-9a-f]{16}$/.test(crypto.randomBytes(8).toString("hex")), crypto.randomBytes(3).length'),
    ).toBe('[true,3]');
  });
});

describe('a block', () => {
  it('exports values, and reads variables by their names', async () => {
    const code =
      'exports.a = response.parsedBody.user.name + host;\n$global.b = response.statusCode;\nmodule.exports = { c: typeof nothing };\nexports.d = a + exports.a + response.headers["X-TWO"];';
    expect(setBy(await block(code, { values: { host: '!', nothing: null } }))).toEqual({
      a: 'Ann!',
      b: '200',
      c: 'undefined',
      d: 'Ann!Ann!a, b',
    });
    expect((await block('exports.a = host')).wanted).toBe('host');
  });

  it('has tests of its own', async () => {
    const { tests } = await block(
      'test("own", () => { const { equal } = require("assert"); equal(1, 2); }); test.status(200); test.status(404); test.header("x-two", "b"); test.responseBody({}); test.hasResponseBody();',
    );
    expect(tests.map(({ name, passed, message }) => `${name}: ${passed ? 'passed' : message}`)).toEqual([
      'own: Expected 2, received 1.',
      'status == 200: passed',
      'status == 404: Received 200.',
      'header x-two == b: Received a.',
      'body: Received {"token":"t1","user":{"id":7,"name":"Ann"}}.',
      'body exists: passed',
    ]);
  });

  it('keeps what promises are fulfilled with', async () => {
    expect(setBy(await block('exports.a = Promise.resolve("later"); exports.b = (async () => 5)();'))).toEqual({
      a: 'later',
      b: '5',
    });
    expect((await block('exports.a = Promise.reject(new Error("no"))')).problem?.message).toBe('no');
  });

  it('says why it sends nothing', async () => {
    const messageOf = async (code: string) => (await block(code)).problem?.message;
    expect(await messageOf('await $httpyac.execute("json")')).toBe(
      'Scripts send no requests: name the request in `# @ref`, or its file in `# @import`.',
    );
    expect(await messageOf('exports.t = await $getOAuth2Response("password")')).toContain('Scripts reach no network');
  });

  it('waits without a clock', async () => {
    const output = await block(
      'const start = Date.now(); await sleep(1500); exports.passed = Date.now() - start; console.log("done");',
      { now: 5 },
    );
    expect(setBy(output)).toEqual({ passed: '1500' });
    expect([output.pause, output.log[0]?.text]).toEqual([1500, 'done']);
    expect((await block('await sleep(1e9)')).problem?.message).toBe('A script waits at most 60 s.');
  });
});

describe('the box', () => {
  it('holds nothing of the machine', async () => {
    const names = [
      'process',
      'global',
      'Deno',
      'Bun',
      'std',
      'os',
      'scriptArgs',
      'navigator',
      'performance',
      'WebAssembly',
      'SharedArrayBuffer',
      'Worker',
      'XMLHttpRequest',
      'localStorage',
      'Intl',
      'gc',
      'print',
      'load',
      'setInterval',
      'queueMicrotask',
      'box',
      'input',
      'host',
    ];
    expect(await valueOf(names.map((name) => `typeof ${name}`).join())).toBe(
      JSON.stringify(names.map(() => 'undefined')),
    );
    for (const code of [
      'fetch("http://x")',
      'await import("fs")',
      'import fs from "fs"',
      'require("fs")',
      'require("child_process")',
      'setTimeout(() => {}, 1)',
      'xpath("a", "b")',
      'client.global.headers.set("a", "b")',
      'request.skip()',
      'request.url = "http://evil"',
    ])
      expect([code, (await run(code)).problem?.message !== undefined]).toEqual([code, true]);
    expect((await run('require("fs")')).problem?.message).toBe(
      'Scripts cannot load `fs`; they can load assert, crypto, uuid.',
    );
    // The way of functions to the outermost object leads to the box alone.
    expect(
      await valueOf(
        'typeof (function () { return this })().process, typeof (() => {}).constructor("return this")().require',
      ),
    ).toBe('["undefined","undefined"]');
  });

  it('gives the same values for the same seed and time', async () => {
    const code =
      'Math.random(), $random.uuid, $random.integer(1, 1000), $random.alphabetic(5), new Date().toISOString(), Date.now(), new Date(0).getTime(), new Date() instanceof Date, Date.UTC(2020, 1)';
    expect(await valueOf(code)).toBe(await valueOf(code));
    expect(await valueOf(code)).not.toBe(await valueOf(code, { seed: 8 }));
    expect(await valueOf(code)).toContain('"2023-11-14T22:13:20.000Z",1700000000000,0,true,1580515200000]');
  });

  it('ends what does not end, and what takes too much', async () => {
    const small = await loadScriptBox({ memory: 8 * 1024 * 1024, turns: 200 });
    const messageOf = async (code: string) => (await small.run(inputOf(code))).problem?.message;
    expect(await messageOf('while (true) {}')).toBe('The script does not end: it has used up its steps.');
    expect(await messageOf('try { while (true) {} } catch { while (true) {} }')).toBe(
      'The script does not end: it has used up its steps.',
    );
    expect(await messageOf('/^(a+)+$/.test("a".repeat(50) + "b")')).toBe(
      'The script does not end: it has used up its steps.',
    );
    expect(await messageOf('(function f() { f() })()')).toBe('The script calls itself too deeply.');
    expect(await messageOf('"x".repeat(50_000_000)')).toBe('The script needs more memory than it may have.');
    expect(await messageOf('await new Promise(() => {})')).toBe('The script waits for something that never comes.');
    expect(await messageOf('async function f() { await null; return f() } await f()')).toBeDefined();
    expect(await messageOf('for (let i = 0; i < 2000; i++) client.global.set("a" + i, 1)')).toBe(
      'A script changes variables at most 1000 times.',
    );
    expect(setBy(await small.run(inputOf('client.global.set("a", 1)')))).toEqual({ a: '1' });
  });

  it('says where a mistake is', async () => {
    expect((await run('let a = 1;\n  foo.bar();')).problem).toEqual({
      message: "ReferenceError: 'foo' is not defined",
      place: { line: 2, column: 3 },
    });
    expect((await run('let a = ;')).problem).toEqual({
      message: "The script cannot be read: unexpected token in expression: ';'.",
      place: { line: 1, column: 9 },
    });
    expect((await run('throw "text"')).problem?.message).toBe('text');
    expect((await run('\n client.assert(false, "no")')).problem).toEqual({
      message: 'no',
      place: { line: 2, column: 15 },
    });
  });
});
