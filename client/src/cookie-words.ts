import type { KeptCookie } from '../../engine/src/index';

/** Returns what a cookie holds for; its value is not known here. */
export function detailOfCookie({ path, expires, isSecure, isHttpOnly }: KeptCookie): string {
  return [
    `path ${path}`,
    expires === undefined ? 'until the window closes' : `until ${dateOf(expires)}`,
    ...(isSecure ? ['https only'] : []),
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
  return Number.isNaN(date.getTime()) ? 'a distant time' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
