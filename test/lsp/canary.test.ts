import { describe, expect, it, onTestFinished } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol';
import { planRequest, type PlanResult } from '../../server/src/protocol';
import { sampled, seed, triesAll } from '../sample';
import { canaries, canaryFiles, findCanaries } from '../canaries';
import { startClient } from './language-client';
import { requestsAt } from './requests';

const files = {
  ...canaryFiles('http://127.0.0.1:9', 'json'),
  'answer.http': `HTTP/1.1 200 OK\nSet-Cookie: a=${canaries.setCookie}\n\n{ "api_key": "${canaries.answered}" }\n`,
};

/** Between two columns that are asked about; the first one changes with the seed. */
const step = triesAll ? 5 : 20;

describe(`no message of the language server holds a secret ${sampled}`, () => {
  it.each(Object.entries(files).filter(([name]) => /\.(http|json)$/.test(name)))('about %s', async (name, text) => {
    const client = await startClient();
    onTestFinished(async () => {
      await client.stop();
    });
    const uri = `file:///canary/${name}`;
    await client.open(uri, text, name.endsWith('.http') ? 'http' : 'json');
    const said: unknown[] = [];
    const textDocument = { uri };
    const lines = text.split('\n');
    const end = { line: lines.length, character: 0 };
    const diagnostics = await client.diagnosticsOf(uri, 1);
    said.push(diagnostics);
    const actions = await client.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument,
      range: { start: { line: 0, character: 0 }, end },
      context: { diagnostics },
    });
    // An edit may move a text of the document, which is where it goes.
    for (const { title, diagnostics: solved, command } of actions) said.push({ title, solved, command });
    const asked = new Set<string>();
    for (const [line, content] of lines.entries()) {
      for (let character = triesAll ? 0 : (seed * 5) % step; character <= content.length; character += step) {
        const position = { line, character };
        for (const { method, given, hasText } of requestsAt(uri, position, asked))
          if (!hasText) said.push(await client.connection.sendRequest(method, given).catch(String));
      }
      const planned = await client.connection.sendRequest<PlanResult>(planRequest, { uri, line });
      // The plan is what will be sent; these parts of it are shown.
      said.push('reason' in planned ? planned : [planned.plan.label, planned.plan.problems, planned.plan.leftOut]);
    }
    said.push(client.log, client.published);
    expect(findCanaries(JSON.stringify(said))).toEqual([]);
  });
});
