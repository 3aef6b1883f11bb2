import type { Severity } from '@rulebook/catalogue/facts';
import type { Aggregate } from '@rulebook/text/structures/sequence';
import type { CheckedBlock } from './file-block';
import type { Finding } from '../rule';

/** How many findings a rule has with one severity. */
export interface FindingCount {
  readonly rule: string;
  readonly severity: Severity;
  readonly count: number;
}

/** The counts of findings, by `countKeyOf`. */
export type FindingCounts = ReadonlyMap<string, FindingCount>;

/** Returns the key under which a finding is counted. */
export function countKeyOf({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): string {
  return `${severity} ${rule}`;
}

/** Counts the findings of checked blocks. */
export const findingCounts: Aggregate<CheckedBlock, FindingCounts> = {
  ofPiece({ findings }) {
    if (findings.length === 0) return none;
    const counted = new Map<string, FindingCount>();
    for (const { rule, severity } of findings) add(counted, { rule, severity, count: 1 });
    return counted;
  },
  join: (parts) => {
    const counted = new Map<string, FindingCount>();
    for (const part of parts) for (const findingCount of part.values()) add(counted, findingCount);
    return counted.size === 0 ? none : counted;
  },
};

const none: FindingCounts = new Map();

function add(counted: Map<string, FindingCount>, findingCount: FindingCount): void {
  const key = countKeyOf(findingCount);
  const known = counted.get(key);
  counted.set(key, known === undefined ? findingCount : { ...known, count: known.count + findingCount.count });
}
