import { largeBody } from '@rulebook/request-file/syntax/bodies/parse-body';
import { checkLargeBody } from './check-large-body';
import { findingOf, fixableFindingOf, sortedFindings, withoutSuppressed } from './findings';
import type { Finding, FixableFinding, Rule } from '../rule';
import { collectFromAll, collectReports, type BlockCheck, type Make } from './collect-reports';

/** Returns the findings of one block in the order of the text, without those that its comments suppress. */
export function checkBlock(check: BlockCheck): readonly Finding[] {
  return checkBlocks([check], check.rules)[0] ?? [];
}

/** Returns the findings of each block: faster than one block after the other. */
export function checkBlocks(
  checks: readonly Omit<BlockCheck, 'rules'>[],
  rules: readonly Rule[],
): readonly (readonly Finding[])[] {
  const large = checks.map((check) =>
    check.block.text.length < largeBody ? undefined : checkLargeBody({ ...check, rules }),
  );
  const small = checks.filter((_, index) => large[index] === undefined);
  const found = collectFromAll(small, rules, makeFinding);
  let next = 0;
  return checks.map(
    ({ block }, index) => large[index] ?? sortedFindings(withoutSuppressed(found[next++] ?? [], block.suppressions)),
  );
}

const makeFinding: Make<Finding> = (rule, report, severity) => findingOf(rule, report, severity);

/** Returns the same findings with their quick fixes, for immediate use only. */
export function checkBlockWithFixes(check: BlockCheck): readonly FixableFinding[] {
  return sortedFindings(withoutSuppressed(collectReports(check, fixableFindingOf), check.block.suppressions));
}
