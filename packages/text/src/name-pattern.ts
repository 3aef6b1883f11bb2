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

/** Returns whether some text matches both of two patterns with `*` and `?`. */
export function patternsMeet(one: string, other: string): boolean {
  // Which positions of the other pattern can be reached together with a position of the first one; a `*` may stay, and be left.
  let reached = openedAt(other, new Set([0]));
  for (const wanted of one) {
    const next = new Set<number>();
    for (const at of reached) {
      if (wanted === '*') for (let end = at; end <= other.length; end++) next.add(end);
      else if (other[at] === '*') next.add(at);
      else if (at < other.length && (wanted === '?' || other[at] === '?' || wanted === other[at])) next.add(at + 1);
    }
    reached = openedAt(other, next);
  }
  return reached.has(other.length);
}

/** Adds the positions behind each `*` that is reached, since it may match nothing. */
function openedAt(pattern: string, positions: ReadonlySet<number>): ReadonlySet<number> {
  const opened = new Set(positions);
  for (const at of opened) if (pattern[at] === '*') opened.add(at + 1);
  return opened;
}
