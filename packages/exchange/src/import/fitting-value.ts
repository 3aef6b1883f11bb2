import { isRecord } from '@rulebook/json/is-record';
import type { Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { isScalar, itemsIn, objectIn } from '@rulebook/checker/resource-model/shapes-in';
import { exampleValue } from './example-value';

/** The time that made values have. */
const someTime = '2030-01-31T12:00:00Z';
/** So many parts of a value are looked at; the others stay as they are. */
const maxParts = 200;
/** A request of more characters is not for people. */
const maxLength = 5000;
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
    const repaired = repair(shown.value, shape, { left: maxParts });
    return fitsShape(repaired, shape) ? repaired : shown.value;
  }
  const example = exampleValue(shape);
  const candidates = [() => repair(example, shape, { left: maxParts }), () => valueFor(shape, someTime)];
  for (const make of candidates) {
    const made = make();
    if (fitsShape(made, shape) && isShort(made)) return made;
  }
  return example;
}

function isShort(made: unknown): boolean {
  return JSON.stringify([made]).length <= maxLength;
}

function repair(value: unknown, shape: Shape, budget: { left: number }): unknown {
  if (--budget.left < 0 || fitsShape(value, shape)) return value;
  const object = objectIn(shape, value);
  if (isRecord(value) && object !== undefined) {
    const members = new Map(Object.entries(value));
    for (const { name, required, shape: inner } of object.fields) {
      if (members.has(name)) members.set(name, repair(members.get(name), inner, budget));
      else if (required === true) members.set(name, repair(exampleValue(inner, name), inner, budget));
    }
    return Object.fromEntries(members);
  }
  const items = itemsIn(shape);
  if (Array.isArray(value) && items !== undefined) {
    const list = value.map((item) => repair(item, items, budget));
    while (budget.left > 0 && list.length < maxItems && isTooShort(list, shape))
      list.push(repair(exampleValue(items), items, budget));
    return list;
  }
  // A text or a number; where an object is wanted, the whole value is made in another way.
  const made = isScalar(shape) ? valueFor(shape, someTime) : value;
  return fitsShape(made, shape) && isShort(made) ? made : value;
}

function isTooShort({ length }: readonly unknown[], shape: Shape): boolean {
  const options = shape.type === 'choice' ? shape.options : [shape];
  const least = options.flatMap(({ constraints = [] }) =>
    constraints.flatMap((one) => (one.rule === 'item-count' ? [one.options.minimum ?? 0] : [])),
  );
  return length < Math.max(0, ...least);
}
