import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a number outside the documented range. */
export const numberRange = defineConstraintRule({
  id: 'number-range',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a number outside its range.',
    why: 'The service refuses the number, or silently takes the nearest one that it allows.',
    remedy: 'Take a number inside the range; the quick fix takes its end.',
    valid: ['GET /repos/octocat/hello-world/hooks?per_page=100\n'],
    invalid: ['GET /repos/octocat/hello-world/hooks?per_page=101\n', 'GET /repos/octocat/hello-world/hooks?page=0\n'],
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
      fixes: () => [{ title: `Change to ${bound}`, edits: [{ span, newText: quote(bound) }], isSafe: false }],
    });
  },
});
