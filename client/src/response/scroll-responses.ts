import * as vscode from 'vscode';
import { FollowedEnds } from './followed-ends';

/** In the head of a response, of which so many characters are looked at. */
const eventStream = /^content-type: *text\/event-stream/im;
const longestHead = 20_000;

/** Keeps on the screen what counts of a response while it arrives. */
export interface ResponseScroll extends vscode.Disposable {
  /** Takes note of a response that arrives, with its first text. */
  readonly begin: (uri: vscode.Uri, text: string) => void;
  /** Called before its document grows. */
  readonly grow: (uri: vscode.Uri) => void;
  /** Called before its document gets the whole response. What was followed to its end is read from its beginning, but for events. */
  readonly complete: (uri: vscode.Uri, isEventStream: boolean) => void;
  /** Called before its document says why there is no response. */
  readonly fail: (uri: vscode.Uri) => void;
  readonly showEnd: (document: vscode.TextDocument) => void;
}

/** Returns what scrolls the responses that are documents of a scheme. */
export function createResponseScroll(scheme: string): ResponseScroll {
  /** The arriving responses whose end is on the screen, and stays there. */
  const atEnd = new Set<string>();
  /** The event streams that arrive: the last events count, so their end stays on the screen also when they come quickly. */
  const events = new FollowedEnds();
  /** Those that are complete now, and are shown from their beginning again. */
  const toStart = new Set<string>();
  /** Those that are complete now, and whose end is shown once more. */
  const toEnd = new Set<string>();
  const subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const uri = document.uri.toString();
      const isFollowed = atEnd.delete(uri) || toEnd.delete(uri) || events.has(uri);
      if (toStart.delete(uri)) showLine(document, 0);
      else if (isFollowed) showEnd(document);
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document }, visibleRanges }) => {
      const [start, end] = [visibleRanges[0], visibleRanges.at(-1)];
      if (document.uri.scheme !== scheme || start === undefined || end === undefined) return;
      const lines = { first: start.start.line, last: end.end.line, count: document.lineCount };
      events.look(document.uri.toString(), lines);
    }),
  ];
  return {
    begin: (uri, text) => {
      if (eventStream.test(text.slice(0, longestHead))) events.start(uri.toString());
    },
    grow: (uri) => {
      noteEnd(uri, atEnd);
    },
    complete: (uri, isEventStream) => {
      if (!isEventStream) noteEnd(uri, toStart);
      else if (events.stop(uri.toString())) toEnd.add(uri.toString());
    },
    fail: (uri) => {
      events.stop(uri.toString());
    },
    showEnd,
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Takes note of a document whose end is on the screen, before it grows. */
function noteEnd(uri: vscode.Uri, atEnd: Set<string>): void {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const last = editor?.visibleRanges.at(-1)?.end.line;
  if (editor !== undefined && last !== undefined && last >= editor.document.lineCount - 3) atEnd.add(uri.toString());
}

function showEnd(document: vscode.TextDocument): void {
  showLine(document, document.lineCount - 1);
}

function showLine(document: vscode.TextDocument, line: number): void {
  const { range } = document.lineAt(line);
  for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) editor.revealRange(range);
}
