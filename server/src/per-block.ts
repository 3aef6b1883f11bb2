import type { BlockText, RequestFile } from '../../engine/src/index';
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
