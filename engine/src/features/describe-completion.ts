import type { Catalogue } from '../catalogue/model';

/** Returns the Markdown for a completion's key. */
export function describeCompletion(_key: string, _catalogue: Catalogue): string | undefined {
  return undefined;
}
