import type { SnapshotRecord } from '../cluster/model';
import { missingIndex } from '../indices/names';
import type { Problem } from '../indices/problem';
import { matchesPattern } from '@rulebook/text/name-pattern';

/** Returns the indices of a snapshot that a list of names and patterns selects. */
export function chosenIndices(
  { indices }: SnapshotRecord,
  list: string,
  isLenient: boolean,
): SnapshotRecord['indices'] | Problem {
  const chosen = new Set<string>();
  for (const [position, word] of list.split(',').entries()) {
    const isExclusion = position > 0 && word.startsWith('-');
    const pattern = isExclusion ? word.slice(1) : word === '_all' || word === '' ? '*' : word;
    const found = Object.keys(indices).filter((name) => matchesPattern(pattern, name));
    if (found.length === 0 && !pattern.includes('*') && !isLenient) return missingIndex(pattern);
    for (const name of found) {
      if (isExclusion) chosen.delete(name);
      else chosen.add(name);
    }
  }
  return Object.fromEntries(Object.entries(indices).filter(([name]) => chosen.has(name)));
}

/** Returns names as a list with commas; undefined without any. */
export function listOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(',');
  return typeof value === 'string' ? value : undefined;
}
