import { findingOf, guardedRunner, sorted, withoutSuppressed, type RuleFailureListener } from './findings';
import { prepareRules } from './prepare-rules';
import type { Finding, Rule } from '../rule';
import type { BlockNames, BlockSummary } from '../across/summary';

/** Checks the names that a block uses against the names of its file. */
export function checkNames(
  summary: BlockSummary,
  names: BlockNames,
  rules: readonly Rule[],
  onRuleFailure?: RuleFailureListener,
): readonly Finding[] {
  const findings: Finding[] = [];
  const run = guardedRunner(onRuleFailure);
  for (const rule of prepareRules(rules).names) {
    run(rule, () => {
      rule.check(summary, names, (report) => findings.push(findingOf(rule, report)));
    });
  }
  return sorted(withoutSuppressed(findings, summary.suppressions ?? []));
}
