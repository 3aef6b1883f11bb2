import type { BlockText, RequestFile } from '../../engine/src/index';
import { isReadable, type OpenDocument } from './documents';
import type { FeatureContext } from './session';

/** Returns the function with a memory: what was computed from a block alone is kept as long as the block lives. */
export function perBlock<T>(
  compute: (context: FeatureContext, file: RequestFile, index: number) => T,
): (context: FeatureContext, file: RequestFile, index: number) => T {
  const known = new WeakMap<BlockText, { readonly value: T }>();
  return (context, file, index) => {
    const block = file.blocks[index];
    const found = block && known.get(block);
    if (found) return found.value;
    const value = compute(context, file, index);
    if (block) known.set(block, { value });
    return value;
  };
}

/**
 * Returns a function that collects what each block of a document has, with a memory for each block. `shift` moves an item down by a number of
 * lines: in its block, lines count from the start of the block.
 */
export function overBlocks<T>(
  itemsIn: (context: FeatureContext, file: RequestFile, index: number) => readonly T[],
  shift: (item: T, lines: number) => T,
): (context: FeatureContext, document: OpenDocument) => T[] {
  const known = perBlock(itemsIn);
  return (context, document) => {
    if (!isReadable(document)) return [];
    const { file } = document;
    return file.blocks.flatMap((_, index) =>
      known(context, file, index).map((item) => shift(item, file.startLines[index] ?? 0)),
    );
  };
}
