import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptInput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

const headers = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Set-Cookie', 'a=1; Path=/'],
  ['Set-Cookie', 'b=2; Path=/'],
] as const;
const response = { status: 201, statusText: 'Created', httpVersion: '1.1', duration: 5, headers };
const written = {
  url: 'http://{{host}}/items?x={{x}}',
  headers: [['X-Trace', 'id-{{x}}']] as const,
  body: '{"n":"{{x}}"}',
};
const asSent = { url: 'http://h/items?x=7', headers: [['X-Trace', 'id-7']] as const, body: '{"n":"7"}' };

/** Returns what a script logs, each line as JSON. */
async function logOf(code: string, given: Partial<ScriptInput> = {}): Promise<readonly string[]> {
  const isBefore = given.phase === 'request';
  const output = await box.run({
    ...{ phase: 'response', language: 'handler', now: 1_700_000_000_000, seed: 7, kept: {}, own: {}, withheld: [] },
    ...{ values: { host: 'h', x: '7', none: null }, name: 'create', method: 'POST' },
    ...(isBefore
      ? { request: written }
      : { request: asSent, response: { ...response, body: '{"id":"i7","tags":[{"n":1},{"n":2}]}' } }),
    ...given,
    code: `const show = (...values) => { for (const one of values) client.log(JSON.stringify(one) ?? String(one)); };\n${code}`,
  });
  expect(output.wanted).toBeUndefined();
  return [...output.log.map(({ text }) => text), ...(output.problem ? [`problem: ${output.problem.message}`] : [])];
}
const before = { phase: 'request' } as const;

describe("what the pages of JetBrains' client document", () => {
  it.each<[string, string, readonly string[], Partial<ScriptInput>?]>([
    ['the status', 'show(response.status)', ['201']],
    ['the body as a value', 'show(response.body.id, response.body.tags.length)', ['"i7"', '2']],
    [
      'a header field',
      'show(response.headers.valueOf("content-type"), response.headers.valueOf("none"))',
      ['"application/json; charset=utf-8"', 'null'],
    ],
    [
      'all header fields of a name',
      'show(response.headers.valuesOf("Set-Cookie"), response.headers.valuesOf("none"))',
      ['["a=1; Path=/","b=2; Path=/"]', '[]'],
    ],
    [
      'the type',
      'show(response.contentType.mimeType, response.contentType.charset)',
      ['"application/json"', '"utf-8"'],
    ],
    [
      'a value that is kept',
      'client.global.set("a", [1]); show(client.global.get("a"), client.global.isEmpty())',
      ['[1]', 'false'],
    ],
    [
      'a value that is forgotten',
      'client.global.set("a", 1); client.global.clear("a"); show(client.global.get("a"), client.global.isEmpty())',
      ['null', 'true'],
    ],
    [
      'all values that are forgotten',
      'client.global.set("a", 1); client.global.set("b", 2); client.global.clearAll(); show(client.global.isEmpty())',
      ['true'],
    ],
    [
      'header fields of all requests',
      'client.global.headers.set("X-A", "1")',
      ['problem: Scripts set no header fields; write the field into the request, with a variable.'],
    ],
    ['the end of a script', 'show(1); client.exit(); show(2)', ['1']],
    [
      'a failed assertion',
      'client.assert(response.status === 200, "the status is " + response.status)',
      ['problem: the status is 201'],
    ],
    [
      'the request as it was sent',
      'show(request.method, request.url(), request.body(), request.headers.findByName("x-trace").value())',
      ['"POST"', '"http://h/items?x=7"', '"{\\"n\\":\\"7\\"}"', '"id-7"'],
    ],
    [
      'the URL as it is written',
      'show(request.url.getRaw(), request.url.tryGetSubstituted())',
      ['"http://{{host}}/items?x={{x}}"', '"http://h/items?x=7"'],
      before,
    ],
    [
      'the body as it is written',
      'show(request.body.getRaw(), request.body.tryGetSubstituted())',
      ['"{\\"n\\":\\"{{x}}\\"}"', '"{\\"n\\":\\"7\\"}"'],
      before,
    ],
    [
      'the header fields as they are written',
      'for (const one of request.headers.all()) show(one.name, one.getRawValue(), one.tryGetSubstitutedValue())',
      ['"X-Trace"', '"id-{{x}}"', '"id-7"'],
      before,
    ],
    ['a header field that is not there', 'show(request.headers.findByName("X-None"))', ['null'], before],
    [
      'variables of the request',
      'request.variables.set("a", "b"); show(request.variables.get("a"), request.variables.get("none"))',
      ['"b"', 'null'],
      before,
    ],
    [
      'variables of the environment',
      'show(request.environment.get("host"), request.environment.get("none"))',
      ['"h"', 'null'],
      before,
    ],
    ['the time of a loop', 'show(request.iteration())', ['2'], { ...before, index: 2 }],
    ['a JSON path', 'show(jsonPath(response.body, "$.id"), jsonPath(response.body, "$.tags[1].n"))', ['"i7"', '2']],
    ['Base64', 'show(window.btoa("a:b"), window.atob("YTpi"))', ['"YTpi"', '"a:b"']],
    [
      'random values',
      'show($random.uuid.length, $random.integer(5, 6), $random.alphabetic(3).length, $random.alphanumeric(4).length, $random.hexadecimal(5).length, $random.float(1, 2) < 2, $random.email.includes("@"))',
      ['36', '5', '3', '4', '5', 'true', 'true'],
    ],
    ['a test', 'client.test("status", () => { client.assert(response.status === 201) }); show("on")', ['"on"']],
  ])('%s', async (_, code, log, given) => {
    expect(await logOf(code, given)).toEqual(log);
  });

  it('digests', async () => {
    const hash = (name: string) => createHash(name).update('text');
    const code = ['md5', 'sha1', 'sha256', 'sha512']
      .map((name) => `show(crypto.${name}().updateWithText("te").updateWithHex("7874").digest().toHex());`)
      .join('');
    expect(await logOf(code)).toEqual(
      ['md5', 'sha1', 'sha256', 'sha512'].map((name) => `"${hash(name).digest('hex')}"`),
    );
    const mac = createHmac('sha256', 'key').update('text').digest();
    const made = ['withTextSecret("key")', 'withHexSecret("6b6579")', 'withBase64Secret("a2V5")'].map(
      (secret) => `crypto.hmac.sha256().${secret}.updateWithBase64("dGV4dA==").digest()`,
    );
    expect(await logOf(made.map((one) => `show(${one}.toBase64(), ${one}.toBase64(true));`).join(''))).toEqual(
      made.flatMap(() => [`"${mac.toString('base64')}"`, `"${mac.toString('base64url')}"`]),
    );
  });
});

describe('what the pages of Kulala document', () => {
  it.each<[string, string, readonly string[], Partial<ScriptInput>?]>([
    ['the code of the response', 'show(response.responseCode, response.status)', ['201', '201']],
    ['the body as JSON', 'show(response.json.id, response.body.id)', ['"i7"', '"i7"']],
    [
      'header fields by name',
      'show(response.headers["content-type"], response.headers["Content-Type"])',
      ['"application/json; charset=utf-8"', '"application/json; charset=utf-8"'],
    ],
    [
      'the values of the client',
      'client.global.a = 1; show(client.global.a, client.isEmpty()); client.clear("a"); show(client.isEmpty()); client.clearAll()',
      ['1', 'false', 'true'],
    ],
    [
      'a body in all its forms',
      'show(request.body.getRaw(), request.body.tryGetSubstituted(), request.body.getComputed())',
      ['"{\\"n\\":\\"{{x}}\\"}"', '"{\\"n\\":\\"7\\"}"', '"{\\"n\\":\\"7\\"}"'],
      before,
    ],
    [
      'a header field as it is written',
      'const field = request.headers.findByName("X-Trace"); show(field.getRawValue(), field.tryGetSubstituted())',
      ['"id-{{x}}"', '"id-7"'],
      before,
    ],
    [
      'asserts',
      'assert(true); assert.true(true); assert.false(false); assert.same(1, 1); assert.hasString("ab", "a"); assert.responseHas("status", 201); assert.headersHas("content-type", "application/json; charset=utf-8"); assert.bodyHas("i7"); assert.jsonHas("id", "i7"); show("all")',
      ['"all"'],
    ],
    [
      'a request that is left out',
      'request.skip()',
      ['problem: A script does not leave a request out. Write `# @if` with a condition in front of it.'],
      before,
    ],
    [
      'a request that is sent again',
      'request.replay()',
      ['problem: A script does not send a request again. Write `# @until` with a condition in front of it.'],
    ],
  ])('%s', async (_, code, log, given) => {
    expect(await logOf(code, given)).toEqual(log);
  });
});
