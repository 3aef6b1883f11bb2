/** Returns whether a text matches a pattern with `*` for any characters and `?` for one. Does not backtrack exponentially. */
export function matchesPattern(pattern: string, text: string): boolean {
  let at = 0;
  let inPattern = 0;
  // The position of the last `*`, and how much of the text it has matched; on a mismatch, it matches one more character.
  let star = -1;
  let taken = 0;
  while (at < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern++;
      taken = at;
    } else if (wanted === '?' || wanted === text[at]) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++taken;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
