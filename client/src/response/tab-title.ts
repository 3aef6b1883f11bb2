import * as vscode from 'vscode';
/** Returns the title of the tab of a response. */
export function titleOfTab(number: number, label: string): string {
  return vscode.l10n.t('Response {0}: {1}', number, namePart(label));
}

/** Returns a label, which may hold anything, as a part of a path. */
export function namePart(label: string): string {
  return label
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .trim()
    .slice(0, 60);
}
