import type { Change, ChangeLevel } from '../model';
import { changeLevels } from './changes-words';

/** More places of the same schema are not listed. */
const maxPlaces = 20;

/** What differs, for programs. */
export interface ChangesData {
  /** Of this form. */
  readonly version: 1;
  readonly before: string;
  readonly after: string;
  readonly counts: Readonly<Record<ChangeLevel, number>>;
  readonly changes: readonly ChangeData[];
}

/** A change, for programs. */
export interface ChangeData extends Omit<Change, 'alsoAt' | 'isAlsoAt'> {
  /** The other elements at which the same schema is. */
  readonly alsoAt?: readonly string[];
}

/** Returns what differs as data, for programs. */
export function changesJson(changes: readonly Change[], [before, after]: readonly [string, string]): ChangesData {
  const [breaking = 0, risky = 0, additive = 0, silent = 0] = changeLevels.map(
    (level) => changes.filter((one) => one.level === level).length,
  );
  return { version: 1, before, after, counts: { breaking, risky, additive, silent }, changes: changes.map(withPlaces) };
}

function withPlaces({ alsoAt, isAlsoAt: _, ...change }: Change): ChangeData {
  const also = alsoAt?.(maxPlaces) ?? [];
  return also.length === 0 ? change : { ...change, alsoAt: also };
}
