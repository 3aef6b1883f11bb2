import * as vscode from 'vscode';
import type { LeaveParams } from '../../../server/src/protocol';

/** Says when the cursor has left the line of a request file that was edited last, or the user has saved it. */
export function watchCursor(notify: (params: LeaveParams) => void): vscode.Disposable {
  const edited = new Map<string, number>();
  const leave = (uri: string) => {
    edited.delete(uri);
    notify({ uri });
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document: { uri, languageId }, contentChanges }) => {
      const [change, ...others] = contentChanges;
      if (languageId !== 'http' || change === undefined) return;
      const isInLine = others.length === 0 && change.range.isSingleLine && !/[\r\n]/.test(change.text);
      if (isInLine) edited.set(uri.toString(), change.range.start.line);
      else edited.delete(uri.toString());
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const uri = textEditor.document.uri.toString();
      const line = edited.get(uri);
      if (line !== undefined && selections.every(({ active }) => active.line !== line)) leave(uri);
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      for (const uri of edited.keys()) if (uri !== editor?.document.uri.toString()) leave(uri);
    }),
    // Many editors save by themselves while a line is typed.
    vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
      if (reason === vscode.TextDocumentSaveReason.Manual && edited.has(uri.toString())) leave(uri.toString());
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      edited.delete(uri.toString());
    }),
  );
}
