import type { Span } from '@rulebook/text/span';

/** Finds each occurrence of known strings, in order. */
export type Finder = (text: string) => readonly Span[];

/** The minimum length of a string to search for; its first characters are the key of the index. */
const key = 4;
/** A match of at least this length is masked even if the rest of the secret is missing or different. */
const distinctive = 64;

/**
 * Returns a function that finds all occurrences of the strings, the longest first, in one pass. Its time grows with the length of the text
 * only, however many strings there are and however long their common beginnings. A string cut off at the end of the text is found, too.
 */
export function createFinder(texts: Iterable<string>): Finder {
  // In the order of code units, by which `firstFrom` searches.
  const sorted = [...new Set(texts)].filter((text) => text.length >= key).sort();
  if (sorted.length === 0) return () => [];
  const ranges = rangesByKey(sorted);
  // A look into a table rules out most positions without creating a substring.
  const table = new Uint8Array(ranges.size < 500 ? 1 << 12 : 1 << 16);
  const bits = table.length - 1;
  for (const start of ranges.keys()) table[hashAt(start, 0) & bits] = 1;
  return (text) => {
    const spans: Span[] = [];
    for (let at = 0; at + key <= text.length;) {
      const length = table[hashAt(text, at) & bits] === 1 ? lengthAt(text, at, sorted, ranges) : 0;
      if (length > 0) spans.push({ start: at, end: at + length });
      at += Math.max(length, 1);
    }
    return spans;
  };
}

type Range = readonly [first: number, end: number];

/** Follows the sorted strings character by character, as in a trie. */
function lengthAt(text: string, at: number, sorted: readonly string[], ranges: ReadonlyMap<string, Range>): number {
  const range = ranges.get(text.slice(at, at + key));
  if (range === undefined) return 0;
  let [first, end] = range;
  let longest = 0;
  let depth = key;
  while (first < end) {
    // Among strings with a common beginning, the shortest one is the first.
    if (sorted[first]?.length === depth) {
      longest = depth;
      first++;
      continue;
    }
    if (at + depth === text.length) return depth >= 8 ? depth : longest;
    const unit = text.charCodeAt(at + depth);
    first = firstFrom(sorted, first, end, depth, unit);
    end = firstFrom(sorted, first, end, depth, unit + 1);
    if (first < end) depth++;
  }
  return depth >= distinctive ? depth : longest;
}

/** Returns the index of the first string whose character at the depth is at least this one. */
function firstFrom(sorted: readonly string[], first: number, end: number, depth: number, unit: number): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.charCodeAt(depth) ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rangesByKey(sorted: readonly string[]): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  let first = 0;
  for (let at = 1; at <= sorted.length; at++) {
    const start = sorted[first]?.slice(0, key) ?? '';
    if (at < sorted.length && sorted[at]?.startsWith(start) === true) continue;
    ranges.set(start, [first, at]);
    first = at;
  }
  return ranges;
}

function hashAt(text: string, at: number): number {
  const low = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1);
  const high = text.charCodeAt(at + 2) * 31 + text.charCodeAt(at + 3);
  return low * 1021 + high;
}
