import { textOfConstrained } from './constrained';
import { defineConstraintRule } from './rule';

/** Reports a text with a suffix that it must not have. */
export const forbiddenSuffix = defineConstraintRule({
  id: 'forbidden-suffix',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a value that ends with something that it must not.',
    why: 'The name with this ending is not the one that the service knows or accepts.',
    remedy: 'Leave it out; the quick fix does.',
    valid: ['GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['GET /repos/octocat/hello-world.git/hooks\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar?.text.endsWith(options.suffix) !== true) return;
    const { text, span, quote } = scalar;
    const rest = text.slice(0, -options.suffix.length);
    report({
      message: options.message,
      span,
      provenance,
      fixes: () =>
        rest === '' ? [] : [{ title: `Change to \`${rest}\``, edits: [{ span, newText: quote(rest) }], isSafe: false }],
    });
  },
});
