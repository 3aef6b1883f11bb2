import * as vscode from 'vscode';

/** Returns whether responses are documents of the editor, and not a view. */
export function isShownAsText(): boolean {
  return vscode.workspace.getConfiguration('rulebook').get<string>('responseView') === 'text';
}
