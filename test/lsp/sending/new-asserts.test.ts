import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionItem, CompletionList, Hover } from 'vscode-languageserver-protocol';
import { planRequest, type PlanResult } from '../../../server/src/protocol';
import { startClient, type LanguageClient } from '../language-client';

let client: LanguageClient | undefined;

afterEach(async () => {
  expect(await client?.stop()).toBe(0);
});

async function openText(text: string): Promise<{ readonly uri: string; readonly opened: LanguageClient }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rulebook-asserts-')));
  writeFileSync(join(folder, 'there.schema.json'), '{ "type": "object" }');
  const path = join(folder, 'a.http');
  writeFileSync(path, text);
  const uri = pathToFileURL(path).href;
  client = await startClient({ rootUri: pathToFileURL(folder).href });
  await client.open(uri, text);
  return { uri, opened: client };
}

describe('asserts in an editor', () => {
  it('are offered and explained', async () => {
    const { uri, opened } = await openText('GET http://localhost/a\n\n?? xpath //item cou\n?? snapshot ig\n');
    const labelsAt = async (line: number, character: number) => {
      const found: CompletionList | CompletionItem[] | null = await opened.connection.sendRequest(
        'textDocument/completion',
        { textDocument: { uri }, position: { line, character } },
      );
      return (Array.isArray(found) ? found : (found?.items ?? [])).map(({ label }) => label);
    };
    expect(await labelsAt(2, 19)).toEqual(expect.arrayContaining(['count', 'sha256', 'isDate', 'not']));
    expect(await labelsAt(3, 14)).toEqual(['ignoring']);
    const hover: Hover | null = await opened.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 3, character: 5 },
    });
    expect(JSON.stringify(hover?.contents)).toContain('kept in a file next to the request file');
  });

  it('are reported where they are malformed, or their schema is not there', async () => {
    const { uri, opened } = await openText(
      'GET http://localhost/a\n\n?? xpath //a[ exists\n?? body matches ./none.schema.json#/a\n?? body matches ./there.schema.json\n',
    );
    const lines = async () =>
      (await opened.diagnosticsOf(uri, 1))
        .filter(({ code }) => code === 'malformed-assert')
        .map(({ range, message }) => `${range.start.line} ${message}`);
    await expect
      .poll(lines, { timeout: 10_000 })
      .toEqual([
        expect.stringMatching(/^2 The XPath/),
        expect.stringMatching(/^3 The schema .\.\/none\.schema\.json. cannot be read: there is no such file\.$/),
      ]);
  });
});

describe('shared header fields in an editor', () => {
  it('are in the plan of each request, and follow an edit', async () => {
    const { uri, opened } = await openText('# @header Accept-Language: de\n\n### a\nGET http://localhost/a\n');
    const headers = async () => {
      const result: PlanResult = await opened.connection.sendRequest(planRequest, { uri, line: 3 });
      return 'plan' in result ? result.plan?.headers.map(({ name, value }) => [...name, ...value].join(': ')) : result;
    };
    expect(await headers()).toEqual(['Accept-Language: de']);
    await opened.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: { line: 0, character: 27 }, end: { line: 0, character: 29 } }, text: 'fr' }],
    });
    expect(await headers()).toEqual(['Accept-Language: fr']);
  });
});
