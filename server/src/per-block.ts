import { createMemo } from '../../engine/src/index';
import type { BlockText, Chunk } from '../../engine/src/index';
import { isReadable, type OpenDocument } from './documents';
import type { FeatureContext } from './session';

/** Bounds what is kept of all open documents, in blocks. */
const mostKept = 60_000;

/**
 * Returns a function that collects what each block of a document has, chunk by chunk. A chunk that has not changed and not moved gives the same
 * list of the same items. `itemsIn` returns the items of a block with lines of the file, which starts on the line that it is given. `basisOf`
 * returns what the items depend on beside the block, compared by identity.
 */
export function overChunks<T, B = undefined>(
  itemsIn: (context: FeatureContext, document: OpenDocument, index: number, line: number, basis: B) => readonly T[],
  basisOf?: (context: FeatureContext, document: OpenDocument) => B,
): (context: FeatureContext, document: OpenDocument) => (readonly T[])[] {
  const known = createMemo<Chunk<BlockText>, readonly T[]>({ most: mostKept, weightOf: ({ pieces }) => pieces.length });
  return (context, document) => {
    if (!isReadable(document)) return [];
    const { file } = document;
    const basis = basisOf?.(context, document) as B;
    const definitions = basisOf && file.definitions;
    let [first, line] = [0, 0];
    return [...file.blocks.chunks()].map((chunk) => {
      const items = known.of(chunk, [line, basis, definitions], () => {
        let at = line;
        return chunk.pieces.flatMap(({ lineEnds }, index) => {
          const found = itemsIn(context, document, first + index, at, basis);
          at += lineEnds;
          return found;
        });
      });
      first += chunk.pieces.length;
      line += chunk.lineEnds;
      return items;
    });
  };
}
