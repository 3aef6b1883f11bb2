import type { Surface, SurfaceOperation } from '../surface/surface';
import { areAlike } from './like-names';

/** Which operations are the same ones, which came and went, and where those that went are now. */
export interface MatchedOperations {
  readonly pairs: readonly (readonly [SurfaceOperation, SurfaceOperation])[];
  readonly added: readonly SurfaceOperation[];
  readonly removed: readonly SurfaceOperation[];
  readonly moves: ReadonlyMap<SurfaceOperation, SurfaceOperation>;
}

/** Matches operations by method and path, in which the names of parameters do not matter. */
export function matchOperations(old: Surface, now: Surface): MatchedOperations {
  const byPath = new Map(now.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const byShape = groupBy(now.operations, shapeOf);
  const pairs: (readonly [SurfaceOperation, SurfaceOperation])[] = [];
  const taken = new Set<SurfaceOperation>();
  const left: SurfaceOperation[] = [];
  for (const one of old.operations) {
    const other = byPath.get(`${one.method} ${one.path}`);
    if (other === undefined) left.push(one);
    else pairs.push([one, other]);
    if (other !== undefined) taken.add(other);
  }
  const removed: SurfaceOperation[] = [];
  for (const one of left) {
    const other = byShape.get(shapeOf(one))?.find((candidate) => !taken.has(candidate));
    if (other === undefined) removed.push(one);
    else pairs.push([one, other]);
    if (other !== undefined) taken.add(other);
  }
  const added = now.operations.filter((one) => !taken.has(one));
  return { pairs, added, removed, moves: movesOf(removed, added, old) };
}

function shapeOf({ method, path }: SurfaceOperation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function groupBy(
  list: readonly SurfaceOperation[],
  keyOf: (one: SurfaceOperation) => string,
): ReadonlyMap<string, readonly SurfaceOperation[]> {
  const groups = new Map<string, SurfaceOperation[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** An operation moved where exactly one new one is like it, and is like no other. */
function movesOf(
  removed: readonly SurfaceOperation[],
  added: readonly SurfaceOperation[],
  { successors }: Surface,
): ReadonlyMap<SurfaceOperation, SurfaceOperation> {
  const moves = new Map<SurfaceOperation, SurfaceOperation>();
  for (const one of removed) {
    const known = successors?.get(`${one.method} ${one.path}`);
    const stated = known && added.find(({ method, path }) => method === known.method && path === known.path);
    if (stated !== undefined) moves.set(one, stated);
  }
  for (const isLike of [hasSameId, hasLikePath]) {
    for (const one of removed) {
      if (moves.has(one)) continue;
      const [only, ...others] = added.filter((other) => isLike(one, other));
      if (only === undefined || others.length > 0) continue;
      if (removed.filter((other) => isLike(other, only)).length === 1) moves.set(one, only);
    }
  }
  return moves;
}

function hasSameId(one: SurfaceOperation, other: SurfaceOperation): boolean {
  return one.id !== undefined && one.id === other.id && one.method === other.method && countOf(one) === countOf(other);
}

function countOf({ path }: SurfaceOperation): number {
  return path.split('{').length;
}

/** The words of the one path are the end of those of the other, versions aside, or one word is spelt in another way. */
function hasLikePath(one: SurfaceOperation, other: SurfaceOperation): boolean {
  if (one.method !== other.method || countOf(one) !== countOf(other)) return false;
  const [mine, theirs] = [wordsOfPath(one), wordsOfPath(other)];
  const [short, long] = mine.length <= theirs.length ? [mine, theirs] : [theirs, mine];
  if (short.filter((word) => word !== '{}').length === 0) return false;
  if (short.every((word, index) => word === long[long.length - short.length + index]))
    return long.length - short.length <= 2;
  if (short.length !== long.length) return false;
  const differing = short.flatMap((word, index) => (word === long[index] ? [] : [[word, long[index] ?? ''] as const]));
  const [pair] = differing;
  return differing.length === 1 && pair !== undefined && !pair.includes('{}') && areAlike(pair[0], pair[1]);
}

function wordsOfPath({ path }: SurfaceOperation): readonly string[] {
  return path
    .replace(/\{[^{}]*\}/g, '{}')
    .split('/')
    .filter((word) => word !== '' && !/^v\d[.\w-]*$/i.test(word));
}
