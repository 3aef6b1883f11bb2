import { booleanMeant } from './support/boolean-word';
import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

const forms = {
  boolean: { pattern: /^(true|false)$/, words: 'a boolean' },
  integer: { pattern: /^-?\d+$/, words: 'an integer' },
} as const;

/** Reports a text in the place of a boolean or a number: a documented type, of which servers accept the text too. */
export const quotedValue = defineConstraintRule({
  id: 'quoted-value',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a boolean or a number that is written as text, and any other text in its place.',
    why: 'The documented type is a boolean or a number. Servers read `"true"` and `"5"` as well; other texts are refused.',
    remedy: 'Write the value without quotes; the quick fix does it.',
    valid: ['PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "compress": true } }\n'],
    invalid: [
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "compress": "true" } }\n',
      'PUT /_snapshot/backup\n\n{ "type": "fs", "settings": { "location": "/mnt/backup", "compress": "on" } }\n',
    ],
  },
  check(element, { options, provenance }, _binding, report) {
    if (valueOfConstrained(element)?.node.type !== 'string') return;
    const scalar = textOfConstrained(element);
    if (scalar === undefined) return;
    const { text, span, label } = scalar;
    const { pattern, words } = forms[options.type];
    if (!pattern.test(text)) {
      const meant = options.type === 'boolean' ? booleanMeant(text) : undefined;
      report({
        message: `${label} must be ${words}.`,
        span,
        provenance,
        fixes: () =>
          meant === undefined
            ? []
            : [{ title: `Change to \`${meant}\``, edits: [{ span, newText: meant }], isSafe: false }],
      });
      return;
    }
    report({
      message: `${label} is ${words}; the text is read as one.`,
      span,
      severity: 'information',
      isRefused: false,
      provenance,
      fixes: () => [
        { title: `Change to \`${text}\``, edits: [{ span, newText: String(JSON.parse(text)) }], isSafe: true },
      ],
    });
  },
});
