import { nearest } from '@rulebook/text/edit-distance';
import { ruleIds } from './rule-ids';
import type { BlockRule } from './rule';
import { changeTo } from './support/change-to';
import { code } from './support/wording';

/** Reports a `# rulebook-ignore` of a rule that does not exist. */
export const unknownRule: BlockRule = {
  id: 'unknown-rule',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
  docs: {
    what: 'Reports a `# rulebook-ignore` comment with an unknown rule id.',
    why: 'Such a comment ignores nothing, although its author expects it to.',
    remedy:
      'Use the id that the finding shows; the quick fix uses a similar id. Words that explain the comment are not taken for ids.',
  },
  within: ['suppressions'],
  block(block, report) {
    for (const { rules } of block.suppressions) {
      for (const { text, span } of rules) {
        if (ruleIds.includes(text)) continue;
        // Every id has a hyphen; behind the ids there may be words for people.
        if (!/^[a-z]+(-[a-z]+)+$/i.test(text)) break;
        const meant = nearest(text, ruleIds);
        report({
          message: `${code(text)} is not a known rule${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
          span,
          provenance: { kind: 'syntax' },
          fixes: () => changeTo(meant, span),
        });
      }
    }
  },
};
