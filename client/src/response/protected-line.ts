import * as vscode from 'vscode';
import type { KeptResponse } from './kept-responses';

/** Colours the first line of each visible response that a protected environment or endpoint gave; the line says it in words, too. */
export function createProtectedLines(answerOf: (uri: vscode.Uri) => KeptResponse | undefined): vscode.Disposable & {
  readonly update: () => void;
} {
  const look = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    color: new vscode.ThemeColor('statusBarItem.warningForeground'),
    backgroundColor: new vscode.ThemeColor('statusBarItem.warningBackground'),
    overviewRulerColor: new vscode.ThemeColor('statusBarItem.warningBackground'),
  });
  const update = () => {
    for (const editor of vscode.window.visibleTextEditors) {
      const answer = answerOf(editor.document.uri);
      if (answer !== undefined)
        editor.setDecorations(look, answer.exchange?.isProtected ? [new vscode.Range(0, 0, 0, 0)] : []);
    }
  };
  const followed = vscode.window.onDidChangeVisibleTextEditors(update);
  return { update, dispose: () => void vscode.Disposable.from(look, followed).dispose() };
}
