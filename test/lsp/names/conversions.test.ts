import { describe, expect, it } from 'vitest';
import { CodeActionTriggerKind, type CodeAction } from 'vscode-languageserver-protocol';
import { startInMemory } from '../server-in-memory';

const folder = 'file:///w/r';
const creating = { workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create' as const] } } };

async function actionsAt(
  text: string,
  line: number,
  character: number,
  {
    only,
    triggerKind,
    end = character,
    capabilities = creating,
    uri = `${folder}/a.http`,
    files = {},
  }: Partial<Options> = {},
) {
  const server = await startInMemory(new Map(Object.entries(files)), { capabilities, rootUri: folder });
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'http', version: 3, text } });
  const range = { start: { line, character }, end: { line, character: end } };
  const found = (await server.request('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics: [], ...(only && { only }), ...(triggerKind && { triggerKind }) },
  })) as CodeAction[];
  expect(server.log).toEqual([]);
  return found.filter(({ kind }) => kind?.startsWith('refactor'));
}

interface Options {
  readonly only: readonly string[];
  readonly triggerKind: CodeActionTriggerKind;
  /** Where the selection ends in its line. */
  readonly end: number;
  readonly capabilities: object;
  readonly uri: string;
  readonly files: Readonly<Record<string, string>>;
}

const body = 'PUT /a\n\n{ "b": 1, "a": 2 }\n';

describe('conversions', () => {
  it('are refactorings of the place', async () => {
    const found = await actionsAt(body, 2, 0);
    expect(found.map(({ title, kind }) => [kind, title])).toEqual([
      ['refactor.extract', 'Move the body to the file a.json'],
      ['refactor.rewrite', 'Put the body directly below the request, as in the Console'],
      ['refactor.rewrite', 'Sort the members of the object'],
    ]);
  });

  it('are for who asks or selects, so that no light bulb is on each line', async () => {
    const unasked = { triggerKind: CodeActionTriggerKind.Automatic };
    expect(await actionsAt(body, 2, 0, unasked)).toEqual([]);
    expect((await actionsAt(body, 2, 0, { triggerKind: CodeActionTriggerKind.Invoked })).length).toBe(3);
    expect((await actionsAt(body, 2, 0, { ...unasked, end: 3 })).length).toBe(3);
    expect((await actionsAt(body, 2, 0, { ...unasked, only: ['refactor'] })).length).toBe(3);
  });

  it('are only those that are asked for', async () => {
    expect((await actionsAt(body, 2, 0, { only: ['refactor'] })).length).toBe(3);
    expect((await actionsAt(body, 2, 0, { only: ['refactor.extract'] })).length).toBe(1);
    expect(await actionsAt(body, 2, 0, { only: ['quickfix'] })).toEqual([]);
  });

  it('create files in addition to the document, under names that are free', async () => {
    const [move] = await actionsAt(body, 2, 0, { files: { [`${folder}/a.json`]: '{}' } });
    const uri = `${folder}/a-2.json`;
    const start = { line: 0, character: 0 };
    expect(move?.edit?.documentChanges).toEqual([
      { kind: 'create', uri, options: { overwrite: false } },
      {
        textDocument: { uri, version: null },
        edits: [{ range: { start, end: start }, newText: '{ "b": 1, "a": 2 }' }],
      },
      {
        textDocument: { uri: `${folder}/a.http`, version: 3 },
        edits: [
          { range: { start: { line: 2, character: 0 }, end: { line: 2, character: 18 } }, newText: '< ./a-2.json' },
        ],
      },
    ]);
  });

  it('create no files for clients that cannot, and where there is no folder', async () => {
    const titles = async (options: Partial<Options>) =>
      (await actionsAt(body, 2, 0, options)).map(({ title }) => title);
    expect((await titles({ capabilities: {} })).join()).not.toContain('Move');
    expect((await titles({ uri: 'untitled:a' })).join()).not.toContain('Move');
    const [form] = await actionsAt(body, 0, 0, { capabilities: {} });
    expect(form?.edit?.changes?.[`${folder}/a.http`]?.length).toBe(1);
  });

  it('take the body from a file', async () => {
    const files = { [`${folder}/b.json`]: '{ "c": 1 }\n' };
    const [take] = await actionsAt('PUT /a\n\n< ./b.json\n', 2, 4, { files });
    expect(take?.title).toBe('Take the body from the file into the request');
    expect(await actionsAt('PUT /a\n\n< ./none.json\n', 2, 4, { files })).toEqual([]);
    expect(await actionsAt('PUT /a\n\n< {{b}}.json\n', 2, 4, { files })).toEqual([]);
  });

  it('take nothing from the files that import the document', async () => {
    const text = '@a = 1\n### one\nGET /{{a}}\n\n### two\nGET /b\n';
    const titlesAt = async (line: number, character: number, other: string) => {
      const found = await actionsAt(text, line, character, {
        files: { [`${folder}/b.http`]: other, [`${folder}/a.http`]: text },
      });
      return found.map(({ title }) => title).filter((title) => /^(?:Inline|Move each)/.test(title));
    };
    expect(await titlesAt(0, 1, 'import ./c.http\n\nGET /{{a}}\n')).toEqual(['Inline the variable ‘a’']);
    expect(await titlesAt(0, 1, 'import ./a.http\n\nGET /{{b}}\n')).toEqual(['Inline the variable ‘a’']);
    expect(await titlesAt(0, 1, 'import ./a.http\n\nGET /{{a}}\n')).toEqual([]);
    expect(await titlesAt(1, 2, 'GET /{{a}}\n')).toEqual(['Move each of 2 requests into a file of its own']);
    expect(await titlesAt(1, 2, 'import ./a.http\n')).toEqual([]);
  });

  it('say why they are not possible, to clients that show it', async () => {
    const text = '@a = 1\n### one\nGET /{{a}}\n\n### two\nGET /b\n';
    const reasonsAt = async (line: number, file: string, other: string) => {
      const found = await actionsAt(file, line, 2, {
        files: { [`${folder}/b.http`]: other, [`${folder}/a.http`]: file },
        capabilities: {
          textDocument: { codeAction: { disabledSupport: true } },
          workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
        },
      });
      return found.flatMap(({ disabled, edit }) => (disabled ? [`${disabled.reason}${edit ? ' and edits' : ''}`] : []));
    };
    expect(await reasonsAt(0, text, 'import ./a.http\n\nGET /{{a}}\n')).toEqual(['b.http uses the variable, too.']);
    expect(await reasonsAt(1, text, 'import ./a.http\n')).toEqual([
      'b.http imports this file and would lose its requests.',
    ]);
    expect(await reasonsAt(0, text, 'GET /\n')).toEqual([]);
    expect(await reasonsAt(0, '@a = {{$guid}}\nGET /{{a}}/{{a}}\n', '')).toEqual([
      'It would have another value at each of its uses.',
    ]);
    expect(await reasonsAt(1, '\n### one\nGET /a\n\n### two\n# @ref one\nGET /b\n', '')).toEqual([
      'Requests of this file need each other, other files, or scripts.',
    ]);
  });

  it('fill in required members', async () => {
    const [fill] = (await actionsAt('PUT /_snapshot/a\n\n{}\n', 2, 1)).filter(({ title }) => title.startsWith('Fill'));
    expect([fill?.title, fill?.kind]).toEqual(['Fill required members', 'refactor.rewrite']);
  });
});
