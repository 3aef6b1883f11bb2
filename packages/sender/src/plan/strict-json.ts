import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';

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
    const line = wholeLine(source, start, end);
    if (line !== undefined) replace(line.start, line.end, '');
    else replace(start, end, '');
  };
  const tokens = new JsonTokens(source, 0, source.length);
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    const { start, end, isLong } = tokens;
    if (kind > jsonToken.text && kind !== jsonToken.unknown) dropComment(start, end);
    else if (isLong && end - start >= 6 && source.endsWith('"""', end))
      replace(start, end, JSON.stringify(tokens.value));
  }
  pieces.push(source.slice(copied));
  return pieces.join('');
}

/** Returns the line with its line end when only blanks surround the comment. */
function wholeLine(source: string, start: number, end: number) {
  let first = start;
  while (source[first - 1] === ' ' || source[first - 1] === '\t') first--;
  let last = end;
  while (last < source.length && (source[last] === ' ' || source[last] === '\t')) last++;
  const isLineStart = first === 0 || source[first - 1] === '\n' || source[first - 1] === '\r';
  if (!isLineStart) return undefined;
  if (last === source.length) return { start: first, end: last };
  if (source.startsWith('\r\n', last)) return { start: first, end: last + 2 };
  return source[last] === '\n' || source[last] === '\r' ? { start: first, end: last + 1 } : undefined;
}
