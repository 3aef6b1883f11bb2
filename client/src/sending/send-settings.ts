import * as vscode from 'vscode';

/** Returns whether cookies are kept for the requests of a document. */
export function keepsCookies(document: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('rulebook', document).get<boolean>('cookies') ?? true;
}

/** Returns the time limit of a document's requests in seconds. */
export function timeoutSetting(document: vscode.Uri): number {
  const seconds = vscode.workspace.getConfiguration('rulebook', document).get<number>('timeout');
  return typeof seconds === 'number' && seconds > 0 ? seconds : 30;
}
