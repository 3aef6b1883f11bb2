/** In UTF-16 code units: the page would need very much memory and time for longer lines. */
const longest = 10_000;
/** Where a line is continued on the next one: the first sign has no width. */
const continued = '\u2060\n';

/** Returns a text whose very long lines are continued on the next ones; it begins at a column. */
export function brokenLines(text: string, column = 0): string {
  const pieces: string[] = [];
  let start = 0;
  let room = Math.max(1, longest - column);
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const length = (end < 0 ? text.length : end) - start;
    if (length > room) {
      pieces.push(text.slice(start, start + room), continued);
      start += room;
    } else {
      pieces.push(end < 0 ? text.slice(start) : text.slice(start, end + 1));
      start += length + 1;
    }
    room = longest;
  }
  return pieces.join('');
}

/** Returns a text with its long lines as they were, for copying. */
export function joinedLines(text: string): string {
  return text.replaceAll(continued, '');
}
