import * as vscode from 'vscode';
import { definitionLayer, type VariableLayer } from '@rulebook/sender/variables';
import { withoutProse } from '@rulebook/request-file/syntax';

/** Returns the text of a document as far as it belongs to requests, with all lines at their numbers. */
export function requestsInDocument(document: Pick<vscode.TextDocument, 'languageId' | 'getText'>): string {
  return document.languageId === 'markdown' ? withoutProse(document.getText()) : document.getText();
}

/** Returns the text of the requests of a file by its URI; empty when it cannot be opened any more. */
async function requestTextAt(uri: string): Promise<string> {
  try {
    return requestsInDocument(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
  } catch {
    return '';
  }
}

/** Returns the definitions of imported files, by their URIs. */
export function importedDefinitions(uris: readonly string[] = []): Promise<readonly VariableLayer[]> {
  return Promise.all(
    uris.map(async (uri) => {
      const place = vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
      return definitionLayer(await requestTextAt(uri), { place, path: uri });
    }),
  );
}
