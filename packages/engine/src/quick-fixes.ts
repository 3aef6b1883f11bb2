import { knownRowsOf } from '@rulebook/checker/binding/rows-of';
import type { Finding, FixableFinding, Rule } from '@rulebook/checker/rules/rule';
import type { FileChecker } from '@rulebook/checker/rules/runner/check-file';
import { checkBlockWithFixes } from '@rulebook/checker/rules/runner/run-rules';
import { createFixTrial } from '@rulebook/checker/rules/runner/try-fix';
import type { Engine, EngineParts } from './model';
import type { Reader } from './reader';

/** What quick fixes need of the engine. */
interface QuickFixParts extends Pick<EngineParts, 'onRuleFailure'>, Pick<Reader, 'catalogueIn' | 'bindAt'> {
  readonly rules: readonly Rule[];
  readonly check: FileChecker;
}

/** Creates the function that adds quick fixes to findings. A finding is plain data, so its rule runs again on the current block. */
export function createQuickFixes({
  rules,
  check,
  catalogueIn,
  bindAt,
  onRuleFailure,
}: QuickFixParts): Engine['withFixes'] {
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  return (file, index, findings, options) => {
    const { context, severities } = options;
    const wanted = new Set(findings.filter(({ isFixable }) => isFixable).map(({ rule }) => rule));
    if (wanted.size === 0) return findings;
    const { block, binding } = bindAt(file, index, context);
    const rows = knownRowsOf(block, context);
    // A finding about a misspelt name stands for those about the missing one.
    const rulesAgain = rules.filter(({ id, findsMissing }) => wanted.has(id) || findsMissing === true);
    const again = checkBlockWithFixes({ block, binding, context, rules: rulesAgain, severities, onRuleFailure });
    const byIdentity = new Map(again.map((finding) => [identityOf(finding), finding]));
    const fixesOf = (finding: Finding): FixableFinding['fixes'] => {
      const rule = finding.isFixable ? ruleOf.get(finding.rule) : undefined;
      if (rule?.scope === 'names')
        return () => rule.fixes?.(finding, block.text, { ...check(file, options).names, rows }) ?? [];
      const across = rule?.scope === 'file' ? rule.fixes : undefined;
      if (across && binding) return () => across(finding, binding, catalogueIn(context), context);
      return byIdentity.get(identityOf(finding))?.fixes;
    };
    const isSound = createFixTrial(file, index, check, options);
    return findings.map((finding) => {
      const fixes = fixesOf(finding);
      return fixes ? { ...finding, fixes: () => fixes().filter((fix) => isSound(finding, fix)) } : finding;
    });
  };
}

/** Returns a key that is equal for findings of the same rule, span and message. */
function identityOf({ rule, span, message }: Finding): string {
  return `${span.start} ${span.end} ${rule} ${message}`;
}
