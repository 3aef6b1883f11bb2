import { changeTo } from './support/change-to';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

declare module '../catalogue/constraints' {
  interface ConstraintOptions {
    /** The range of the number; each bound can have its own severity. */
    'number-range': { readonly minimum?: number; readonly maximum?: number };
  }
}

/** Reports a number outside the documented range. */
export const numberRange = defineConstraintRule({
  id: 'number-range',
  scope: 'constraint',
  category: 'correctness',
  severity: 'error',
  since: '0.1.0',
  docs: {
    what: 'Reports a number outside its documented range.',
    why: 'The service refuses the number, or silently uses the nearest allowed one.',
    remedy: 'Use a number inside the range; the quick fix uses the nearest limit.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !/^[+-]?\d+(\.\d+)?$/.test(scalar.text)) return;
    const number = Number(scalar.text);
    const isBelow = options.minimum !== undefined && number < options.minimum;
    const isAbove = options.maximum !== undefined && number > options.maximum;
    const bound = String(isBelow ? options.minimum : options.maximum);
    if (!isBelow && !isAbove) return;
    const { span, label, quote } = scalar;
    report({
      message: `${label} must be at ${isBelow ? 'least' : 'most'} ${bound}.`,
      span,
      provenance,
      fixes: () => changeTo(bound, span, { write: quote }),
    });
  },
});
