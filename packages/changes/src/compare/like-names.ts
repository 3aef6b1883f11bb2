import { editDistance } from '@rulebook/text/edit-distance';

/** Returns the value of `added` that is one of `removed` in another spelling, and of no other one. */
export function likeValue(value: string, removed: readonly string[], added: readonly string[]): string | undefined {
  const isSame = (one: string, other: string): boolean => wordsOfName(one).join() === wordsOfName(other).join();
  const [only, ...others] = added.filter((one) => isSame(value, one));
  if (only === undefined || others.length > 0) return undefined;
  return removed.filter((one) => isSame(one, only)).length === 1 ? only : undefined;
}

/**
 * Returns the name of `added` that took the place of one of `removed`: the two are alike, and no other one of either list is like them. Where several
 * names went or came, only another spelling is alike.
 */
export function likeName(name: string, removed: readonly string[], added: readonly string[]): string | undefined {
  if (removed.length > 1 || added.length > 1) return likeValue(name, removed, added);
  const candidates = added.filter((one) => areAlike(name, one));
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) return undefined;
  return removed.filter((one) => areAlike(one, only)).length === 1 ? only : undefined;
}

/** Two names are alike where they have the same words, the words of the one begin or end the other, or they differ by a slip. */
export function areAlike(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOfName(one), wordsOfName(other)];
  const [short, long] = mine.length <= theirs.length ? [mine, theirs] : [theirs, mine];
  if (short.length === 0) return false;
  if (short.join() === long.join()) return true;
  const letters = short.join('');
  if (letters.length >= 4 && (isStart(short, long) || isStart([...short].reverse(), [...long].reverse()))) return true;
  const [a, b] = [mine.join(''), theirs.join('')];
  // Numbers in names mean different things.
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false;
  return Math.min(a.length, b.length) >= 5 && editDistance(a, b, 2) <= 2;
}

function isStart(short: readonly string[], long: readonly string[]): boolean {
  return short.every((word, index) => word === long[index]);
}

function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
