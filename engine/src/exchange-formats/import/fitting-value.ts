import type { Shape } from '../../catalogue/shape';
import { fitsShape } from '../../resource-model/fits-shape';
import { valueFor } from '../../resource-model/make-value';
import { isRecord, itemsIn, objectIn } from '../../resource-model/shapes-in';
import { exampleValue } from './example-value';

/** The time that made values have. */
const someTime = '2030-01-31T12:00:00Z';
/** Deeper parts stay as they are. */
const deepest = 20;
/** Longer lists are not filled up. */
const maxItems = 50;

/**
 * Returns a value that keeps what its shape asks for: what a description shows, or one that is made, with other parts in the place of those that a
 * pattern, a limit or a list of values forbids.
 */
export function fittingValue(shape: Shape, shown?: { readonly value: unknown }): unknown {
  // Text in the place of an object is an example in another notation.
  const isText = typeof shown?.value === 'string' && !fitsShape(shown.value, shape);
  if (shown !== undefined && !isText) {
    const mended = mend(shown.value, shape, 0);
    return fitsShape(mended, shape) ? mended : shown.value;
  }
  const mended = mend(exampleValue(shape), shape, 0);
  if (fitsShape(mended, shape)) return mended;
  const made = valueFor(shape, someTime);
  return fitsShape(made, shape) ? made : mended;
}

function mend(value: unknown, shape: Shape, depth: number): unknown {
  if (depth > deepest || fitsShape(value, shape)) return value;
  const object = objectIn(shape, value);
  if (isRecord(value) && object !== undefined) {
    const members = new Map(Object.entries(value));
    for (const { name, required, shape: inner } of object.fields) {
      if (members.has(name)) members.set(name, mend(members.get(name), inner, depth + 1));
      else if (required === true) members.set(name, mend(exampleValue(inner, name), inner, depth + 1));
    }
    return Object.fromEntries(members);
  }
  const items = itemsIn(shape);
  if (Array.isArray(value) && items !== undefined) {
    const list = value.map((item) => mend(item, items, depth + 1));
    while (list.length < maxItems && isTooShort(list, shape)) list.push(mend(exampleValue(items), items, depth + 1));
    if (fitsShape(list, shape)) return list;
  }
  const made = valueFor(shape, someTime);
  return fitsShape(made, shape) ? made : value;
}

function isTooShort({ length }: readonly unknown[], shape: Shape): boolean {
  const options = shape.type === 'choice' ? shape.options : [shape];
  const least = options.flatMap(({ constraints = [] }) =>
    constraints.flatMap((one) => (one.rule === 'item-count' ? [one.options.minimum ?? 0] : [])),
  );
  return length < Math.max(0, ...least);
}
