import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CodeLens, Hover } from 'vscode-languageserver-protocol';
import { startClient, type LanguageClient } from '../language-client';

let folder: string;
let client: LanguageClient;
const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
const text = [
  'GET http://localhost/a',
  '',
  '<> ./kept/2024-05-01T101500.200.json',
  '<> ./kept/whole.txt',
  '<> ./kept/gone.200.json',
  '<> ../outside.json',
  '',
  '### body',
  'POST http://localhost/b',
  'Content-Type: application/json',
  '',
  '{ "a": "<> ./kept/whole.txt" }',
  '',
].join('\n');

const start = async (initializationOptions: object) => {
  client = await startClient({ rootUri: pathToFileURL(folder).href, initializationOptions });
  await client.open(uriOf('a.http'), text);
};
const hover = async (line: number): Promise<string> => {
  const params = { textDocument: { uri: uriOf('a.http') }, position: { line, character: 5 } };
  const found: Hover | null = await client.connection.sendRequest('textDocument/hover', params);
  return found === null ? '' : (found.contents as { value: string }).value;
};

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'rulebook-earlier-')), 'workspace');
  mkdirSync(join(folder, 'kept'), { recursive: true });
  writeFileSync(join(folder, 'kept/2024-05-01T101500.200.json'), '{"id":7,"api_key":"canary"}');
  writeFileSync(join(folder, 'kept/whole.txt'), 'HTTP/1.1 201 Created\nX-A: ```\n\nmade\n');
  writeFileSync(join(folder, '../outside.json'), '{"outside":true}');
});
afterEach(async () => {
  expect(JSON.stringify(client.log)).not.toContain('canary');
  await client.stop();
  rmSync(join(folder, '..'), { recursive: true });
});

it('is shown by the hover with status, size, date and first lines, without secrets', async () => {
  await start({});
  const first = await hover(2);
  expect(first).toMatch(
    /^\*\*Earlier response\*\*\n\n`200` · 27 bytes · \d{4}-\d\d-\d\d \d\d:\d\d\n\n```http\n\{\n {2}"id": 7,/,
  );
  expect(first).not.toContain('canary');
  expect(await hover(3)).toMatch(
    /`HTTP\/1\.1 201 Created` [^]*\n````http\nHTTP\/1\.1 201 Created\nX-A: ```\n\nmade\n````$/,
  );
  expect(await hover(4)).toContain('There is no file `./kept/gone.200.json`.');
  expect(await hover(5)).toContain('outside of the workspace');
  expect(await hover(11)).not.toContain('Earlier');
});

it('has lenses where the client opens and compares responses', async () => {
  const lenses = async (): Promise<readonly unknown[]> => {
    const found: CodeLens[] = await client.connection.sendRequest('textDocument/codeLens', {
      textDocument: { uri: uriOf('a.http') },
    });
    return found.flatMap(({ range, command }) =>
      command ? [[range.start.line, command.title, command.command, command.arguments?.slice(1)]] : [],
    );
  };
  await start({ sends: true, comparesResponses: true });
  const kept = './kept/2024-05-01T101500.200.json';
  expect((await lenses()).slice(0, 3)).toEqual([
    [2, 'Open Earlier Response', 'rulebook.openEarlierResponse', [0, kept]],
    [2, 'Compare with Last Response', 'rulebook.compareEarlierResponse', [0, kept]],
    [2, 'Compare with whole.txt', 'rulebook.compareEarlierResponse', [0, kept, './kept/whole.txt']],
  ]);
  // What is not there offers nothing, until it is there.
  const named = async () => JSON.stringify(await lenses()).match(/gone\.200\.json/g) ?? [];
  expect(await lenses()).toHaveLength(7);
  expect(await named()).toEqual([]);
  writeFileSync(join(folder, 'kept/gone.200.json'), '{}');
  expect(await lenses()).toHaveLength(11);
  expect((await named()).length).toBeGreaterThan(3);
  await client.stop();
  await start({ sends: true });
  expect(await lenses()).toEqual([]);
});
