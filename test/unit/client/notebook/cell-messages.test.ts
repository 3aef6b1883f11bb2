import { beforeEach, describe, expect, it, vi } from 'vitest';
import { splitCells } from '../../../../packages/request-file/src/cells/index';
import { createCellMessages } from '../../../../client/src/notebook/cell-messages';
import { tokensInCell } from '../../../../client/src/notebook/cell-looks';
import { createOpenNotebooks } from '../../../../client/src/notebook/open-notebooks';

const editor = vi.hoisted(() => ({
  notebooks: [] as unknown[],
  closed: [] as ((notebook: unknown) => void)[],
}));
vi.mock('vscode', () => ({
  NotebookCellKind: { Markup: 1, Code: 2 },
  workspace: {
    get notebookDocuments() {
      return editor.notebooks;
    },
    textDocuments: [],
    onDidChangeNotebookDocument: () => ({ dispose: () => undefined }),
    onDidCloseNotebookDocument: (listener: (notebook: unknown) => void) => {
      editor.closed.push(listener);
      return { dispose: () => undefined };
    },
  },
}));

const file = 'file:///a.http';
const cellUri = (index: number) => `vscode-notebook-cell:/a.http#${index}`;

function openNotebook(text: string) {
  const notebook = {
    ...{ uri: { toString: () => file }, notebookType: 'rulebook-requests', isClosed: false },
    ...{ metadata: { rulebook: { file: 'a' } }, getCells: () => cells },
  };
  const cells = splitCells(text, 'requests').map(({ kind, text: shown, source }, index) => {
    const content = { text: shown, version: 1 };
    const document = {
      uri: { toString: () => cellUri(index) },
      getText: () => content.text,
      get version() {
        return content.version;
      },
    };
    const metadata = { rulebook: { file: 'a', kind, source } };
    return { ...{ kind: kind === 'prose' ? 1 : 2, document, metadata, index, notebook }, content };
  });
  editor.notebooks = [notebook];
  const sent: [method: string, params: unknown][] = [];
  const client = {
    isRunning: () => true,
    onDidChangeState: () => ({ dispose: () => undefined }),
    sendNotification: (method: string, params: object) => notify(method, params),
  };
  const messages = createCellMessages(createOpenNotebooks(), client as never);
  const notify = (method: string, params: object): Promise<void> =>
    messages.middleware.sendNotification(
      method as never,
      ((type: string, message: unknown) => {
        sent.push([type, message]);
        return Promise.resolve();
      }) as never,
      params as never,
    );
  const ask = (method: string, params: object, answer: (params: unknown, type: string) => unknown): Promise<unknown> =>
    messages.middleware.sendRequest({ method } as never, params as never, undefined, ((
      type: string | { readonly method: string },
      message: unknown,
    ) => Promise.resolve(answer(message, typeof type === 'string' ? type : type.method))) as never);
  return { cells, sent, notify, ask };
}

const at = (line: number, character: number) => ({ line, character });

beforeEach(() => {
  editor.closed.length = 0;
});

describe('the language server', () => {
  const text = '@a = 1\n\n### One\nGET /one\n\n###\nGET /two\n';

  it('has the whole text of a notebook under the name of its file, and each change of a cell', async () => {
    const { cells, sent, notify } = openNotebook(text);
    for (const { document } of cells)
      await notify('textDocument/didOpen', { textDocument: { uri: document.uri.toString() } });
    expect(sent).toEqual([
      ['textDocument/didOpen', { textDocument: { uri: file, version: 1, languageId: 'http', text } }],
    ]);
    sent.length = 0;
    Object.assign(cells[2]?.content ?? {}, { text: 'GET /one?a', version: 2 });
    await notify('textDocument/didChange', { textDocument: { uri: cellUri(2) } });
    expect(sent).toEqual([
      [
        'textDocument/didChange',
        {
          textDocument: { uri: file, version: 2 },
          contentChanges: [{ range: { start: at(3, 8), end: at(3, 8) }, text: '?a' }],
        },
      ],
    ]);
    sent.length = 0;
    // The text of the file, which may be open, too, is what the notebook says.
    await notify('textDocument/didChange', { textDocument: { uri: file }, contentChanges: [] });
    expect(sent).toEqual([]);
    editor.notebooks = [];
    for (const close of editor.closed) close({ uri: { toString: () => file } });
    expect(sent).toEqual([['textDocument/didClose', { textDocument: { uri: file } }]]);
  });

  it('is asked about the file, and its answers are about the cell', async () => {
    const { ask } = openNotebook(text);
    const hover = await ask(
      'textDocument/hover',
      { textDocument: { uri: cellUri(2) }, position: at(0, 4) },
      (params) => {
        expect(params).toEqual({ textDocument: { uri: file }, position: at(3, 4) });
        return { contents: 'word', range: { start: at(3, 4), end: at(3, 8) } };
      },
    );
    expect(hover).toEqual({ contents: 'word', range: { start: at(0, 4), end: at(0, 8) } });
  });

  it('gives each cell its own findings', async () => {
    const { ask } = openNotebook(text);
    const params = { textDocument: { uri: cellUri(3) }, previousResultId: '7' };
    const report = await ask('textDocument/diagnostic', params, (given) => {
      expect(given).toEqual({ textDocument: { uri: file } });
      const found = (line: number) => ({ range: { start: at(line, 0), end: at(line, 3) }, message: `on ${line}` });
      return { kind: 'full', items: [found(3), found(6)] };
    });
    expect(report).toEqual({
      ...{ kind: 'full' },
      items: [{ range: { start: at(0, 0), end: at(0, 3) }, message: 'on 6' }],
    });
  });

  it('names other cells of the file where it leads to them', async () => {
    const { ask } = openNotebook(text);
    const params = { textDocument: { uri: cellUri(3) }, position: at(0, 1) };
    const found = await ask('textDocument/definition', params, () => [
      { uri: file, range: { start: at(0, 1), end: at(0, 2) } },
      { uri: 'file:///b.http', range: { start: at(0, 1), end: at(0, 2) } },
    ]);
    expect(found).toEqual([
      { uri: cellUri(0), range: { start: at(0, 1), end: at(0, 2) } },
      { uri: 'file:///b.http', range: { start: at(0, 1), end: at(0, 2) } },
    ]);
    const edit = await ask('textDocument/rename', params, () => ({
      documentChanges: [
        {
          textDocument: { uri: file, version: 1 },
          edits: [
            { range: { start: at(0, 1), end: at(0, 2) }, newText: 'b' },
            { range: { start: at(6, 5), end: at(6, 8) }, newText: 'b' },
          ],
        },
      ],
    }));
    expect(edit).toEqual({
      documentChanges: [
        {
          textDocument: { uri: cellUri(0), version: null },
          edits: [{ range: { start: at(0, 1), end: at(0, 2) }, newText: 'b' }],
        },
        {
          textDocument: { uri: cellUri(3), version: null },
          edits: [{ range: { start: at(0, 5), end: at(0, 8) }, newText: 'b' }],
        },
      ],
    });
  });

  it('gets back what it has added to an answer, when it is asked for the rest of it', async () => {
    const { ask } = openNotebook(text);
    const lenses = (await ask('textDocument/codeLens', { textDocument: { uri: cellUri(3) } }, () => [
      { range: { start: at(6, 0), end: at(6, 0) }, data: [file, 6] },
    ])) as readonly { readonly range: unknown }[];
    expect(lenses[0]?.range).toEqual({ start: at(0, 0), end: at(0, 0) });
    const resolved = await ask('codeLens/resolve', lenses[0] ?? {}, (lens) => {
      expect(lens).toEqual({ range: { start: at(6, 0), end: at(6, 0) }, data: [file, 6] });
      return { ...(lens as object), command: { title: 'Send', command: 'rulebook.send', arguments: [file, 6] } };
    });
    expect(resolved).toMatchObject({
      range: { start: at(0, 0), end: at(0, 0) },
      command: { arguments: [file, 6] },
    });
  });

  it('says which lines of a cell can be folded', async () => {
    const { ask } = openNotebook('### One\nPOST /one\n\n{\n  "a": 1\n}\n\n###\nGET /two\n');
    const folds = await ask('textDocument/foldingRange', { textDocument: { uri: cellUri(1) } }, (params) => {
      expect(params).toEqual({ textDocument: { uri: file } });
      return [
        { startLine: 0, endLine: 6, kind: 'region' },
        { startLine: 1, endLine: 6, kind: 'region' },
        { startLine: 3, endLine: 4 },
        { startLine: 7, endLine: 8 },
      ];
    });
    // The first begins at the title, which is another cell, and the last one in the cell behind; the second ends with the cell.
    expect(folds).toEqual([
      { startLine: 0, endLine: 4, kind: 'region' },
      { startLine: 2, endLine: 3 },
    ]);
  });

  it('says what the words of a cell are', async () => {
    const { ask } = openNotebook(text);
    const answer = (params: unknown, type: string) => {
      expect(type).toBe('textDocument/semanticTokens/range');
      expect(params).toEqual({ textDocument: { uri: file }, range: { start: at(6, 0), end: at(7, 0) } });
      return { resultId: '4', data: [3, 0, 3, 1, 0, 3, 0, 3, 1, 0, 0, 5, 3, 2, 8] };
    };
    const tokens = await ask('textDocument/semanticTokens/full', { textDocument: { uri: cellUri(3) } }, answer);
    expect(tokens).toEqual({ data: [0, 0, 3, 1, 0, 0, 5, 3, 2, 8] });
    const part = await ask(
      'textDocument/semanticTokens/range',
      { textDocument: { uri: cellUri(3) }, range: { start: at(0, 0), end: at(1, 0) } },
      answer,
    );
    expect(part).toEqual(tokens);
  });

  it('counts the words of a cell in an indented block of Markdown from the start of its text', () => {
    const place = { line: 2, lines: 2, columns: [2, 2] };
    const tokens = { data: [2, 2, 3, 1, 0, 0, 4, 4, 2, 0, 1, 2, 6, 3, 0] };
    expect(tokensInCell(tokens, place)).toEqual({ data: [0, 0, 3, 1, 0, 0, 4, 4, 2, 0, 1, 0, 6, 3, 0] });
    expect(tokensInCell(null, place)).toBeNull();
  });

  it('is asked nothing that would mix the lines of file and cell', async () => {
    const { ask } = openNotebook(text);
    const never = () => expect.unreachable();
    expect(await ask('textDocument/prepareCallHierarchy', { textDocument: { uri: cellUri(2) } }, never)).toBeNull();
    expect(
      await ask('textDocument/semanticTokens/full/delta', { textDocument: { uri: cellUri(2) } }, never),
    ).toBeNull();
  });
});
