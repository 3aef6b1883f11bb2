import type { Span } from '@rulebook/text/span';

/** Returns the span of the letters around a position that belong to a word, as an expression for one letter says. */
export function wordAround(text: string, offset: number, letter: RegExp): Span {
  let [start, end] = [offset, offset];
  while (start > 0 && letter.test(text.charAt(start - 1))) start--;
  while (end < text.length && letter.test(text.charAt(end))) end++;
  return { start, end };
}
