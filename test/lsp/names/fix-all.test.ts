import { describe, expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-protocol';
import { startInMemory, type ClientParts, type ServerInMemory } from '../server-in-memory';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const broken = 'PUT /_security/api_key\n\n{ "name": "a" "expiration": "1d", }\n';

async function ask(
  server: ServerInMemory,
  text: string,
  only: readonly string[] | undefined,
  { uri = 'file:///a.http', languageId = 'http' } = {},
): Promise<readonly CodeAction[]> {
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 7, text } });
  return (await server.request('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics: [], ...(only && { only }) },
  })) as readonly CodeAction[];
}

const start = (parts: ClientParts = {}) => startInMemory(new Map(), parts);

describe('source.fixAll.rulebook', () => {
  it('is announced', async () => {
    const server = await start();
    expect(server.initialized.capabilities.codeActionProvider).toMatchObject({
      codeActionKinds: expect.arrayContaining(['quickfix', 'source.fixAll.rulebook']) as unknown,
    });
  });

  it.each([[['source.fixAll.rulebook']], [['source.fixAll']], [['source']]])(
    'applies the safe fixes as edits of lines when %j is asked for',
    async (only) => {
      const [action, ...others] = await ask(await start(), broken, only);
      expect(others).toEqual([]);
      expect(action).toEqual({
        title: 'Apply all safe fixes',
        kind: 'source.fixAll.rulebook',
        edit: {
          changes: {
            'file:///a.http': [
              {
                range: { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } },
                newText: '{ "name": "a", "expiration": "1d" }\n',
              },
            ],
          },
        },
      });
    },
  );

  it.each([[undefined], [['quickfix']], [['source.organizeImports']], [['source.fixAll.eslint']]])(
    'is not offered for %j',
    async (only) => {
      const actions = await ask(await start(), broken, only);
      expect(actions.filter(({ kind }) => kind === 'source.fixAll.rulebook')).toEqual([]);
    },
  );

  it('names the version, ends at the last column, and is nothing without a safe fix', async () => {
    const server = await start({ capabilities: { workspace: { workspaceEdit: { documentChanges: true } } } });
    const text = '# é\nPUT /_security/api_key\n\n{ "name": "é", }';
    const [action] = await ask(server, text, ['source.fixAll']);
    expect(action?.edit?.documentChanges).toEqual([
      {
        textDocument: { uri: 'file:///a.http', version: 7 },
        edits: [
          {
            range: { start: { line: 3, character: 0 }, end: { line: 3, character: 16 } },
            newText: '{ "name": "é" }',
          },
        ],
      },
    ]);
    const guess = 'PUT /_security/api_key\n\n{ "name": "a", "expiratio": "1d" }\n';
    expect(await ask(server, guess, ['source.fixAll'], { uri: 'file:///b.http' })).toEqual([]);
  });

  it('works in Markdown, which is not formatted', async () => {
    const server = await start();
    const text = '* x\n\n  ```http\n  PUT /_security/api_key\n\n  { "name": "a", }\n  ```\n';
    const place = { uri: 'file:///a.md', languageId: 'markdown' };
    const [action] = await ask(server, text, ['source.fixAll'], place);
    expect(action?.edit?.changes?.['file:///a.md']).toEqual([
      {
        range: { start: { line: 5, character: 0 }, end: { line: 6, character: 0 } },
        newText: '  { "name": "a" }\n',
      },
    ]);
    const formatted = await server.request('textDocument/formatting', {
      textDocument: { uri: place.uri },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(formatted).toEqual([]);
    expect(await ask(server, 'Text.\n', ['source.fixAll'], { ...place, uri: 'file:///b.md' })).toEqual([]);
  });
});

describe('a fix of what is in many requests', () => {
  const pasted = (...bodies: readonly string[]) =>
    bodies.map((body) => `POST http://h.example/\n\n${body}\n`).join('\n###\n');

  async function fixesAt(text: string, line: number): Promise<readonly CodeAction[]> {
    const server = await start();
    server.notify('textDocument/didOpen', {
      textDocument: { uri: 'file:///a.http', languageId: 'http', version: 1, text },
    });
    const at = { line, character: 0 };
    const actions = (await server.request('textDocument/codeAction', {
      textDocument: { uri: 'file:///a.http' },
      range: { start: at, end: at },
      context: { diagnostics: [], only: ['quickfix'] },
    })) as readonly CodeAction[];
    return actions.filter(({ title }) => title.startsWith('Replace such'));
  }

  it('is offered for all of them, too', async () => {
    const text = pasted('{\n\u00a0"a": 1,\n\u00a0"b": 2\n}', '{ "c": 3 }', '{\n\u00a0"d": 4\n}');
    const [one, all, ...others] = await fixesAt(text, 3);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ title: 'Replace such characters outside strings', isPreferred: true });
    expect(all).toMatchObject({
      title: 'Replace such characters outside strings (in 2 requests of the file)',
      isPreferred: false,
    });
    const lines = all?.edit?.changes?.['file:///a.http']?.map(({ range: { start: at }, newText }) => [
      at.line,
      newText,
    ]);
    expect(lines).toEqual([
      [3, ' '],
      [4, ' '],
      [16, ' '],
    ]);
  });

  it('is not offered for one alone', async () => {
    const titles = await fixesAt(pasted('{\n\u00a0"a": 1\n}', '{ "c": 3, }'), 3);
    expect(titles.map(({ title }) => title)).toEqual(['Replace such characters outside strings']);
  });
});
