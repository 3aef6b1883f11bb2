/** Returns whether a query in Lucene's syntax may be one: its brackets and quotes are closed, and its operators are between words. */
export function isQueryString(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '"' || character === '/') {
      const end = endOfQuoted(text, at);
      // A slash can also be a part of a word, which only some versions refuse.
      if (end === undefined && character === '"') return false;
      at = end ?? at;
    } else if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0 && !/:\s*(?:AND|OR|NOT)(?![^\s)])/.test(text.replaceAll(/"[^"]*"/g, '""'));
}

/** Returns where a text in quotes or slashes ends. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return undefined;
}
