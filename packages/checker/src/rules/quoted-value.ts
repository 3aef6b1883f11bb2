import { booleanMeant } from './support/boolean-word';
import { changeTo } from './support/change-to';
import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { documentedOrDescribed } from './support/wording';

const forms = {
  boolean: { pattern: /^(true|false)$/, words: 'a boolean' },
  integer: { pattern: /^-?\d+$/, words: 'an integer' },
} as const;

/** Reports a string in place of a boolean or a number, which servers also accept as a string. */
export const quotedValue = defineConstraintRule({
  id: 'quoted-value',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a boolean or number that is written as a string, and any other string in its place.',
    why: 'The documented type is a boolean or a number. Servers also accept `"true"` and `"5"`, and refuse other strings.',
    remedy: 'Write the value without quotes; the quick fix does this.',
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
        ...(text === '' && options.isEmptyUnset && { severity: 'warning', isRefused: false }),
        provenance,
        fixes: () => changeTo(meant, span),
      });
      return;
    }
    report({
      message: `${label} is ${documentedOrDescribed(provenance)} as ${words}; servers accept this string too.`,
      span,
      severity: 'information',
      isRefused: false,
      provenance,
      fixes: () => changeTo(text, span, { write: (number) => String(JSON.parse(number)), isSafe: true }),
    });
  },
});
