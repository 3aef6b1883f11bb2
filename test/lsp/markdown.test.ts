import { describe, expect, it } from 'vitest';
import { startInMemory } from './server-in-memory';

const uri = 'file:///w/README.md';
const text = [
  '# Title',
  '',
  'GET /_sea',
  '',
  '- Text:',
  '',
  '  ```http',
  '  # é',
  '  PUT /_security/api_key',
  '',
  '  { "name": "é", "nam": 1 }',
  '  ```',
  '',
].join('\n');

interface Ranged {
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly code?: string;
  readonly severity?: number;
}

async function opened(encoding = 'utf-16', content = text) {
  const server = await startInMemory(new Map(), {
    capabilities: { general: { positionEncodings: [encoding] }, textDocument: { codeLens: {}, diagnostic: {} } },
    initializationOptions: { sends: true },
  });
  const textDocument = { uri };
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text: content } });
  return { server, ask: (method: string, more: object = {}) => server.request(method, { textDocument, ...more }) };
}

describe('a Markdown document', () => {
  it.each([
    ['utf-16', 17],
    ['utf-8', 18],
  ])('has its findings at the columns of the file in %s', async (encoding, character) => {
    const { ask } = await opened(encoding);
    const { items } = (await ask('textDocument/diagnostic')) as { readonly items: readonly Ranged[] };
    const found = items.find(({ code }) => code === 'unknown-field');
    expect(found?.range).toEqual({ start: { line: 10, character }, end: { line: 10, character: character + 5 } });
  });

  it('has lenses and an outline of its requests, and hovers and completions only there', async () => {
    const { ask, server } = await opened();
    const lenses = (await ask('textDocument/codeLens')) as readonly Ranged[];
    expect(lenses.map(({ range }) => range.start.line)).toEqual([8]);
    const symbols = (await ask('textDocument/documentSymbol')) as readonly unknown[];
    expect(symbols).toHaveLength(1);
    expect(await ask('textDocument/hover', { position: { line: 2, character: 6 } })).toBeNull();
    expect(await ask('textDocument/completion', { position: { line: 2, character: 9 } })).toEqual([]);
    const hover = (await ask('textDocument/hover', { position: { line: 10, character: 6 } })) as Ranged;
    expect(hover.range.start).toEqual({ line: 10, character: 4 });
    const { items = [] } = { items: await ask('textDocument/completion', { position: { line: 8, character: 24 } }) };
    expect(JSON.stringify(items)).toContain('api_key');
    expect(server.log).toEqual([]);
  });

  it('follows edits of its fences', async () => {
    const { server, ask } = await opened();
    const change = (version: number, line: number, newText: string, length = 0) => {
      const range = { start: { line, character: 0 }, end: { line, character: length } };
      server.notify('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ range, text: newText }],
      });
    };
    change(2, 6, '  ```text', 9);
    expect(await ask('textDocument/codeLens')).toEqual([]);
    expect(await ask('textDocument/diagnostic')).toMatchObject({ items: [] });
    change(3, 6, '  ~~~es', 9);
    // The fence is now closed by nothing, so the block reaches to the end.
    expect(await ask('textDocument/codeLens')).toHaveLength(1);
    change(4, 6, '  ```http', 7);
    const { items } = (await ask('textDocument/diagnostic')) as { readonly items: readonly Ranged[] };
    expect(items.map(({ code }) => code)).toContain('unknown-field');
    expect(server.log).toEqual([]);
  });

  it('without requests costs no check', async () => {
    const { ask, server } = await opened('utf-16', `# Title\n\n${'Text of a long page.\n'.repeat(1000)}`);
    expect(await ask('textDocument/diagnostic')).toMatchObject({ items: [] });
    expect(await ask('textDocument/codeLens')).toEqual([]);
    expect(server.takeCheck()).toBeUndefined();
  });
});
