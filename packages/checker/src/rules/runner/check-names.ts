import { findingOf, RuleGuard, sortedFindings, withoutSuppressed, type RuleFailureListener } from './findings';
import { prepareRules } from './prepare-rules';
import type { Finding, NameRule, RelatedPosition, Reporter, Rule } from '../rule';
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
  let rule: NameRule | undefined;
  let reported: Set<string> | undefined;
  // One for all rules: it is made for each block that uses a name.
  const report: Reporter = (found) => {
    if (rule === undefined || isSuppressed(rule.id, found.span)) return;
    const { once } = found;
    const uses = once === undefined ? undefined : usesOf?.(once);
    if (once === undefined || uses === undefined) {
      findings.push(findingOf(rule, found));
      return;
    }
    if (reported?.has(once) === true || !uses.isFirst(rule.id)) return;
    (reported ??= new Set()).add(once);
    const message = uses.count > 1 ? `${found.message} This file uses it ${count(uses.count, 'time')}.` : found.message;
    findings.push(findingOf(rule, { ...found, message }, undefined, uses.othersThan(found.span)));
  };
  for (rule of prepareRules(rules).names) {
    reported = undefined;
    try {
      rule.check(summary, names, report);
    } catch (error) {
      guard.fail(rule, error);
    }
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
