import { numberOf, rangeProblem } from '../binding/limits';
import type { ConstraintOptions } from '@rulebook/catalogue/constraints';
import { changeTo } from './support/change-to';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a number outside the documented range. */
export const numberRange = defineConstraintRule({
  id: 'number-range',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a number outside its documented range.',
    why: 'The service refuses the number, or silently uses the nearest allowed one.',
    remedy: 'Use a number inside the range; the quick fix uses the nearest limit.',
  },
  passes: ({ options }) => ({
    text(text) {
      const number = numberOf(text);
      return number === undefined || rangeProblem(options, number) === undefined;
    },
  }),
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    const number = scalar === undefined ? undefined : numberOf(scalar.text);
    const problem = number === undefined ? undefined : rangeProblem(options, number);
    if (scalar === undefined || number === undefined || problem === undefined) return;
    const { span, label, quote } = scalar;
    report({
      message: `${label} must ${problem}.`,
      span,
      provenance,
      fixes: () => changeTo(nearestInside(options, number), span, { write: quote }),
    });
  },
});

/** Returns the limit that the number passes; undefined if the nearest number inside the range is not certain. */
function nearestInside(options: ConstraintOptions['number-range'], number: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
  const next = (bound: number | undefined, step: number): number | undefined =>
    bound !== undefined && Number.isSafeInteger(bound) && Number.isInteger(number) ? bound + step : undefined;
  const isBelow = number < (minimum ?? -Infinity) || number <= (exclusiveMinimum ?? -Infinity);
  const isAbove = number > (maximum ?? Infinity) || number >= (exclusiveMaximum ?? Infinity);
  const bound = isBelow
    ? (minimum ?? next(exclusiveMinimum, 1))
    : isAbove
      ? (maximum ?? next(exclusiveMaximum, -1))
      : undefined;
  return bound === undefined || rangeProblem(options, bound) !== undefined ? undefined : String(bound);
}
