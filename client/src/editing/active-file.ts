import * as vscode from 'vscode';

/** The scheme of the documents of cells. */
const cellScheme = 'vscode-notebook-cell';

/** Returns the file of a document: of a cell, that of its notebook. */
export function fileOf(document: vscode.Uri): vscode.Uri {
  if (document.scheme !== cellScheme) return document;
  const uri = document.toString();
  const notebook = vscode.workspace.notebookDocuments.find((one) =>
    one.getCells().some((cell) => cell.document.uri.toString() === uri),
  );
  return notebook?.uri ?? document;
}

/** Returns the file in which the cursor is. */
export function activeFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document.uri;
  return document && fileOf(document);
}
