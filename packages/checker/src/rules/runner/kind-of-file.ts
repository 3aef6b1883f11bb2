import { areDistinct } from '../across/resource-use';
import type { BlockGroup, RequestDestination } from '../across/summary';
import type { FileBlock } from './file-block';

/** What a file says about the resources of a kind that are compared with each other; see `KindSummary`. */
export interface KindOfFile {
  readonly areDistinct: boolean;
  readonly addsUnnamed: boolean;
  readonly firstAdded: ReadonlyMap<string, FileBlock>;
}

/** Returns what the blocks that act on resources of one kind say about it, in the order of the file. */
export function summarizeKind(
  blocks: readonly FileBlock[],
  file: Pick<BlockGroup, 'definitions' | 'hasSeveralInstances'>,
): KindOfFile {
  const endpoints = new Map<string, RequestDestination>();
  const firstAdded = new Map<string, FileBlock>();
  let addsUnnamed = false;
  for (const block of blocks) {
    const { resource } = block.summary;
    if (resource === undefined) continue;
    const { text } = resource.endpoint;
    if (!endpoints.has(text)) endpoints.set(text, resource.endpoint);
    if (resource.effect.does !== 'adds') continue;
    if (!firstAdded.has(text)) firstAdded.set(text, block);
    if (resource.namesSeveral === true) addsUnnamed = true;
  }
  return { areDistinct: areDistinct([...endpoints.values()], file), firstAdded, addsUnnamed };
}

/** Returns whether two versions of a file say the same about a kind. */
export function isSameKind(a: KindOfFile, b: KindOfFile): boolean {
  return (
    a.areDistinct === b.areDistinct &&
    a.addsUnnamed === b.addsUnnamed &&
    a.firstAdded.size === b.firstAdded.size &&
    [...a.firstAdded].every(([endpoint, block]) => b.firstAdded.get(endpoint) === block)
  );
}
