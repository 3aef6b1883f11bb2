import { endOfPlaceholder } from '../syntax/placeholders';

/**
 * Returns relaxed JSON without its comments and with `"""` strings as JSON strings. All other characters stay as they are; numbers are not
 * parsed, so 12345678901234567890 keeps its digits. A line that held only a comment is removed.
 */
export function toStrictJson(source: string): string {
  const pieces: string[] = [];
  let copied = 0;
  const replace = (start: number, end: number, by: string) => {
    pieces.push(source.slice(copied, start), by);
    copied = end;
  };
  const dropComment = (start: number, end: number) => {
    const line = wholeLine(source, Math.max(start, copied), end, copied);
    if (line !== undefined) replace(line.start, line.end, '');
    else replace(start, end, '');
  };
  for (let at = 0; at < source.length;) {
    const next = source[at + 1];
    switch (source[at]) {
      case '"': {
        const end = stringEnd(source, at);
        if (source.startsWith('"""', at) && end.isClosed)
          replace(at, end.offset, JSON.stringify(source.slice(at + 3, end.offset - 3)));
        at = end.offset;
        break;
      }
      case '#': {
        const end = lineEndFrom(source, at);
        dropComment(at, end);
        at = Math.max(end, copied);
        break;
      }
      case '/': {
        if (next !== '/' && next !== '*') {
          at++;
          break;
        }
        const close = next === '/' ? lineEndFrom(source, at) : source.indexOf('*/', at + 2);
        const end = close < 0 ? source.length : next === '/' ? close : close + 2;
        dropComment(at, end);
        at = Math.max(end, copied);
        break;
      }
      case '{': {
        const end = next === '{' ? endOfPlaceholder(source, at + 2) : -1;
        at = end > 0 ? end : at + 1;
        break;
      }
      default:
        at++;
    }
  }
  pieces.push(source.slice(copied));
  return pieces.join('');
}

/** Returns the line with its line end when only blanks surround the comment. */
function wholeLine(source: string, start: number, end: number, from: number) {
  let first = start;
  while (first > from && (source[first - 1] === ' ' || source[first - 1] === '\t')) first--;
  let last = end;
  while (last < source.length && (source[last] === ' ' || source[last] === '\t')) last++;
  const isLineStart = first === 0 || source[first - 1] === '\n' || source[first - 1] === '\r';
  if (!isLineStart) return undefined;
  if (last === source.length) return { start: first, end: last };
  if (source.startsWith('\r\n', last)) return { start: first, end: last + 2 };
  return source[last] === '\n' || source[last] === '\r' ? { start: first, end: last + 1 } : undefined;
}

function stringEnd(source: string, start: number): { readonly offset: number; readonly isClosed: boolean } {
  if (source.startsWith('"""', start)) {
    const close = source.indexOf('"""', start + 3);
    return close < 0 ? { offset: source.length, isClosed: false } : { offset: close + 3, isClosed: true };
  }
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at];
    const variableEnd = character === '{' && source[at + 1] === '{' ? endOfPlaceholder(source, at + 2) : -1;
    if (variableEnd > 0) at = variableEnd - 1;
    else if (character === '\\') at++;
    else if (character === '"') return { offset: at + 1, isClosed: true };
    else if (character === '\n' || character === '\r') return { offset: at, isClosed: false };
  }
  return { offset: source.length, isClosed: false };
}

function lineEndFrom(source: string, at: number): number {
  const lineFeed = source.indexOf('\n', at);
  if (lineFeed < 0) return source.length;
  return source[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed;
}
