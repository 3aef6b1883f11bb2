import { textOfConstrained } from './constrained';
import { defineConstraintRule } from './rule';

/** Reports a text with a prefix that it must not have. */
export const forbiddenPrefix = defineConstraintRule({
  id: 'forbidden-prefix',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a value that begins with something that it must not.',
    why: 'The name with this beginning is not the one that the service knows or accepts.',
    remedy: 'Leave it out; the quick fix does.',
    valid: ['PUT /_security/api_key\n\n{ "name": "k" }\n'],
    invalid: ['PUT /_security/api_key\n\n{ "name": "_k" }\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar?.text.startsWith(options.prefix) !== true) return;
    const { text, span, quote } = scalar;
    const rest = text.slice(options.prefix.length);
    report({
      message: options.message,
      span,
      provenance,
      fixes: () =>
        rest === '' ? [] : [{ title: `Change to \`${rest}\``, edits: [{ span, newText: quote(rest) }], isSafe: false }],
    });
  },
});
