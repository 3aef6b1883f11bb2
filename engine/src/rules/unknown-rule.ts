import { nearest } from '../text/edit-distance';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Creates the rule that reports a `# rulebook-ignore` of a rule that does not exist; the ids are asked for when they are needed. */
export function unknownRule(ids: () => readonly string[]): BlockRule {
  return {
    id: 'unknown-rule',
    scope: 'block',
    severity: 'warning',
    docs: {
      what: 'Reports a `# rulebook-ignore` comment with the id of a rule that does not exist.',
      why: 'Such a comment silences nothing, and whoever wrote it believes that it does.',
      remedy:
        'Take the id from the finding that is meant; the quick fix takes one that resembles it. Words that explain the comment are not taken for ids.',
      valid: [
        '# rulebook-ignore deprecated-element\nGET /projects/1/collaborators\n',
        '# rulebook-ignore deprecated-element because there is nothing newer yet\nGET /projects/1/collaborators\n',
        '# rulebook-ignore\nGET /projects/1/collaborators\n',
      ],
      invalid: ['# rulebook-ignore depricated-element\nGET /projects/1/collaborators\n'],
    },
    block(block, report) {
      for (const { rules } of block.suppressions) {
        for (const { text, span } of rules) {
          const known = ids();
          if (known.includes(text)) continue;
          // Every id has a hyphen; behind the ids there may be words for people.
          if (!/^[a-z]+(-[a-z]+)+$/i.test(text)) break;
          const meant = nearest(text, known);
          report({
            message: `There is no rule ${code(text)}${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
            span,
            provenance: { kind: 'syntax' },
            fixes: () =>
              meant === undefined
                ? []
                : [{ title: `Change to ${code(meant)}`, edits: [{ span, newText: meant }], isSafe: false }],
          });
        }
      }
    },
  };
}
