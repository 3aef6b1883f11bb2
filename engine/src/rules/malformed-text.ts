import { fitsPattern } from '../binding/limits';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

declare module '../catalogue/constraints' {
  interface ConstraintOptions {
    /** The text must match `pattern`, the source of a regular expression, in some part. */
    'malformed-text': { readonly pattern: string };
  }
}

/** Reports a text that does not match the pattern of its element. */
export const malformedText = defineConstraintRule({
  id: 'malformed-text',
  scope: 'constraint',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a string that does not match the pattern that is described for it.',
    why: 'The service refuses the value. A pattern with references to groups, and a very long string, are not checked.',
    remedy: 'Write a value that matches the pattern.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || fitsPattern(options.pattern, scalar.received)) return;
    report({
      message: `${scalar.label} must match the pattern ${code(options.pattern)}.`,
      span: scalar.span,
      provenance,
    });
  },
});
