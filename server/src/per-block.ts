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
 * lines: in its block, lines count from the start of the block. `basisOf` returns what the items depend on beside the block, compared by
 * identity.
 */
export function overBlocks<T, B = undefined>(
  itemsIn: (context: FeatureContext, file: RequestFile, index: number, basis: B) => readonly T[],
  shift: (item: T, lines: number) => T,
  basisOf?: (context: FeatureContext, document: OpenDocument) => B,
): (context: FeatureContext, document: OpenDocument) => T[] {
  const known = new WeakMap<
    BlockText,
    { readonly basis: B; readonly definitions: unknown; readonly items: readonly T[] }
  >();
  return (context, document) => {
    if (!isReadable(document)) return [];
    const { file } = document;
    const { definitions } = file;
    const basis = basisOf?.(context, document) as B;
    return file.blocks.flatMap((block, index) => {
      const found = known.get(block);
      const isSame = found?.basis === basis && (basisOf === undefined || found.definitions === definitions);
      const items = found && isSame ? found.items : itemsIn(context, file, index, basis);
      if (items !== found?.items) known.set(block, { basis, definitions, items });
      return items.map((item) => shift(item, file.startLines[index] ?? 0));
    });
  };
}
