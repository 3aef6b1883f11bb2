import type { Constraint, ConstraintOptions } from '@rulebook/catalogue/constraints';
import type { NumberShape, Shape } from '@rulebook/catalogue/shape';
import { byteLength } from '@rulebook/text/byte-length';
import { count } from '@rulebook/text/count';
import { patternOf } from '@rulebook/text/patterns';

/** Returns what is wrong with the number, as the end of "It must …": `be at least 1`; undefined if it is inside the range. */
export function rangeProblem(options: ConstraintOptions['number-range'], number: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = options;
  if (minimum !== undefined && number < minimum) return `be at least ${String(minimum)}`;
  if (maximum !== undefined && number > maximum) return `be at most ${String(maximum)}`;
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum)
    return `be greater than ${String(exclusiveMinimum)}`;
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) return `be less than ${String(exclusiveMaximum)}`;
  if (multipleOf === undefined || multipleOf <= 0) return undefined;
  const ratio = number / multipleOf;
  // Fractions such as 0.1 have no exact form.
  const isMultiple = Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio));
  return isMultiple ? undefined : `be a multiple of ${String(multipleOf)}`;
}

/** Returns a number that a skeleton can have: 0 if it is in all ranges, otherwise one at the beginning of them; 0 where none is found. */
export function skeletonNumber({ type, values, constraints = [] }: NumberShape): number {
  const [listed] = values?.closed === true ? values.values : [];
  if (typeof listed?.value === 'number') return listed.value;
  const ranges = constraints.flatMap((one) => (one.rule === 'number-range' ? [one.options] : []));
  const fits = (number: number): boolean =>
    Number.isFinite(number) &&
    (type !== 'integer' || Number.isInteger(number)) &&
    ranges.every((range) => rangeProblem(range, number) === undefined);
  const steps = ranges.flatMap(({ multipleOf = 0 }) => (multipleOf > 0 ? [multipleOf] : []));
  const starts = ranges.flatMap(({ minimum, exclusiveMinimum }) => [minimum ?? [], exclusiveMinimum ?? []].flat());
  const ends = ranges.flatMap(({ maximum, exclusiveMaximum }) => [maximum ?? [], exclusiveMaximum ?? []].flat());
  const near = [
    ...starts.flatMap((start) => [
      ...[start, Math.ceil(start), Math.floor(start) + 1],
      ...steps.flatMap((step) => [Math.ceil(start / step) * step, (Math.floor(start / step) + 1) * step]),
      ...ends.map((end) => (start + end) / 2),
    ]),
    ...ends.flatMap((end) => [
      ...[end, Math.floor(end), Math.ceil(end) - 1],
      ...steps.flatMap((step) => [Math.floor(end / step) * step, (Math.ceil(end / step) - 1) * step]),
    ]),
  ];
  return [0, ...near].find(fits) ?? 0;
}

/** Returns what is wrong with the length of the text, in the same form. */
export function lengthProblem(
  { minimum, maximum, unit }: ConstraintOptions['length-limit'],
  text: string,
): string | undefined {
  // Most texts are shorter in code units of UTF-16 already; one has at most three bytes. Characters are counted.
  const most = unit === 'byte' ? 3 * text.length : text.length;
  const isPossible = most <= (maximum ?? Infinity) && text.length >= 2 * (minimum ?? 0);
  if (isPossible) return undefined;
  const noun = unit ?? 'character';
  const length = unit === 'byte' ? byteLength(text) : [...text].length;
  if (maximum !== undefined && length > maximum)
    return `have at most ${count(maximum, noun)}; it has ${String(length)}`;
  if (minimum === undefined || length >= minimum) return undefined;
  return length === 0 ? 'not be empty' : `have at least ${count(minimum, noun)}; it has ${String(length)}`;
}

/** Returns whether the text fits the pattern; a pattern that cannot be compared fits. */
export function fitsPattern(pattern: string, text: string): boolean {
  return patternOf(pattern)?.matches(text) !== false;
}

/** Returns the number that a text is, in the form in which ranges are checked. */
export function numberOf(text: string): number | undefined {
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Returns whether a scalar meets the constraints that hold for its text alone. */
export function meetsLimits({ constraints }: Shape, text: string): boolean {
  return constraints === undefined || constraints.every((constraint) => meets(constraint, text));
}

function meets(constraint: Constraint, text: string): boolean {
  switch (constraint.rule) {
    case 'number-range': {
      const number = numberOf(text);
      return number === undefined || rangeProblem(constraint.options, number) === undefined;
    }
    case 'length-limit':
      return lengthProblem(constraint.options, text) === undefined;
    case 'malformed-text':
      return fitsPattern(constraint.options.pattern, text);
    default:
      return true;
  }
}
