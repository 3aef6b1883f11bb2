import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a text that begins or ends with white space. */
export const untrimmedText = defineConstraintRule({
  id: 'untrimmed-text',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a text that begins or ends with white space.',
    why: 'The service refuses it, and nobody sees the blank.',
    remedy: 'Remove the blanks; the quick fix does.',
    valid: ['PUT /_security/api_key\n\n{ "name": "my key" }\n'],
    invalid: ['PUT /_security/api_key\n\n{ "name": " k" }\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || scalar.text === scalar.text.trim()) return;
    const { text, span, quote } = scalar;
    const edits = [{ span, newText: quote(text.trim()) }];
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => [{ title: 'Remove the blanks', edits, isSafe: false }],
    });
  },
});
