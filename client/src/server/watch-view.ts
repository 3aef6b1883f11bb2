import * as vscode from 'vscode';
import type { ViewportParams } from '../../../server/src/protocol';

/** Scrolling has ended when nothing has moved for this time, in milliseconds. */
const rest = 300;

/** Reports which lines of request and JSON files are visible, each time that scrolling has ended or something else has `changed`. */
export function watchView(notify: (params: ViewportParams) => void, changed: vscode.Event<unknown>): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = ({ document: { uri, languageId }, visibleRanges: [first] }: vscode.TextEditor) => {
    if (first === undefined || !/^(?:http|jsonc?)$/.test(languageId)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      notify({ uri: uri.toString(), line: Math.floor((first.start.line + first.end.line) / 2) });
    }, rest);
  };
  const subscriptions = [
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
      look(textEditor);
    }),
    // An editor may open where it was left, also before the server runs.
    ...[vscode.window.onDidChangeActiveTextEditor, changed].map((listen) =>
      listen(() => {
        if (vscode.window.activeTextEditor) look(vscode.window.activeTextEditor);
      }),
    ),
  ];
  return {
    dispose: () => {
      clearTimeout(timer);
      for (const one of subscriptions) one.dispose();
    },
  };
}
