import type { Catalogue } from '../catalogue/service';
import { describeReference } from './describe';
import type { ElementReference } from './element';

/** Returns the Markdown of a completion's `key`, or undefined for one that the catalogue does not know. */
export function describeCompletion(key: string, catalogue: Catalogue): string | undefined {
  try {
    return describeReference(JSON.parse(key) as ElementReference, catalogue);
  } catch {
    // The key came back from an editor, which may send anything.
    return undefined;
  }
}
