import { afterEach, describe, expect, it } from 'vitest';
import type { CodeAction, CodeLens, Hover } from 'vscode-languageserver-protocol';
import { answerNotification, planRequest } from '../../../server/src/protocol';
import type { AnswerParams } from '../../../server/src/protocol';
import { onLine, startClient } from '../language-client';
import type { LanguageClient } from '../language-client';

let client: LanguageClient | undefined;

afterEach(async () => {
  expect(await client?.stop()).toBe(0);
});

const uri = 'rulebook-response:/Response%201%3A%20PUT%20key.http';
const operation = 'search-cluster.api-key.create';
const complete =
  '# 200 OK · 3 ms · 70 bytes\nHTTP/1.1 200 OK\n\n{\n  "id": "i",\n  "name": "k",\n  "api_key": "***",\n  "encoded": "***"\n}\n';

async function show(text: string, answered: unknown): Promise<LanguageClient> {
  client = await startClient({ rootUri: null });
  if (answered !== undefined) await client.connection.sendNotification(answerNotification, answered);
  await client.open(uri, text);
  return client;
}
const about = (id: string): AnswerParams => ({ uri, operation: id });

describe('the document of a response', () => {
  it('is described by the documented answer', async () => {
    const { connection } = await show(complete, about(operation));
    const hover: Hover | null = await connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 7, character: 5 },
    });
    expect(hover?.range).toEqual(onLine(7, 2, 11));
    expect(JSON.stringify(hover?.contents)).toContain('encoded');
  });

  it('is not reported while it is as documented, and offers nothing to send or to fix', async () => {
    const shown = await show(complete, about(operation));
    expect(await shown.diagnosticsOf(uri, 1)).toEqual([]);
    const lenses: CodeLens[] = await shown.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses).toEqual([]);
    expect(await shown.connection.sendRequest(planRequest, { uri, line: 0 })).toHaveProperty('reason');
  });

  it('gets an information where it differs', async () => {
    const shown = await show(
      complete.replace('"id": "i"', '"id": 5').replace('  "name": "k",\n', ''),
      about(operation),
    );
    const found = await shown.diagnosticsOf(uri, 1);
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([
      ['mismatched-response', 3],
      ['mismatched-response', 3],
    ]);
    const actions: CodeAction[] = await shown.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: found[0]?.range,
      context: { diagnostics: found },
    });
    expect(actions).toEqual([]);
  });

  it('gets an information for a success of a status that is not listed', async () => {
    const shown = await show(complete.replace('HTTP/1.1 200 OK', 'HTTP/1.1 202 Accepted'), about(operation));
    expect((await shown.diagnosticsOf(uri, 1)).map(({ code, severity }) => [code, severity])).toEqual([
      ['unlisted-status', 3],
    ]);
  });

  it.each([
    ['an error that no document lists', 'HTTP/1.1 503 Busy\n\n{ "error": 5 }\n', about(operation)],
    ['a body that was cut off', 'HTTP/1.1 200 OK\n\n{ "id": "i", "na', about('nothing')],
    ['nothing announced', complete, undefined],
    ['an unknown operation', complete, about('nothing')],
    ['a bad announcement', complete, { uri: 5, operation: {} }],
    ['no announcement at all', complete, null],
    ['text that is no answer', '# no answer\n', about(operation)],
  ])('is left alone: %s', async (_, text, answered) => {
    expect(await (await show(text, answered)).diagnosticsOf(uri, 1)).toEqual([]);
  });
});
