import { endOfPlaceholder } from '@rulebook/text/placeholder-end';
import type { Span } from '@rulebook/text/span';

/**
 * Returns where each character of a string's value is written, and behind them where the closing quotation mark is, as the value has `_` for each
 * character of a variable. `written` is the string with its quotation marks. Undefined for a string in three of them.
 */
export function offsetsInString(text: string, written: Span): readonly number[] | undefined {
  if (text.startsWith('"""', written.start)) return undefined;
  const end = text[written.end - 1] === '"' && written.end > written.start + 1 ? written.end - 1 : written.end;
  const offsets: number[] = [];
  for (let at = written.start + 1; at < end;) {
    const behind = endOfPiece(text, at, end);
    // What is in the place of a variable, or of escaped braces, has its length.
    const isMasked = text.startsWith('{{', at) || text.startsWith('\\{\\{', at) || text.startsWith('\\}\\}', at);
    for (let one = at; one < (isMasked ? behind : at + 1); one++) offsets.push(one);
    at = behind;
  }
  offsets.push(end);
  return offsets;
}

function endOfPiece(text: string, at: number, end: number): number {
  if (text.startsWith('{{', at)) {
    const close = endOfPlaceholder(text, at + 2, end);
    return close > 0 ? close : at + 1;
  }
  if (text[at] !== '\\') return at + 1;
  if (text.startsWith('\\{\\{', at) || text.startsWith('\\}\\}', at)) return at + 4;
  if (text[at + 1] !== 'u') return at + 2;
  return at + 2 + (/^[0-9A-Fa-f]{0,4}/.exec(text.slice(at + 2, at + 6))?.[0].length ?? 0);
}
