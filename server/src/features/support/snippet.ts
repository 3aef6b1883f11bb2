/** Returns the text that a snippet leaves when nothing is typed into it, for clients without snippets. */
export function plainTextOfSnippet(snippet: string): string {
  let result = '';
  for (let at = 0; at < snippet.length;) {
    const rest = snippet.slice(at, at + 1);
    if (rest === '\\' && at + 1 < snippet.length) {
      result += snippet[at + 1] ?? '';
      at += 2;
      continue;
    }
    const stop = rest === '$' ? readStop(snippet, at) : undefined;
    result += stop ? stop.text : rest;
    at = stop ? stop.end : at + 1;
  }
  return result;
}

/** Reads `$1`, `${1}`, `${1:text}` and `${1|one,two|}` at a dollar sign. */
function readStop(snippet: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const bare = /^\$\d+/.exec(snippet.slice(at, at + 12));
  if (bare) return { text: '', end: at + bare[0].length };
  const open = /^\$\{\d+/.exec(snippet.slice(at, at + 12));
  if (!open) return undefined;
  const inside = at + open[0].length;
  const end = closingBrace(snippet, inside);
  if (end === undefined) return undefined;
  const content = snippet.slice(inside + 1, end);
  const kind = snippet[inside];
  if (kind === ':') return { text: plainTextOfSnippet(content), end: end + 1 };
  if (kind === '|') return { text: content.replace(/\|$/, '').split(',')[0] ?? '', end: end + 1 };
  return { text: '', end: end + 1 };
}

function closingBrace(snippet: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < snippet.length; at++) {
    if (snippet[at] === '\\') at++;
    else if (snippet.startsWith('${', at)) depth++;
    else if (snippet[at] === '}' && depth-- === 0) return at;
  }
  return undefined;
}
