import * as vscode from 'vscode';
import type { LookParams } from '../../server/src/protocol';

/** Scrolling ends when nothing has moved for so many milliseconds. */
const rest = 300;

/** Tells where somebody looks in request and JSON files, each time that scrolling has come to rest. */
export function watchView(tell: (params: LookParams) => void): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
    const { uri, languageId } = textEditor.document;
    const [first] = visibleRanges;
    if (first === undefined || !/^(?:http|jsonc?)$/.test(languageId)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      tell({ uri: uri.toString(), line: Math.floor((first.start.line + first.end.line) / 2) });
    }, rest);
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      subscription.dispose();
    },
  };
}
