/**
 * Prints JSON text with one member per line. Numbers and strings are copied as written, since parsing and printing would change some of
 * them. Returns undefined for text that is not JSON, or would become far too long. One pass, for texts of any length and depth.
 */
export function printJson(source: string): string | undefined {
  const pieces: string[] = [];
  // The closing bracket of each open one. Not recursive, since the sender decides how deeply the text is nested.
  const open: string[] = [];
  let indented = 0;
  const newLine = () => {
    const depth = Math.min(open.length, 40);
    indented += depth;
    pieces.push('\n', '  '.repeat(depth));
  };
  let previous = '';
  for (let at = skipBlanks(source, 0); at < source.length;) {
    const end = tokenEnd(source, at);
    if (end === undefined || indented > mostIndented) return undefined;
    const text = source.slice(at, end);
    at = skipBlanks(source, end);
    const next = source[at];
    const isOpening = text === '{' || text === '[';
    if (text === '}' || text === ']') {
      if (open.pop() !== text) return undefined;
      if (previous !== '{' && previous !== '[') newLine();
    } else if (isOpening) open.push(text === '{' ? '}' : ']');
    pieces.push(text === ':' ? ': ' : text);
    if (text === ',' || (isOpening && next !== '}' && next !== ']')) newLine();
    // Several values in sequence are newline-delimited JSON.
    else if (open.length === 0 && next !== undefined && next !== ':' && next !== ',' && text !== ':') pieces.push('\n');
    previous = text;
  }
  return open.length > 0 || pieces.length === 0 ? undefined : pieces.join('');
}

/** The limit of the indentation levels of all lines together: deep nesting can turn few bytes into very many. */
const mostIndented = 50_000_000;

const quote = 34;
const backslash = 92;

/** Returns the end of the token at an offset, or undefined when there is none. */
function tokenEnd(source: string, at: number): number | undefined {
  if (source.charCodeAt(at) !== quote) {
    if ('{}[],:'.includes(source[at] ?? ' ')) return at + 1;
    plainToken.lastIndex = at;
    return plainToken.test(source) ? plainToken.lastIndex : undefined;
  }
  for (let end = at + 1; end < source.length; end++) {
    const unit = source.charCodeAt(end);
    if (unit === backslash) end++;
    else if (unit === quote) return end + 1;
  }
  return undefined;
}

const plainToken = /-?\d[\d.eE+-]*|true|false|null/y;

function skipBlanks(source: string, from: number): number {
  let at = from;
  for (; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) break;
  }
  return at;
}
