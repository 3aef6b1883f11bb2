import { createDescriptionCache, type KeptDescription } from './description-cache';
import type { DescriptionRequest } from './description-files';

/** A description to read, and the cache that keeps it. */
export interface DescriptionTask {
  readonly request: DescriptionRequest;
  readonly folder: string;
  readonly maker: string;
}

/** Returns a description as it was kept, or compiles and keeps it. */
export async function keptOrCompiled({
  request,
  folder,
  maker,
}: DescriptionTask): Promise<KeptDescription | { readonly cause: string }> {
  const cache = createDescriptionCache(folder, maker);
  const kept = cache.get(request);
  if (kept) return kept;
  // The compiler takes longer to load than most descriptions take to read.
  const { compileDescription } = await import('./compile-description');
  const compiled = compileDescription(request);
  if (!('cause' in compiled)) cache.set(request, compiled);
  return compiled;
}
