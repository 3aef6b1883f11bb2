import { findingOf, RuleGuard, sortedFindings, withoutSuppressed, type RuleFailureListener } from './findings';
import { prepareRules } from './prepare-rules';
import type { Finding, RelatedPosition, Rule } from '../rule';
import { count } from '@rulebook/text/count';
import type { Span } from '@rulebook/text/span';
import type { BlockNames, BlockSummary } from '../across/summary';

/** Checks the names that a block uses against the names of its file. */
export function checkNames(
  summary: BlockSummary,
  names: BlockNames,
  rules: readonly Rule[],
  onRuleFailure?: RuleFailureListener,
  usesOf?: (name: string) => NameUses | undefined,
): readonly Finding[] {
  const findings: Finding[] = [];
  const isSuppressed = isSuppressedIn(summary);
  const guard = new RuleGuard(onRuleFailure);
  for (const rule of prepareRules(rules).names) {
    guard.run(rule, () => {
      let reported: Set<string> | undefined;
      rule.check(summary, names, (report) => {
        if (isSuppressed(rule.id, report.span)) return;
        const { once } = report;
        const uses = once === undefined ? undefined : usesOf?.(once);
        if (once === undefined || uses === undefined) {
          findings.push(findingOf(rule, report));
          return;
        }
        if (reported?.has(once) === true || !uses.isFirst(rule.id)) return;
        (reported ??= new Set()).add(once);
        const message =
          uses.count > 1 ? `${report.message} This file uses it ${count(uses.count, 'time')}.` : report.message;
        findings.push(findingOf(rule, { ...report, message }, undefined, uses.othersThan(report.span)));
      });
    });
  }
  return sortedFindings(findings);
}

/** How a file uses a name, as one of its blocks sees it. */
export interface NameUses {
  readonly count: number;
  /** Returns whether no block before this one has a finding of the rule about the name. */
  readonly isFirst: (ruleId: string) => boolean;
  /** Returns the first of the other uses; undefined if there is none. */
  readonly othersThan: (span: Span) => readonly RelatedPosition[] | undefined;
}

/** Returns whether a comment of the block suppresses a finding. */
export function isSuppressedIn({ suppressions }: BlockSummary): (rule: string, span: Span) => boolean {
  return (rule, span) => suppressions !== undefined && withoutSuppressed([{ rule, span }], suppressions).length === 0;
}
