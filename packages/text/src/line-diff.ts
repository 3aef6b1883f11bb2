/** Lines of a former text that other lines take the place of; both ranges count lines from 0 and end exclusive. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Texts that differ in more lines than this are compared as a whole between their first and last difference. */
const maxDifferences = 2000;

/** Returns the lines of a text with their ends. */
export function linesWithEnds(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Returns which lines differ, in order, by the shortest script of E. Myers (1986). */
export function lineChanges(
  former: readonly string[],
  now: readonly string[],
  limit = maxDifferences,
): readonly LineChange[] {
  let start = 0;
  while (start < former.length && start < now.length && former[start] === now[start]) start++;
  let [end, newEnd] = [former.length, now.length];
  while (end > start && newEnd > start && former[end - 1] === now[newEnd - 1]) {
    end--;
    newEnd--;
  }
  if (end === start && newEnd === start) return [];
  const kept = commonLines(former.slice(start, end), now.slice(start, newEnd), limit);
  const changes: LineChange[] = [];
  let [at, newAt] = [start, start];
  for (const [line, newLine] of [...kept.map(([a, b]) => [a + start, b + start] as const), [end, newEnd] as const]) {
    if (line > at || newLine > newAt) changes.push({ start: at, end: line, newStart: newAt, newEnd: newLine });
    [at, newAt] = [line + 1, newLine + 1];
  }
  return changes;
}

/** Returns the pairs of equal lines that the shortest script keeps. */
function commonLines(
  a: readonly string[],
  b: readonly string[],
  limit: number,
): readonly (readonly [number, number])[] {
  const most = Math.min(a.length + b.length, limit);
  /** By diagonal, how far the furthest path in `a` reaches. */
  const furthest = new Map<number, number>([[1, 0]]);
  const reach = (diagonal: number): number => furthest.get(diagonal) ?? -1;
  const versions: Map<number, number>[] = [];
  for (let differences = 0; differences <= most; differences++) {
    versions.push(new Map(furthest));
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const isDown =
        diagonal === -differences || (diagonal !== differences && reach(diagonal - 1) < reach(diagonal + 1));
      let x = isDown ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return pairsOf(versions, a.length, b.length);
    }
  }
  return [];
}

/** Walks back from the ends through what was reached with fewer differences. */
function pairsOf(
  versions: readonly ReadonlyMap<number, number>[],
  endA: number,
  endB: number,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [endA, endB];
  for (let differences = versions.length - 1; differences >= 0; differences--) {
    const reach = (diagonal: number): number => versions[differences]?.get(diagonal) ?? -1;
    const diagonal = x - y;
    const isDown = diagonal === -differences || (diagonal !== differences && reach(diagonal - 1) < reach(diagonal + 1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = differences === 0 ? 0 : reach(from);
    const fromY = differences === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) pairs.unshift([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs;
}
