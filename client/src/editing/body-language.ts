import * as vscode from 'vscode';
import { associateBody, defaultConfiguration } from '@rulebook/sender/configuration';

/** Changes the language of a JSON file with a `// @request` comment to JSON with comments, because plain JSON has none. */
export function allowComments(): vscode.Disposable {
  const look = (document: vscode.TextDocument) => {
    if (document.languageId !== 'json') return;
    const head = document.getText(new vscode.Range(0, 0, 5, 0));
    // Without a name, only the comment can associate the file.
    if (associateBody('', head, defaultConfiguration) === undefined) return;
    void vscode.languages.setTextDocumentLanguage(document, 'jsonc');
  };
  for (const document of vscode.workspace.textDocuments) look(document);
  return vscode.workspace.onDidOpenTextDocument(look);
}
