import type { Suppression } from '../syntax/model';
import type { Finding, Report, Rule } from './rule';
import { withLayer } from './wording';

/** Is told once for each rule that threw; nothing of the checked text is passed on. */
export type FaultListener = (ruleId: string) => void;

/** Returns a function that runs a rule's check, and runs a rule no more once it threw. */
export function guardedRunner(onFault: FaultListener | undefined): (rule: Rule, check: () => void) => void {
  const faulty = new Set<string>();
  return (rule, check) => {
    if (faulty.has(rule.id)) return;
    try {
      check();
    } catch {
      // The error may quote the checked text, so only the rule's id leaves this place.
      faulty.add(rule.id);
      onFault?.(rule.id);
    }
  };
}

/** Returns the finding that the rule's report stands for. */
export function findingOf(rule: Rule, report: Report): Finding {
  const severity = report.severity ?? rule.severity;
  return {
    rule: rule.id,
    // A fact from outside the documents never refuses a request.
    severity: report.provenance.kind === 'reference' && severity === 'error' ? 'warning' : severity,
    message: withLayer(report.message, report.provenance),
    span: report.span,
    provenance: report.provenance,
    ...(report.related === undefined ? {} : { related: report.related }),
    ...(report.tag === undefined ? {} : { tag: report.tag }),
    ...(report.fixes === undefined ? {} : { fixes: report.fixes }),
  };
}

/** Returns the findings without those that a comment of their block suppresses. */
export function withoutSuppressed(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
): readonly Finding[] {
  if (suppressions.length === 0) return findings;
  return findings.filter(
    ({ rule, span }) =>
      !suppressions.some(
        ({ target, rules }) =>
          target.start <= span.start &&
          span.start <= target.end &&
          (rules.length === 0 || rules.some(({ text }) => text === rule)),
      ),
  );
}

/** Returns the findings in the order of the text. */
export function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}
