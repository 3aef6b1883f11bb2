import type { Severity } from '../../catalogue/facts';
import type { Aggregate } from '../../structures/sequence';
import type { CheckedBlock } from './file-block';
import type { Finding } from '../rule';

/** How many findings a rule has with one severity. */
export interface Tally {
  readonly rule: string;
  readonly severity: Severity;
  readonly count: number;
}

/** The tallies of findings, by `tallyKeyOf`. */
export type Tallies = ReadonlyMap<string, Tally>;

/** Returns the key under which a finding is counted. */
export function tallyKeyOf({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): string {
  return `${severity} ${rule}`;
}

/** Counts the findings of checked blocks. */
export const tallies: Aggregate<CheckedBlock, Tallies> = {
  ofPiece({ findings }) {
    if (findings.length === 0) return none;
    const counted = new Map<string, Tally>();
    for (const { rule, severity } of findings) add(counted, { rule, severity, count: 1 });
    return counted;
  },
  join: (parts) => {
    const counted = new Map<string, Tally>();
    for (const part of parts) for (const tally of part.values()) add(counted, tally);
    return counted.size === 0 ? none : counted;
  },
};

const none: Tallies = new Map();

function add(counted: Map<string, Tally>, tally: Tally): void {
  const key = tallyKeyOf(tally);
  const known = counted.get(key);
  counted.set(key, known === undefined ? tally : { ...known, count: known.count + tally.count });
}
