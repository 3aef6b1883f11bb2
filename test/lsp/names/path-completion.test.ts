import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, TextEdit } from 'vscode-languageserver-protocol';
import { applied, startClient, type LanguageClient } from '../language-client';

let folder: string;
let client: LanguageClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rulebook paths-'));
  mkdirSync(join(folder, 'team'));
  for (const name of ['auth.http', 'rows.csv', 'order.json', 'check.js', 'team/two words.http', 'team/rows.jsonl'])
    writeFileSync(join(folder, name), '');
  client = await startClient({ rootUri: pathToFileURL(folder).href });
});
afterEach(async () => {
  expect(await client.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

let version = 0;

/** Returns what is offered at the mark, or what a typed character opens. */
async function offered(marked: string, typed?: string): Promise<readonly CompletionItem[]> {
  const at = marked.indexOf('<|>');
  const before = marked.slice(0, at).split('\n');
  const uri = pathToFileURL(join(folder, `team/own${++version}.http`)).href;
  await client.open(uri, marked.replace('<|>', ''));
  const found = await client.connection.sendRequest<CompletionItem[] | CompletionList>('textDocument/completion', {
    textDocument: { uri },
    position: { line: before.length - 1, character: before.at(-1)!.length },
    context: typed === undefined ? { triggerKind: 1 } : { triggerKind: 2, triggerCharacter: typed },
  });
  return Array.isArray(found) ? found : found.items;
}

it.each<[string, readonly string[]]>([
  ['import <|>', ['./two words.http', '../auth.http']],
  ['# @import ../<|>\nGET http://h/', ['./two words.http', '../auth.http']],
  ['# @rights-of ../auth.http, <|>\nGET http://h/', ['./two words.http', '../auth.http']],
  ['# @for file <|>\nGET http://h/', ['./rows.jsonl', '../order.json', '../rows.csv']],
  ['# @for row of file <|>\nGET http://h/', ['./rows.jsonl', '../order.json', '../rows.csv']],
  ['POST http://h/\n\n< <|>', ['./rows.jsonl', '../order.json', '../rows.csv']],
  ['GET http://h/\n\n> <|>', ['../check.js']],
  ['GET http://h/\n\n?? schema <|>', ['../order.json']],
])('%j offers the files that can be there', async (text, paths) => {
  expect((await offered(text)).map(({ label }) => label)).toEqual(paths);
});

it('writes the path in the place of what is typed, and opens no list where nothing is', async () => {
  const text = '# @rights-of ../au, x.http\nGET http://h/';
  const [, second] = await offered('# @rights-of ../au<|>, x.http\nGET http://h/');
  expect(applied(text, [second?.textEdit as TextEdit])).toBe('# @rights-of ../auth.http, x.http\nGET http://h/');
  expect(await offered('import <|>', ' ')).toEqual([]);
  expect(await offered('< {% <|> %}\nGET http://h/')).not.toContainEqual(
    expect.objectContaining({ label: '../check.js' }),
  );
});
