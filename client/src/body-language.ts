import * as vscode from 'vscode';
import { associateBody, defaultConfiguration } from '../../engine/src/index';

/** Treats a JSON file that says by a comment which request it is for as JSON with comments; the editor's own JSON refuses them. */
export function allowComments(): vscode.Disposable {
  const look = (document: vscode.TextDocument) => {
    if (document.languageId !== 'json') return;
    const head = document.getText(new vscode.Range(0, 0, 5, 0));
    // Without a name, only the comment can say so.
    if (associateBody('', head, defaultConfiguration) === undefined) return;
    void vscode.languages.setTextDocumentLanguage(document, 'jsonc');
  };
  for (const document of vscode.workspace.textDocuments) look(document);
  return vscode.workspace.onDidOpenTextDocument(look);
}
