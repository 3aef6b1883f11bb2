import type { Severity } from '../../catalogue/model';
import type { Suppression } from '../../syntax/model';
import type { Finding, FindingProvenance, FixableFinding, Report, Rule } from '../rule';
import { withLayer } from '../support/wording';

/** Is told once for each rule that threw; nothing of the checked text is passed on. */
export type FaultListener = (ruleId: string) => void;

/** Runs rules, and a rule no more once it threw. */
export interface GuardedRunner {
  (rule: Rule, check: () => void): void;
  /** The ids of the rules that threw. */
  readonly faulty: ReadonlySet<string>;
  /** Notes that a rule threw, for a caller that catches by itself. */
  fault(rule: Rule): void;
}

/** Returns a runner that passes the id of a rule that throws to the listener, once. */
export function guardedRunner(onFault: FaultListener | undefined): GuardedRunner {
  const faulty = new Set<string>();
  const fault = (rule: Rule): void => {
    // The error may quote the checked text, so only the rule's id leaves this place.
    faulty.add(rule.id);
    onFault?.(rule.id);
  };
  const run = (rule: Rule, check: () => void): void => {
    if (faulty.has(rule.id)) return;
    try {
      check();
    } catch {
      fault(rule);
    }
  };
  return Object.assign(run, { faulty, fault });
}

/** Returns the finding that the rule's report stands for; `severity` replaces the rule's own. */
export function findingOf(rule: Rule, report: Report, severity: Severity = rule.severity): Finding {
  const own = report.severity ?? severity;
  const finding: Mutable<Finding> = {
    rule: rule.id,
    // A fact from outside the documents never refuses a request.
    severity: report.provenance.kind === 'reference' && own === 'error' ? 'warning' : own,
    message: withLayer(report.message, report.provenance),
    span: report.span,
    provenance: report.provenance,
  };
  if (report.related !== undefined) finding.related = report.related;
  if (report.tag !== undefined) finding.tag = report.tag;
  if (report.isRefused ?? isRefusal(report.provenance)) finding.isRefused = true;
  if (report.fixes !== undefined || report.isFixable === true) finding.isFixable = true;
  return finding;
}

/** Returns the finding with the quick fixes that the rule offers. */
export function fixableFindingOf(rule: Rule, report: Report, severity?: Severity): FixableFinding {
  const finding = findingOf(rule, report, severity);
  return report.fixes === undefined ? finding : { ...finding, fixes: report.fixes };
}

function isRefusal(provenance: FindingProvenance): boolean {
  return provenance.kind === 'reference' && provenance.isRefused === true;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the findings without those that a comment of their block suppresses. */
export function withoutSuppressed<T extends Finding>(
  findings: readonly T[],
  suppressions: readonly Suppression[],
): readonly T[] {
  if (suppressions.length === 0) return findings;
  return findings.filter(
    ({ rule, span }) =>
      !suppressions.some(
        ({ target, rules, span: comment }) =>
          // Comments between this one and its line belong to the line.
          (target.start <= span.start || comment.end < span.start) &&
          span.start <= target.end &&
          (rules.length === 0 || rules.some(({ text }) => text === rule)),
      ),
  );
}

/** Returns the findings in the order of the text. */
export function sorted<T extends Finding>(findings: readonly T[]): readonly T[] {
  if (findings.length < 2) return findings;
  return [...findings].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
