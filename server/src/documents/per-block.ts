import type { BlockText } from '@rulebook/request-file/syntax';
import { createMemo, firstIndexWhere, type Chunk } from '@rulebook/text';
import { isCheckable, type OpenDocument } from './documents';
import type { FeatureContext } from './feature-context';

/** Bounds what is kept of all open documents, in blocks. */
const maxKept = 60_000;

/** A block of a document, and where it is. */
interface BlockPlace {
  readonly block: BlockText;
  readonly index: number;
  readonly line: number;
}

/** What is collected of each block. */
interface PerBlock<T> {
  /** What the items depend on in addition to the block, compared by identity. */
  readonly basis: readonly unknown[];
  /** Returns the items of a block, with lines of the file. */
  readonly itemsOf: (place: BlockPlace) => readonly T[];
  /** How many items are wanted, if not all. */
  readonly most?: number;
  /** Returns the line on which an item starts. */
  readonly lineOf?: (item: T) => number;
  /** Returns whether an item is wanted that is far away, when there are more than are wanted. */
  readonly isWantedFar?: (item: T) => boolean;
}

/**
 * Returns a function that collects what the blocks of a document have, as a list for each chunk. A chunk that has not changed and not moved gives
 * the same list of the same items. If there are more items than are wanted, they are those nearest to where a user edits or looks.
 */
export function overChunks<T>(
  perBlock: (context: FeatureContext, document: OpenDocument) => PerBlock<T>,
): (context: FeatureContext, document: OpenDocument) => (readonly T[])[] {
  const known = createMemo<Chunk<BlockText>, readonly T[]>({ most: maxKept, weightOf: ({ pieces }) => pieces.length });
  const far = createMemo<readonly T[], readonly T[]>({ most: maxKept, weightOf: ({ length }) => length });
  return (context, document) => {
    if (!isCheckable(document)) return [];
    const { basis, itemsOf, most = Infinity, lineOf = () => 0, isWantedFar } = perBlock(context, document);
    const focused = document.focus?.line ?? 0;
    let [index, line, nearest] = [0, 0, 0];
    const places = [...document.file.blocks.chunks()].map((chunk, at) => {
      const place = { at, chunk, index, line };
      if (line <= focused) nearest = at;
      index += chunk.pieces.length;
      line += chunk.lineEnds;
      return place;
    });
    const lists = places.map((): readonly T[] => []);
    let left = most;
    // What is too far away is not even computed.
    for (const { at, chunk, ...start } of places.sort((a, b) => Math.abs(a.at - nearest) - Math.abs(b.at - nearest))) {
      if (left <= 0) break;
      const all = known.of(chunk, [start.line, ...basis], () => itemsOfChunk(chunk, start, itemsOf));
      const isNear = isWantedFar === undefined || left * 2 >= most;
      const wanted = isNear ? all : far.of(all, [], () => all.filter(isWantedFar));
      lists[at] = wanted.length <= left ? wanted : around(wanted, left, (item) => lineOf(item) >= focused);
      left -= wanted.length;
    }
    return lists;
  };
}

function itemsOfChunk<T>(
  { pieces }: Chunk<BlockText>,
  start: Omit<BlockPlace, 'block'>,
  itemsOf: PerBlock<T>['itemsOf'],
): readonly T[] {
  let { index, line } = start;
  return pieces.flatMap((block) => {
    const items = itemsOf({ block, index, line });
    index++;
    line += block.lineEnds;
    return items;
  });
}

/** Returns so many neighbouring items, around the first that the condition holds for. */
function around<T>(items: readonly T[], count: number, isBehind: (item: T) => boolean): readonly T[] {
  const first = firstIndexWhere(items, isBehind) - (count >> 1);
  const start = Math.max(0, Math.min(first, items.length - count));
  return items.slice(start, start + count);
}
