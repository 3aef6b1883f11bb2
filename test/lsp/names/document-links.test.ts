import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentLink } from 'vscode-languageserver-protocol';
import { onLine, startClient } from '../language-client';
import type { LanguageClient } from '../language-client';

const folder = mkdtempSync(join(tmpdir(), 'rulebook links-'));
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
let client: LanguageClient;
let opened = 0;

beforeAll(async () => {
  for (const name of ['requests/key.json', 'shared/hook.json', 'both.json', 'requests/both.json']) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '{}');
  }
  client = await startClient({ rootUri: pathToFileURL(folder).href });
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

async function linksIn(text: string): Promise<readonly DocumentLink[] | null> {
  const uri = uriOf(`requests/a${opened++}.http`);
  await client.open(uri, text);
  return client.connection.sendRequest('textDocument/documentLink', { textDocument: { uri } });
}

describe('document links', () => {
  it('are announced', () => {
    expect(client.initialized.capabilities.documentLinkProvider).toEqual({});
  });

  it.each([
    ['next to the request file', '< ./key.json', onLine(2, 2, 12), 'requests/key.json'],
    ['below the folder of the workspace', '< shared/hook.json', onLine(2, 2, 18), 'shared/hook.json'],
    ['in both, of which the nearer one counts', '< both.json', onLine(2, 2, 11), 'requests/both.json'],
    ['whose variables are filled in', '<@ ./key.json', onLine(2, 3, 13), 'requests/key.json'],
    ['with an encoding', '<@latin1 ./key.json', onLine(2, 9, 19), 'requests/key.json'],
    ['that does not exist yet', '< ./new file.json', onLine(2, 2, 17), 'requests/new file.json'],
  ])('lead to a file %s', async (_, line, range, target) => {
    expect(await linksIn(`PUT /_security/api_key\n\n${line}\n`)).toEqual([{ range, target: uriOf(target) }]);
  });

  it('are in every request, also of webhooks, and follow edits', async () => {
    const text =
      '### one\nPUT /_security/api_key\n\n< key.json\n\n### two\nPOST /repos/o/r/hooks\n\n< ../shared/hook.json\n';
    const links = [
      { range: onLine(3, 2, 10), target: uriOf('requests/key.json') },
      { range: onLine(8, 2, 21), target: uriOf('shared/hook.json') },
    ];
    expect(await linksIn(text)).toEqual(links);
    const uri = uriOf(`requests/a${opened - 1}.http`);
    await client.change(uri, 2, [{ range: onLine(0, 0, 0), text: '\n\n' }]);
    expect(await client.connection.sendRequest('textDocument/documentLink', { textDocument: { uri } })).toEqual([
      { range: onLine(5, 2, 10), target: links[0]!.target },
      { range: onLine(10, 2, 21), target: links[1]!.target },
    ]);
  });

  it.each([
    ['that a variable names', 'PUT /_security/api_key\n\n< ./{{name}}.json\n'],
    ['outside of a body', '# < ./key.json\nGET /\n'],
    ['in a body of JSON', 'PUT /_security/api_key\n\n{ "name":\n< ./key.json\n}\n'],
  ])('do not lead to a file %s', async (_, text) => {
    expect(await linksIn(text)).toEqual([]);
  });
});
