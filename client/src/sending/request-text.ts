import * as vscode from 'vscode';
import { withoutProse } from '../../../engine/src/syntax/index';

/** Returns the text of a document as far as it belongs to requests, with all lines at their numbers. */
export function requestTextOf(document: Pick<vscode.TextDocument, 'languageId' | 'getText'>): string {
  return document.languageId === 'markdown' ? withoutProse(document.getText()) : document.getText();
}

/** Returns the text of the requests of a file by its URI; empty when it cannot be opened any more. */
export async function requestTextAt(uri: string): Promise<string> {
  try {
    return requestTextOf(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
  } catch {
    return '';
  }
}
