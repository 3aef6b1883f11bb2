import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';

/**
 * Prints JSON text with one member per line. Numbers and strings are copied as written, since parsing and printing would change some of
 * them. Returns undefined for text that is not JSON, or would become far too long; `isCut` says that the text is only the beginning of one.
 * One pass, for texts of any length and depth.
 */
export function printJson(source: string, isCut = false): string | undefined {
  const tokens = new JsonTokens(source, 0, source.length, true);
  const pieces: string[] = [];
  // The closing bracket of each open one. Not recursive, since the sender decides how deeply the text is nested.
  const open: number[] = [];
  let indented = 0;
  let previous: number = jsonToken.end;
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    const isBroken = kind > jsonToken.text || tokens.error === 'UnexpectedEndOfString';
    // The last token of a cut text may have lost its end.
    if (isBroken && !(isCut && tokens.end === source.length)) return undefined;
    const isClosing = kind === jsonToken.closeBrace || kind === jsonToken.closeBracket;
    if (isClosing && open.pop() !== kind) return undefined;
    const isFirst = previous === jsonToken.openBrace || previous === jsonToken.openBracket;
    if (isClosing ? !isFirst : isFirst || previous === jsonToken.comma) {
      const depth = Math.min(open.length, 40);
      indented += depth;
      if (indented > maxIndented) return undefined;
      pieces.push('\n', '  '.repeat(depth));
    } else if (!isBetween(kind) && !isBetween(previous) && previous !== jsonToken.end && !isClosing) {
      // Several values in sequence are newline-delimited JSON.
      if (open.length > 0) return undefined;
      pieces.push('\n');
    }
    pieces.push(kind === jsonToken.colon ? ': ' : source.slice(tokens.start, tokens.end));
    if (kind === jsonToken.openBrace) open.push(jsonToken.closeBrace);
    else if (kind === jsonToken.openBracket) open.push(jsonToken.closeBracket);
    previous = kind;
  }
  return (open.length > 0 && !isCut) || pieces.length === 0 ? undefined : pieces.join('');
}

function isBetween(kind: number): boolean {
  return kind === jsonToken.comma || kind === jsonToken.colon;
}

/** The limit of the indentation levels of all lines together: deep nesting can turn few bytes into very many. */
const maxIndented = 50_000_000;
