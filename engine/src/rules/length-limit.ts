import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

declare module '../catalogue/constraints' {
  interface ConstraintOptions {
    'length-limit': { readonly maximum: number };
  }
}

/** Reports a value that is too long. */
export const lengthLimit = defineConstraintRule({
  id: 'length-limit',
  scope: 'constraint',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a value that is longer than the service accepts.',
    why: 'The service refuses the value.',
    remedy: 'Shorten the value.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    // Counts characters, not the code units of UTF-16.
    const length = scalar === undefined ? 0 : [...scalar.text].length;
    if (scalar === undefined || length <= options.maximum) return;
    const message = `${scalar.label} must have at most ${String(options.maximum)} characters; it has ${String(length)}.`;
    report({ message, span: scalar.span, provenance });
  },
});
