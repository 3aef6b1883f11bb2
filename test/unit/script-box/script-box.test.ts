import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ScriptInput, ScriptOutput } from '../../../engine/src/sending/scripts/index';
import { createScriptBox, type ScriptBox } from '../../../platform/script-box/box';

const wasm = readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));

const json = { status: 200, statusText: 'OK', httpVersion: '1.1', duration: 12 };

function inputOf(code: string, given: Partial<ScriptInput> = {}): ScriptInput {
  return {
    ...{ phase: 'response', language: 'handler', code, now: 1_700_000_000_000, seed: 7, values: {}, kept: {}, own: {} },
    request: { name: 'login', method: 'POST', url: 'http://x/login', headers: [['X-A', 'secret']], body: 'sent' },
    response: {
      ...json,
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['X-Two', 'a'],
        ['x-two', 'b'],
      ],
      body: '{"token":"t1","user":{"id":7}}',
    },
    ...given,
  };
}

let box: ScriptBox;
beforeAll(async () => {
  box = await createScriptBox(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer);
});

const run = (code: string, given?: Partial<ScriptInput>): ScriptOutput => box.run(inputOf(code, given));
const sets = ({ changes }: ScriptOutput) =>
  Object.fromEntries(changes.map((one) => [one.name, one.kind === 'set' ? one.text : undefined]));

describe('handlers', () => {
  test('keep values of the response', () => {
    const output = run('client.global.set("t", response.body.token);\nclient.global.set("u", response.body.user)');
    expect(output.problem).toBeUndefined();
    expect(sets(output)).toEqual({ t: 't1', u: '{"id":7}' });
    expect(sets(run('client.global.a = response.headers.valueOf("X-TWO"); client.global.set("n", response.headers.valuesOf("x-two").length)'))).toEqual({ a: 'a', n: '2' });
  });

  test('keep their time, their randomness and their digests', () => {
    const one = run('client.global.set("a", [Date.now(), new Date().toISOString(), Math.random(), $random.uuid, $random.integer(1, 5)])');
    expect(one.problem).toBeUndefined();
    expect(run(inputOf('').code).problem).toBeUndefined();
    expect(sets(one).a).toContain('1700000000000,"2023-11-14T22:13:20.000Z"');
    expect(sets(run('client.global.set("a", crypto.sha256().updateWithText("ä").digest().toHex())'))).toEqual({
      a: 'cdb1f3a8ef5c6dcf8ee3cde6d3ba9ee4b6d1e8f5c8ef0b2c5e9bb0a67e1b6a3e',
    });
  });
});
test('errors', () => {
  for (const code of ['foo.bar()', 'let a = ;', '\n  client.assert(1 === 2, "no")', 'while (true) {}', '(function f() { f() })()', 'const x = []; while (true) x.push("a".repeat(100000) + x.length)', 'client.exit(); foo()', 'await new Promise(() => {})', 'const fs = require("fs")', 'client.global.headers.set("a", "b")', 'import x from "y"', 'fetch("http://x")', 'client.test("a", () => { client.assert(response.status === 201, "status") }); client.log("x", {a: 1})', 'client.global.set("a", request.body()); client.global.set("b", jsonPath(response.body, "$.user"))', 'request.variables.get("zz")'])
    console.log(code, JSON.stringify(run(code)));
});
