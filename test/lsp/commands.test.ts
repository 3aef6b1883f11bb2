import { expect, it } from 'vitest';
import { startInMemory } from './server-in-memory';

const uri = 'file:///w/a.sh';
const text = 'set -e\nid=$(gh api repos/o/r/hooks -f name=web -F active=yes)\n';

async function opened() {
  const server = await startInMemory(new Map(), {
    capabilities: { textDocument: { codeLens: {}, diagnostic: {} } },
    initializationOptions: { sends: true },
  });
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'shellscript', version: 1, text } });
  return {
    server,
    ask: (method: string, more: object = {}) => server.request(method, { textDocument: { uri }, ...more }),
  };
}

it('explains the commands of a script, and offers nothing to send or to change', async () => {
  const { ask, server } = await opened();
  const errors = async () =>
    (
      (await ask('textDocument/diagnostic')) as { readonly items: readonly { readonly severity: number }[] }
    ).items.filter(({ severity }) => severity === 1);
  expect(await errors()).toMatchObject([{ code: 'wrong-type', range: { start: { line: 1, character: 43 } } }]);
  const hover = await ask('textDocument/hover', { position: { line: 1, character: 20 } });
  expect(JSON.stringify(hover)).toContain('webhook');
  expect((await ask('textDocument/codeLens')) ?? []).toEqual([]);
  expect((await ask('textDocument/completion', { position: { line: 1, character: 20 } })) ?? []).toEqual([]);
  expect((await ask('textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } })) ?? []).toEqual([]);
  server.notify('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [
      { range: { start: { line: 1, character: 43 }, end: { line: 1, character: 54 } }, text: 'active=true)' },
    ],
  });
  expect(await errors()).toEqual([]);
  expect(server.log).toEqual([]);
});
