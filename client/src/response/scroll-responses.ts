import * as vscode from 'vscode';
import { FollowedEnds } from './followed-ends';

/** In the head of a response, of which so many characters are looked at. */
const eventStream = /^content-type: *text\/event-stream/im;
const longestHead = 20_000;

/** The editor takes so long at most, in milliseconds, to take lenses away. */
const pause = { lenses: 300, giveUp: 3000 };

/** Keeps on the screen what counts of a response while it arrives. */
export interface ResponseScroll extends vscode.Disposable {
  /** Takes note of a response that arrives, with its first text. */
  readonly begin: (uri: vscode.Uri, text: string) => void;
  /** Called before its document gets the whole response. What was followed to its end is read from its beginning, but for events. */
  readonly complete: (uri: vscode.Uri, isEventStream: boolean) => void;
  /** Called before its document says why there is no response. */
  readonly fail: (uri: vscode.Uri) => void;
  readonly showEnd: (document: vscode.TextDocument) => void;
  /**
   * Returns whether its beginning is about to be shown, and takes note that it has no lenses now. A lens above the first line of a document that is
   * not at its very top would be out of sight.
   */
  readonly withoutLenses: (uri: string) => boolean;
}

/** Returns what scrolls the responses that are documents of a scheme, and calls `onReturned` when lenses may be again. */
export function createResponseScroll(scheme: string, onReturned: () => void): ResponseScroll {
  const followed = new FollowedEnds();
  /** The first texts that arrived say of these that they are events. */
  const events = new Set<string>();
  /** Those that are complete now, and are shown from their beginning again. */
  const toStart = new Set<string>();
  /** Those that are complete now, and whose end is shown once more. */
  const toEnd = new Set<string>();
  const returning = new Returning(onReturned);
  const subscriptions = [
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const uri = document.uri.toString();
      const isFollowed = toEnd.delete(uri) || followed.has(uri);
      if (toStart.delete(uri)) {
        showLine(document, 0);
        if (isAtStart(document)) returning.reached(uri);
      } else if (isFollowed) showEnd(document);
    }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document }, visibleRanges }) => {
      const [start, end] = [visibleRanges[0], visibleRanges.at(-1)];
      if (document.uri.scheme !== scheme || start === undefined || end === undefined) return;
      const uri = document.uri.toString();
      followed.look(uri, { first: start.start.line, last: end.end.line, count: document.lineCount });
      if (start.start.line === 0 && !toStart.has(uri)) returning.reached(uri);
    }),
  ];
  return {
    begin: (uri, text) => {
      followed.start(uri.toString());
      if (eventStream.test(text.slice(0, longestHead))) events.add(uri.toString());
    },
    complete: (uri, isEventStream) => {
      const key = uri.toString();
      const isFollowed = followed.stop(key);
      if ((events.delete(key) || isEventStream) && isFollowed) toEnd.add(key);
      else if (isFollowed) {
        toStart.add(key);
        returning.begin(key);
      }
    },
    fail: (uri) => {
      followed.stop(uri.toString());
      events.delete(uri.toString());
    },
    showEnd,
    withoutLenses: (uri) => returning.ask(uri),
    dispose: () => {
      returning.dispose();
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Knows of which documents the beginning is about to be shown: until it is on the screen and the editor has taken their former lenses away. */
class Returning {
  readonly #onReturned: () => void;
  readonly #waiting = new Map<string, { isReached: boolean; isAsked: boolean; timer: NodeJS.Timeout }>();

  constructor(onReturned: () => void) {
    this.#onReturned = onReturned;
  }

  begin(uri: string): void {
    const timer = setTimeout(() => {
      this.#end(uri);
    }, pause.giveUp);
    this.#waiting.set(uri, { isReached: false, isAsked: false, timer });
  }

  reached(uri: string): void {
    this.#note(uri, 'isReached');
  }

  /** Returns whether the document has no lenses for now. */
  ask(uri: string): boolean {
    this.#note(uri, 'isAsked');
    return this.#waiting.has(uri);
  }

  dispose(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }

  #note(uri: string, what: 'isReached' | 'isAsked'): void {
    const one = this.#waiting.get(uri);
    if (one === undefined || one[what]) return;
    one[what] = true;
    if (!one.isReached || !one.isAsked) return;
    clearTimeout(one.timer);
    one.timer = setTimeout(() => {
      this.#end(uri);
    }, pause.lenses);
  }

  #end(uri: string): void {
    this.#waiting.delete(uri);
    this.#onReturned();
  }
}

function isAtStart(document: vscode.TextDocument): boolean {
  return vscode.window.visibleTextEditors.some(
    (editor) => editor.document === document && editor.visibleRanges[0]?.start.line === 0,
  );
}

function showEnd(document: vscode.TextDocument): void {
  showLine(document, document.lineCount - 1);
}

function showLine(document: vscode.TextDocument, line: number): void {
  const { range } = document.lineAt(line);
  for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) editor.revealRange(range);
}
