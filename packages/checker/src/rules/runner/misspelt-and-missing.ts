import type { Severity } from '@rulebook/catalogue/facts';
import type { RawReport } from '../rule';
import { standingOf } from './findings';

/** Returns the severity that the user chose for the finding of a report; `off` also for one that a comment suppresses. */
export type ChosenSeverity = (raw: RawReport) => Severity | 'off' | undefined;

/**
 * Returns the reports about one object with one report for each misspelt name: who writes `privilege` lacks no `privileges`. It is as severe
 * as the most severe of those that it stands for, and gives the reason of that one. A report that the user wants weaker stands for no other.
 */
export function oneForEachMisspelling(reports: readonly RawReport[], chosenFor: ChosenSeverity): readonly RawReport[] {
  if (reports.length < 2 || !reports.some(({ report }) => report.meant !== undefined)) return reports;
  const rankOf = (raw: RawReport): number => ranks[chosenFor(raw) ?? standingOf(raw.rule, raw.report, raw.severity)];
  const missing = reports.filter((raw) => raw.report.lacks !== undefined && rankOf(raw) < ranks.off);
  const replaced = new Set<RawReport>();
  const misspelt = new Map<RawReport, RawReport>();
  for (const raw of reports) {
    const { meant } = raw.report;
    if (meant === undefined) continue;
    const same = missing.filter(({ report }) => report.lacks?.includes(meant));
    const [strongest] = same.sort((a, b) => rankOf(a) - rankOf(b));
    if (strongest === undefined) continue;
    const isStronger = rankOf(strongest) < rankOf(raw);
    if (isStronger && chosenFor(raw) !== undefined) continue;
    for (const one of same) replaced.add(one);
    if (isStronger) misspelt.set(raw, withReasonOf(strongest, raw));
  }
  return reports.flatMap((raw) => (replaced.has(raw) ? [] : [misspelt.get(raw) ?? raw]));
}

const ranks = { error: 0, warning: 1, information: 2, hint: 3, off: 4 } satisfies Record<Severity | 'off', number>;

function withReasonOf({ rule, report, severity }: RawReport, misspelt: RawReport): RawReport {
  const { message, provenance, isRefused } = report;
  return {
    ...misspelt,
    report: {
      ...misspelt.report,
      message: `${misspelt.report.message} ${message}`,
      severity: standingOf(rule, report, severity),
      provenance,
      isRefused: isRefused === true || misspelt.report.isRefused === true ? true : undefined,
    },
  };
}
