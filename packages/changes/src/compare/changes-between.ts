import type { Change } from '../model';
import { readSurface } from '../surface/read-description';
import { createTreeReader } from '../surface/read-trees';
import { compareSurfaces } from './compare-surfaces';

/** Returns what differs between the texts of two descriptions that refer to no other files; undefined where one of them cannot be read. */
export function changesBetween(former: string, next: string): readonly Change[] | undefined {
  const read = (): { readonly cause: string } => ({ cause: 'only the description itself is there' });
  const readTree = createTreeReader();
  const [before, after] = [former, next].map((text) => readSurface({ name: '', text, read, readTree }));
  if (before === undefined || after === undefined || 'cause' in before || 'cause' in after) return undefined;
  return compareSurfaces(before, after);
}
