import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { onLine, startClient } from '../language-client';
import type { LanguageClient } from '../language-client';
import { randomNumbers } from './random';
import { requestsAt } from '../requests';

const uri = 'file:///project/bad.http';
const good = 'POST /_security/api_key\n\n{ "name": 1 }\n';
const key = 'POST /_security/api_key\nContent-Type: application/json\n\n';

let client: LanguageClient;

beforeEach(async () => {
  client = await startClient();
});
afterEach(async () => {
  // The server has survived when it still checks another file and leaves in good order.
  await client.open('file:///project/good.http', good);
  const codes = (await client.diagnosticsOf('file:///project/good.http', 1)).map(({ code }) => code);
  expect(codes).toContain('wrong-type');
  expect(client.log).toEqual([]);
  expect(await client.stop()).toBe(0);
});

/** Opens the text, asks for everything at a place in it, types there, and returns the diagnostics before and after. */
async function opened(
  text: string,
  line = 0,
): Promise<{ before: readonly Diagnostic[]; after: readonly Diagnostic[] }> {
  await client.open(uri, text);
  const before = await client.diagnosticsOf(uri, 1);
  for (const { method, given, mayRefuse } of requestsAt(uri, { line, character: 1 })) {
    const asked = client.connection.sendRequest(method, given);
    await (mayRefuse ? asked.catch(() => null) : asked);
  }
  await client.change(uri, 2, [{ range: onLine(line, 1, 1), text: '"' }]);
  return { before, after: await client.diagnosticsOf(uri, 2) };
}

describe('bad input', () => {
  it('survives random bytes', async () => {
    const next = randomNumbers(1);
    const bytes = Buffer.from(Array.from({ length: 200_000 }, () => next(256)));
    const { before } = await opened(bytes.toString('latin1'), 3);
    expect(before.length).toBeGreaterThan(0);
    await client.change(uri, 3, [{ text: bytes.toString('utf8') }]);
    expect((await client.diagnosticsOf(uri, 3)).length).toBeGreaterThan(0);
  });

  it('reports a body that is cut in the middle', async () => {
    const { before } = await opened(`${key}{ "name": "x", "role_desc`, 3);
    expect(before.map(({ code }) => code)).toContain('malformed-json');
  });

  it('survives an endless line', async () => {
    const long = `${key}{ "name": "${'x'.repeat(3_000_000)}", "nme": 1 }\n`;
    const { before } = await opened(long, 3);
    expect(before.length).toBeGreaterThan(0);
  });

  it('reports 10,000 nested brackets', async () => {
    const { before } = await opened(`${key}{ "metadata": ${'['.repeat(10_000)}\n`, 3);
    expect(before.some(({ severity }) => severity === 1)).toBe(true);
    await client.change(uri, 3, [{ text: `${key}{ "metadata": ${'['.repeat(10_000)}${']'.repeat(10_000)} }\n` }]);
    await client.diagnosticsOf(uri, 3);
  });

  it('says that a file of 50 MB is not checked', async () => {
    const request = `### request\n${key}{ "name": "key", "role_descriptors": {} }\n\n`;
    const { before, after } = await opened(request.repeat(Math.ceil(50_000_000 / request.length)), 1000);
    for (const diagnostics of [before, after]) {
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]?.message).toContain('not checked');
    }
    await client.change(uri, 3, [{ text: good }]);
    expect((await client.diagnosticsOf(uri, 3)).map(({ code }) => code)).toContain('wrong-type');
  });

  it('keeps errors and warnings when there are too many remarks', async () => {
    const remark = '###\nPOST /_security/api_key\n\n{ "name": "x", "role_descriptors": {} }\n';
    const { before } = await opened(`${remark.repeat(1000)}###\n${good}`, 1);
    expect(before.map(({ code }) => code)).toContain('wrong-type');
    expect(before.length).toBeLessThan(300);
    expect(before.map(({ message }) => message).join('\n')).toMatch(/more (findings|like this)/);
  });

  it('survives positions outside the file, unknown files and changes out of the blue', async () => {
    await client.open(uri, good);
    const places = [
      { line: 99, character: 99 },
      { line: -1, character: -5 },
      { line: 1.5, character: 2 ** 40 },
      { line: 0, character: 1_000_000 },
    ];
    const asked = new Set<string>();
    for (const position of places) {
      for (const document of [uri, 'file:///unknown.http', '%%%']) {
        for (const { method, given } of requestsAt(document, position, asked))
          await client.connection.sendRequest(method, given).catch(() => null);
      }
    }
    await client.change('file:///unknown.http', 1, [{ text: 'GET /' }]);
    await client.change(uri, 2, [
      { range: { start: { line: 99, character: 9 }, end: { line: 200, character: 0 } }, text: '\n#' },
    ]);
    expect((await client.diagnosticsOf(uri, 2)).map(({ code }) => code)).toContain('wrong-type');
  });

  it('survives an item that it did not offer', async () => {
    const item = { label: 'x', data: { key: 'no such key' } };
    expect(await client.connection.sendRequest('completionItem/resolve', item)).toEqual(item);
    expect(await client.connection.sendRequest('completionItem/resolve', { label: 'y' })).toEqual({ label: 'y' });
  });
});
