import { overlapsRange, type Span } from './span';

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

/** Returns whether one of the items overlaps a span; the items are in the order of the text and do not overlap each other. */
export function someOverlaps(items: readonly { readonly span: Span }[], start: number, end: number): boolean {
  // Asked about each value of a body, so nothing is created.
  let low = 0;
  for (let high = items.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.span.end ?? start) >= start) high = middle;
    else low = middle + 1;
  }
  for (; low < items.length; low++) {
    const span = items[low]?.span;
    if (span === undefined || span.start > end) return false;
    if (overlapsRange(span, start, end)) return true;
  }
  return false;
}
