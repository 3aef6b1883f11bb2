import type { KeptCookie } from '@rulebook/sender/ports';
import * as vscode from 'vscode';

/** Returns what a cookie holds for; its value is not known here. */
export function detailOfCookie({ path, expires, isSecure, isHttpOnly }: KeptCookie): string {
  return [
    vscode.l10n.t('path {0}', path),
    expires === undefined ? vscode.l10n.t('until the window closes') : vscode.l10n.t('until {0}', dateOf(expires)),
    ...(isSecure ? [vscode.l10n.t('https only')] : []),
    ...(isHttpOnly ? ['HttpOnly'] : []),
  ].join(', ');
}

/** Returns the cookies in the order in which they are listed. */
export function sortCookies(cookies: readonly KeptCookie[]): readonly KeptCookie[] {
  const keyOf = ({ origin, name, path }: KeptCookie) => `${origin}\n${name}\n${path}`;
  return [...cookies].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A service may name any time; not each is a date. */
function dateOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? vscode.l10n.t('a distant time')
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
