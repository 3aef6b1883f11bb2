import { diffOf, nameOfDrifting, type Drift } from '@rulebook/sandbox/drift';
import type { ReportedRequest, RunReport } from '@rulebook/sender/report';

/** Returns the report of a comparison: a request for each operation, with what differs as its asserts. */
export function driftReport(path: string, { operations, unasked }: Drift): RunReport {
  return {
    path,
    duration: 0,
    requests: [
      ...operations.map((operation): ReportedRequest => {
        const { method, differing, asDescribed, unjudged, differences } = operation;
        const named = { label: nameOfDrifting(operation), method };
        if (differing === 0 && asDescribed === 0)
          return { ...named, outcome: 'skipped', isSent: true, reason: `Not judged: ${unjudged ?? ''}.`, asserts: [] };
        const asserts = differences
          .filter(({ level }) => level !== 'additive')
          .map((difference) => ({
            ...{ text: difference.place, line: 1, outcome: 'failed' as const },
            message: diffOf(difference).join('\n'),
          }));
        return { ...named, outcome: differing === 0 ? 'passed' : 'failed', isSent: true, asserts };
      }),
      ...unasked.map(({ operation, reason }): ReportedRequest => ({
        ...{ label: operation, method: operation.split(' ', 1)[0] ?? '', outcome: 'skipped', isSent: false },
        ...{ reason: `Not asked: ${reason}.`, asserts: [] },
      })),
    ],
  };
}
