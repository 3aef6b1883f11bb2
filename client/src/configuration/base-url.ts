/**
 * Returns a base URL as it was meant: without spaces around it and slashes at its end, and without the scheme that was already in the box when a
 * whole URL was pasted behind it.
 */
export function meantUrl(text: string): string {
  return text
    .trim()
    .replace(/^https?:\/\/(?=https?:\/\/)/i, '')
    .replace(/\/+$/, '');
}

/** Returns whether a text is the base URL of an endpoint. */
export function isBaseUrl(text: string): boolean {
  return /^https?:\/\/(?!https?:)[^/?#\s@]+(?:\/[^?#\s]*)?$/i.test(meantUrl(text));
}
