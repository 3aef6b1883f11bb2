import * as vscode from 'vscode';
/** Returns the time of an entry within its day. */
export function describeTime(time: number): string {
  return new Date(time).toLocaleTimeString();
}

/** Returns the day of a time in words. */
export function describeDay(time: number): string {
  const day = new Date(time).toDateString();
  const now = new Date();
  if (day === now.toDateString()) return vscode.l10n.t('Today');
  now.setDate(now.getDate() - 1);
  if (day === now.toDateString()) return vscode.l10n.t('Yesterday');
  return new Date(time).toLocaleDateString(undefined, { dateStyle: 'full' });
}
