import * as vscode from 'vscode';
import type { BaseLanguageClient, Middleware } from 'vscode-languageclient';
import type { CellPlace } from '@rulebook/request-file/cells';
import { changeBetween, lineStartsOf, positionAt } from '@rulebook/text';
import { moveSecretCommand } from '../../../server/src/protocol';
import { inCell, inFile, isObject, isRange, rangeInCell, type Range } from './cell-positions';
import { foldsInCell, tokensInCell } from './cell-looks';
import { cellScheme } from './notebook-types';
import type { JoinedNotebook, OpenNotebooks, PlacedCell } from './open-notebooks';

/** What the server is asked about cells; what is not here is left to the editor. */
const asked = new Set(
  [
    ...[
      'completion',
      'hover',
      'signatureHelp',
      'definition',
      'references',
      'documentHighlight',
      'codeAction',
      'codeLens',
    ],
    ...['documentLink', 'rename', 'prepareRename', 'documentSymbol', 'inlayHint', 'diagnostic', 'onTypeFormatting'],
    ...[
      'rangeFormatting',
      'formatting',
      'foldingRange',
      'selectionRange',
      'semanticTokens/full',
      'semanticTokens/range',
    ],
  ].map((name) => `textDocument/${name}`),
);
type Message = Readonly<Record<string, unknown>>;

const wholeTokens = 'textDocument/semanticTokens/full';
const tokensInRange = 'textDocument/semanticTokens/range';
const opened = 'textDocument/didOpen';
const changed = 'textDocument/didChange';
const closed = 'textDocument/didClose';

/** Shows notebooks to the language server as the files that they are, and its answers in their cells. */
export interface CellMessages extends vscode.Disposable {
  readonly middleware: Required<Pick<Middleware, 'sendRequest' | 'sendNotification'>>;
  /** Sends what has changed in a notebook; what then is asked is about its newest text. */
  readonly sync: (notebook: vscode.NotebookDocument) => Promise<void>;
}

/** Returns what is between the client and the server. The server knows no cells: it has the joined text under the name of the file. */
export function createCellMessages(
  notebooks: OpenNotebooks,
  client: Pick<BaseLanguageClient, 'sendNotification' | 'isRunning' | 'onDidChangeState'>,
): CellMessages {
  /** What the server has, by the file. */
  const sent = new Map<string, JoinedNotebook>();
  /** The messages that are made here. */
  const own = new WeakSet<object>();
  const notify = async (method: string, params: object): Promise<void> => {
    if (!client.isRunning()) return;
    own.add(params);
    await client.sendNotification(method, params);
  };
  const sync = async (notebook: vscode.NotebookDocument): Promise<void> => {
    if (!client.isRunning()) return;
    const file = notebooks.joined(notebook);
    const uri = file.uri.toString();
    const former = sent.get(uri);
    if (former?.version === file.version) return;
    sent.set(uri, file);
    const { version, text, languageId } = file;
    if (former === undefined) await notify(opened, { textDocument: { uri, version, text, languageId } });
    else if (former.text !== text)
      await notify(changed, { textDocument: { uri, version }, contentChanges: [changeOf(former.text, text)] });
    else await notify(changed, { textDocument: { uri, version }, contentChanges: [] });
  };
  const close = async (uri: string): Promise<void> => {
    if (!sent.delete(uri)) return;
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri && !one.isClosed);
    await notify(closed, { textDocument: { uri } });
    if (document === undefined) return;
    const { version, languageId } = document;
    await notify(opened, { textDocument: { uri, version, languageId, text: document.getText() } });
  };
  const subscriptions = [
    vscode.workspace.onDidChangeNotebookDocument(({ notebook }) => {
      if (notebooks.find(notebook.uri.toString()) !== undefined) void sync(notebook);
    }),
    vscode.workspace.onDidCloseNotebookDocument(({ uri }) => {
      void close(uri.toString());
    }),
    // A server that starts again has nothing yet.
    client.onDidChangeState(() => {
      if (!client.isRunning()) sent.clear();
    }),
  ];
  return {
    sync,
    middleware: {
      sendNotification: async (type, next, params) => {
        const method = typeof type === 'string' ? type : type.method;
        const about: Message = isObject(params) ? params : {};
        const uri = uriOf(about);
        if (uri === undefined || own.has(about)) return next(type, params);
        const isText = method.startsWith('textDocument/');
        if (uri.startsWith(`${cellScheme}:`)) {
          const placed = notebooks.cellOf(uri);
          if (placed === undefined) return undefined;
          await sync(placed.cell.notebook);
          return isText ? undefined : next(type, renamed(about, placed) as typeof params);
        }
        // The notebook is what the server has of the file.
        return isText && sent.has(uri) ? undefined : next(type, params);
      },
      sendRequest: async (type, param, token, next) => {
        const method = typeof type === 'string' ? type : type.method;
        const about: Message = isObject(param) ? param : {};
        const kept: Message = isObject(about['data']) ? about['data'] : {};
        const uri = typeof kept['cell'] === 'string' ? kept['cell'] : uriOf(about);
        if (uri?.startsWith(`${cellScheme}:`) !== true) {
          const notebook = uri === undefined ? undefined : notebooks.find(uri);
          if (notebook !== undefined) await sync(notebook);
          return next(type, param, token);
        }
        const placed = notebooks.cellOf(uri);
        if (placed === undefined) return null as never;
        await sync(placed.cell.notebook);
        if (!method.startsWith('textDocument/') && !method.endsWith('/resolve'))
          return next(type, renamed(about, placed) as typeof param, token);
        if (method.startsWith('textDocument/') && !asked.has(method)) return null as never;
        if (method === wholeTokens) {
          // The words of the other cells would only be dropped.
          const range = rangeOfPlace(placed.place);
          return tokensInCell(
            await next(tokensInRange as typeof type, { ...renamed(about, placed), range } as typeof param, token),
            placed.place,
          ) as never;
        }
        const { data: _data, ...rest } = about;
        const data = 'data' in kept ? { data: kept['data'] } : {};
        const message = { ...(renamed(inFile(rest, placed.place) as Message, placed) as object), ...data };
        const answer = await next(type, message as typeof param, token);
        const made = answerFor(answer, method, placed, notebooks);
        return (isResolved(method) ? withCell(made, uri) : made) as typeof answer;
      },
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Returns the document that a message is about. */
function uriOf(message: Message): string | undefined {
  const { textDocument, uri } = message;
  if (isObject(textDocument) && typeof textDocument['uri'] === 'string') return textDocument['uri'];
  return typeof uri === 'string' ? uri : undefined;
}

/** Returns a message with the file, and its line and version, in place of the cell. */
function renamed(message: Message, { file, place }: PlacedCell): object {
  const uri = file.uri.toString();
  // The answers differ from cell to cell.
  const { previousResultId: _previous, ...rest } = message;
  if (isObject(rest['textDocument'])) return { ...rest, textDocument: { ...rest['textDocument'], uri } };
  if (typeof rest['uri'] !== 'string') return rest;
  return {
    ...{ ...rest, uri },
    ...(typeof rest['line'] === 'number' && { line: rest['line'] + place.line }),
    ...('version' in rest && { version: file.version }),
  };
}

/** Returns an answer of the server about a file as one about a cell of it. */
function answerFor(answer: unknown, method: string, { place }: PlacedCell, notebooks: OpenNotebooks): unknown {
  if (method === 'textDocument/foldingRange') return foldsInCell(answer, place);
  if (method === tokensInRange) return tokensInCell(answer, place);
  const locate = (uri: unknown, range: unknown): { readonly uri: unknown; readonly range: unknown } => {
    const notebook = typeof uri === 'string' ? notebooks.find(uri) : undefined;
    const other = notebook && isRange(range) ? notebooks.cellAt(notebook, range.start.line) : undefined;
    if (other === undefined || !isRange(range)) return { uri, range };
    return { uri: other.cell.document.uri.toString(), range: rangeInCell(range, other.place) ?? range };
  };
  return inCell(answer, place, (value) => {
    if (value['command'] === moveSecretCommand) return { mapped: undefined };
    if (typeof value['uri'] === 'string') return { mapped: { ...value, ...locate(value['uri'], value['range']) } };
    if (typeof value['targetUri'] === 'string') {
      const { uri, range } = locate(value['targetUri'], value['targetSelectionRange']);
      const origin = isRange(value['originSelectionRange']) && rangeInCell(value['originSelectionRange'], place);
      const target = uri === value['targetUri'] ? value['targetRange'] : range;
      const link = { ...value, targetUri: uri, targetRange: target, targetSelectionRange: range };
      return { mapped: origin ? { ...link, originSelectionRange: origin } : link };
    }
    const edit = editOver(value, notebooks);
    return edit && { mapped: edit };
  });
}

/** Returns whether the server is asked later for the rest of its answers. */
function isResolved(method: string): boolean {
  return /\/(?:completion|codeAction|codeLens|documentLink|inlayHint|resolve)$/.test(method);
}

/** Notes the cell in what is asked about later. */
function withCell(answer: unknown, cell: string): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withCell(one, cell));
  if (!isObject(answer)) return answer;
  if (Array.isArray(answer['items'])) return { ...answer, items: withCell(answer['items'], cell) };
  return { ...answer, data: { cell, ...('data' in answer && { data: answer['data'] }) } };
}

/** Returns the lines of a cell in its file. */
function rangeOfPlace({ line, lines }: CellPlace): Range {
  return { start: { line, character: 0 }, end: { line: line + lines, character: 0 } };
}

interface Edit {
  readonly range: Range;
  readonly newText: string;
}

/** Returns an edit of files as one of the cells of those that are open as notebooks; undefined for what is none. */
function editOver(value: Message, notebooks: OpenNotebooks): object | undefined {
  const { changes, documentChanges } = value;
  if (isObject(changes))
    return {
      ...value,
      changes: Object.fromEntries(
        Object.entries(changes).flatMap(([uri, edits]) =>
          overCells(uri, edits as readonly Edit[], notebooks).map(([own, some]) => [own, some]),
        ),
      ),
    };
  if (!Array.isArray(documentChanges)) return undefined;
  return {
    ...value,
    documentChanges: documentChanges.flatMap((change: unknown) => {
      if (!isObject(change) || !isObject(change['textDocument'])) return [change];
      const { textDocument, edits } = change;
      const uri = String(textDocument['uri']);
      if (notebooks.find(uri) === undefined) return [change];
      return overCells(uri, edits as readonly Edit[], notebooks).map(([own, some]) => {
        return { textDocument: { uri: own, version: null }, edits: some };
      });
    }),
  };
}

function overCells(
  uri: string,
  edits: readonly Edit[],
  notebooks: OpenNotebooks,
): readonly (readonly [uri: string, edits: readonly Edit[]])[] {
  const notebook = notebooks.find(uri);
  if (notebook === undefined) return [[uri, edits]];
  const found = new Map<string, Edit[]>();
  for (const edit of edits) {
    const other = notebooks.cellAt(notebook, edit.range.start.line);
    const range = other && rangeInCell(edit.range, other.place);
    if (other === undefined || range === undefined) continue;
    const own = other.cell.document.uri.toString();
    found.set(own, [...(found.get(own) ?? []), { ...edit, range }]);
  }
  return [...found];
}

/** Returns the difference of two texts as a change of the protocol, which never begins or ends inside of a line end or a character. */
function changeOf(former: string, text: string): object {
  const { start: from, end: to, delta } = changeBetween(former, text);
  const isInside = (at: number) => /[\r\uD800-\uDBFF]/.test(former.charAt(at - 1));
  const start = isInside(from) ? from - 1 : from;
  const end = isInside(to) && to < former.length ? to + 1 : to;
  const starts = lineStartsOf(former);
  const range = { start: positionAt(starts, start), end: positionAt(starts, end) };
  return { range, text: text.slice(start, end + delta) };
}
