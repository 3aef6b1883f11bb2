import { isRecord } from '@rulebook/json/is-record';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { ChoiceShape, Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { shapeOfKey } from '@rulebook/checker/binding/field-of';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { kindOf } from './shape-differences';

/** More values of one place say nothing new. */
const maxValues = 1000;
/** An object with more members is data by its keys. */
const maxMembers = 200;
/** Deeper parts are taken as they are described. */
const maxDepth = 30;

/** Of what shapes are made, and what is left out. */
export interface SeenBy {
  readonly provenance: Provenance;
  /** Members that the items of a list do not show, although they are described: other responses show them. */
  readonly hidden?: ReadonlySet<string>;
  /** No member is shown that was not seen: errors have one form. */
  readonly isExact?: boolean;
}

/**
 * Returns the shape with which values were seen: the described one, where members that were always there are required, those that were not are
 * optional, and what the description does not have is added.
 */
export function seenShape(shape: Shape, values: readonly unknown[], by: SeenBy, depth = 0): Shape {
  const seen = values.slice(0, maxValues);
  if (seen.length === 0 || shape.type === 'any' || depth > maxDepth) return shape;
  if (shape.type === 'object' && seen.every(isRecord)) return seenObject(shape, seen, by, depth);
  if (shape.type === 'array' && shape.positions === undefined && seen.every((one) => Array.isArray(one))) {
    const items = seen.flatMap((one): readonly unknown[] => one as readonly unknown[]);
    const { constraints, conditions: _, ...rest } = shape;
    const kept = constraints?.filter((one) =>
      seen.every((value) => fitsShape(value, { type: 'array', items: { type: 'any' }, constraints: [one] })),
    );
    return {
      ...rest,
      items: seenShape(shape.items, items, by, depth + 1),
      ...(kept !== undefined && { constraints: kept }),
    };
  }
  const others = seen.filter((value) => !fitsShape(value, shape));
  if (others.length === 0) return shape;
  const made = madeShape(others, by, depth);
  // What is made takes the first.
  return choiceOf(others.length === seen.length ? [made, shape] : [shape, made]);
}

function seenObject(
  shape: ObjectShape,
  seen: readonly Readonly<Record<string, unknown>>[],
  by: SeenBy,
  depth: number,
): ObjectShape {
  const { constraints, conditions: _, fields, entries, ...rest } = shape;
  const { hidden, ...inner } = by;
  const kept = fields.flatMap((field): readonly Field[] => {
    const found = valuesOf(seen, field.name);
    if (found.length === 0 && (by.isExact === true || hidden?.has(field.name) === true)) return [];
    const { required: _required, ...optional } = field;
    if (found.length === 0) return [optional];
    const isAlways = found.length === seen.length;
    return [
      { ...optional, shape: seenShape(field.shape, found, inner, depth + 1), ...(isAlways && { required: true }) },
    ];
  });
  const names = new Set(fields.map(({ name }) => name));
  const further = [...new Set(seen.flatMap((one) => Object.keys(one)))].filter((name) => !names.has(name));
  const keys = further.filter((name) => shapeOfKey(shape, name) !== undefined);
  const added = further.filter((name) => shapeOfKey(shape, name) === undefined).slice(0, maxMembers);
  const open: ObjectShape = { type: 'object', name: '', fields: [], isOpen: true };
  const holding = constraints?.filter((one) =>
    seen.every((value) => fitsShape(value, { ...open, constraints: [one] })),
  );
  return {
    ...rest,
    fields: [...kept, ...added.map((name) => madeField(name, seen, inner, depth))],
    ...(holding !== undefined && { constraints: holding }),
    ...(entries !== undefined && {
      entries: {
        ...entries,
        shape: seenShape(
          entries.shape,
          keys.flatMap((key) => valuesOf(seen, key)),
          inner,
          depth + 1,
        ),
      },
    }),
    // What was not seen of an item is not shown.
    ...(hidden !== undefined && entries === undefined && { isOpen: false, isClosed: true }),
  };
}

/** Returns the values that a member had, of the objects that have it. */
function valuesOf(seen: readonly Readonly<Record<string, unknown>>[], name: string): readonly unknown[] {
  return seen.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []));
}

function madeField(name: string, seen: readonly Readonly<Record<string, unknown>>[], by: SeenBy, depth: number): Field {
  const found = valuesOf(seen, name);
  const shape = madeShape(found, by, depth + 1);
  return {
    name,
    summary: '',
    provenance: by.provenance,
    shape,
    ...(found.length === seen.length && { required: true }),
  };
}

/** Returns a shape that the values have, made of nothing but them. */
export function madeShape(values: readonly unknown[], by: SeenBy, depth = 0): Shape {
  const seen = values.slice(0, maxValues);
  if (depth > maxDepth || seen.length === 0) return { type: 'any' };
  const kinds = [...new Set(seen.map(kindOf))];
  return choiceOf(
    kinds.map((kind) =>
      ofKind(
        kind,
        seen.filter((value) => kindOf(value) === kind),
        by,
        depth,
      ),
    ),
  );
}

function ofKind(kind: string, seen: readonly unknown[], by: SeenBy, depth: number): Shape {
  switch (kind) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: kind };
    case 'array':
      return {
        type: 'array',
        items: madeShape(
          seen.flatMap((one) => (Array.isArray(one) ? one : [])),
          by,
          depth + 1,
        ),
      };
    default: {
      const objects = seen.filter(isRecord);
      const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
      const isMap = names.length > maxMembers;
      const fields = isMap ? [] : names.map((name) => madeField(name, objects, by, depth));
      return { type: 'object', name: 'response', fields, isOpen: true };
    }
  }
}

function choiceOf(shapes: readonly Shape[]): Shape {
  const options = shapes.flatMap((shape): ChoiceShape['options'] =>
    shape.type === 'choice' ? shape.options : [shape],
  );
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
}
