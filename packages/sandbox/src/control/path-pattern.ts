/** Returns the path of a request's target. */
export function pathOfTarget(target: string): string {
  return target.replace(/[?#].*$/s, '');
}

/**
 * Returns whether a text fits a pattern, in which `*` stands for any characters. It compares piece by piece, since a regular expression with many `*` could take very long.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
