import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a value that begins or ends with white space. */
export const untrimmedText = defineConstraintRule({
  id: 'untrimmed-text',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a value that begins or ends with white space.',
    why: 'The service refuses the value, and the white space is easy to overlook.',
    remedy: 'Remove the white space; the quick fix does this.',
  },
  passes: () => ({ text: (text) => text === text.trim() }),
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || scalar.text === scalar.text.trim()) return;
    const { text, span, quote } = scalar;
    const edits = [{ span, newText: quote(text.trim()) }];
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => [{ title: 'Remove the white space', edits, isSafe: false }],
    });
  },
});
