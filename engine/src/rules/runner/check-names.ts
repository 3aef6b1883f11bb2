import type { FileNames } from './file-names';
import { findingOf, guardedRunner, sorted, withoutSuppressed, type FaultListener } from './findings';
import { prepareRules } from './prepare-rules';
import type { BlockSummary, Finding, Rule } from '../rule';

/** Checks what a block refers to against the names of its file. */
export function checkNames(
  summary: BlockSummary,
  names: FileNames,
  rules: readonly Rule[],
  onFault?: FaultListener,
): readonly Finding[] {
  const findings: Finding[] = [];
  const run = guardedRunner(onFault);
  for (const rule of prepareRules(rules).names) {
    run(rule, () => {
      rule.check(summary, names, (report) => findings.push(findingOf(rule, report)));
    });
  }
  return sorted(withoutSuppressed(findings, summary.suppressions ?? []));
}
