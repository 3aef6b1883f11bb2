/** What lies between the common beginning and the common end of two lists. Ends are exclusive. */
export interface ChangedRange {
  readonly start: number;
  /** The end in the former list. */
  readonly endBefore: number;
  /** The end in the new list. */
  readonly endAfter: number;
}

/** Returns what differs between two lists, or undefined when they are equal; items are compared by identity unless `isSame` says otherwise. */
export function changedRange<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (a: T, b: T) => boolean = Object.is,
): ChangedRange | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start] as T, after[start] as T)) start++;
  if (start === before.length && start === after.length) return undefined;
  let tail = 0;
  while (tail < shorter - start && isSame(before[before.length - 1 - tail] as T, after[after.length - 1 - tail] as T))
    tail++;
  return { start, endBefore: before.length - tail, endAfter: after.length - tail };
}
