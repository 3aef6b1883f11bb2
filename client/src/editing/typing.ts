import * as vscode from 'vscode';
import { editAfterTyping } from './typed-edits';

/** Follows what is typed in request files with the small edits that the language configuration of the editor cannot say. */
export function followTyping(): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
    const [change] = contentChanges;
    const editor = vscode.window.activeTextEditor;
    if (document.languageId !== 'http' || editor?.document !== document || reason !== undefined) return;
    if (contentChanges.length !== 1 || change?.rangeLength !== 0 || !/^[}:]$/.test(change.text)) return;
    const edit = editAfterTyping(document.getText(), change.rangeOffset + 1);
    if (edit === undefined) return;
    const range = new vscode.Range(document.positionAt(edit.start), document.positionAt(edit.end));
    void editor.edit(
      (builder) => {
        builder.delete(range);
      },
      { undoStopBefore: false, undoStopAfter: false },
    );
  });
}
