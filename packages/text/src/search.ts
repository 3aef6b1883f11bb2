import { overlaps, type Span } from './span';

/** Returns the index of the first item for which the condition holds, or the length. It must hold for all later items, too. */
export function firstIndexWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns whether the letters are in the text in this order, as when some of its letters were left out. */
export function hasLetters(text: string, letters: string): boolean {
  const wanted = letters.toLowerCase();
  let at = 0;
  for (const letter of text.toLowerCase()) if (letter === wanted[at]) at++;
  return at === wanted.length;
}

/** Returns whether one of the items overlaps the span; the items are in the order of the text and do not overlap each other. */
export function someOverlaps(items: readonly { readonly span: Span }[], span: Span): boolean {
  if (items.length === 0) return false;
  for (let at = firstIndexWhere(items, (item) => item.span.end >= span.start); at < items.length; at++) {
    const item = items[at];
    if (item === undefined || item.span.start > span.end) return false;
    if (overlaps(item.span, span)) return true;
  }
  return false;
}
