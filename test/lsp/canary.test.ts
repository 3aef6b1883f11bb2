import { describe, expect, it, onTestFinished } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol';
import { planRequest, type PlanResult } from '../../server/src/protocol';
import { canaries, canaryFiles, findCanaries } from '../canaries';
import { server, startClient } from './language-client';

const files = {
  ...canaryFiles('http://127.0.0.1:9', 'json'),
  'answer.http': `HTTP/1.1 200 OK\nSet-Cookie: a=${canaries.setCookie}\n\n{ "api_key": "${canaries.answered}" }\n`,
};

describe('no message of the language server holds a secret', () => {
  it.each(Object.entries(files).filter(([name]) => /\.(http|json)$/.test(name)))('about %s', async (name, text) => {
    const client = await startClient(server);
    onTestFinished(async () => {
      await client.stop();
    });
    const uri = `file:///canary/${name}`;
    await client.open(uri, text, name.endsWith('.http') ? 'http' : 'json');
    const said: unknown[] = [];
    const textDocument = { uri };
    const ask = async <T>(method: string, params: object): Promise<T> => {
      const answer = await client.connection.sendRequest<T>(method, { textDocument, ...params });
      said.push(answer);
      return answer;
    };
    const lines = text.split('\n');
    await ask('textDocument/documentSymbol', {});
    await ask('textDocument/codeLens', {});
    await ask('textDocument/foldingRange', {});
    said.push(await client.connection.sendRequest('workspace/symbol', { query: '' }));
    const end = { line: lines.length, character: 0 };
    const { items } = await ask<{ items: readonly object[] }>('textDocument/diagnostic', {}).catch(() => ({
      items: [],
    }));
    const diagnostics = items.length > 0 ? items : await client.diagnosticsOf(uri, 1);
    said.push(diagnostics);
    const actions = await client.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument,
      range: { start: { line: 0, character: 0 }, end },
      context: { diagnostics },
    });
    // An edit may move a text of the document, which is where it goes.
    for (const { title, diagnostics: solved, command } of actions) said.push({ title, solved, command });
    for (const [line, content] of lines.entries()) {
      for (let character = 0; character <= content.length; character += 5) {
        const position = { line, character };
        await ask('textDocument/hover', { position });
        await ask('textDocument/completion', { position });
        await ask('textDocument/definition', { position });
        await ask('textDocument/prepareRename', { position }).catch((error: unknown) => said.push(String(error)));
      }
      const planned = await client.connection.sendRequest<PlanResult>(planRequest, { uri, line });
      // The plan is what will be sent; these parts of it are shown.
      said.push('reason' in planned ? planned : [planned.plan.label, planned.plan.problems, planned.plan.leftOut]);
    }
    said.push(client.log, client.published);
    expect(findCanaries(JSON.stringify(said))).toEqual([]);
  });
});
