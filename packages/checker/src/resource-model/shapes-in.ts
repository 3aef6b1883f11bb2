import { isRecord } from '@rulebook/json/is-record';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';

/** Deeper choices are not followed: a shape can hold itself. */
const maxDepth = 20;

/** Returns the object that a value of the shape is, the one that fits the given value best; undefined where none is. */
export function objectIn(shape: Shape | undefined, value?: unknown, depth = 0): ObjectShape | undefined {
  if (shape === undefined || depth > maxDepth) return undefined;
  switch (shape.type) {
    case 'object':
      return shape;
    case 'switch': {
      const chosen = isRecord(value) ? value[shape.on] : undefined;
      const known = typeof chosen === 'string' && Object.hasOwn(shape.cases, chosen) ? shape.cases[chosen] : undefined;
      const [first] = Object.values(shape.cases);
      return objectIn(known ?? shape.absent ?? first ?? shape.otherwise, value, depth + 1);
    }
    case 'choice': {
      const objects = shape.options.flatMap((option) => objectIn(option, value, depth + 1) ?? []);
      if (!isRecord(value) || objects.length < 2) return objects[0];
      return objects.reduce((best, one) => (likeness(one, value) > likeness(best, value) ? one : best));
    }
    default:
      return undefined;
  }
}

/** Returns how well an object with these members could be one of the shape. */
function likeness({ fields }: ObjectShape, value: Readonly<Record<string, unknown>>): number {
  const names = new Set(fields.map(({ name }) => name));
  const known = Object.keys(value).filter((name) => names.has(name)).length;
  const absent = fields.filter(({ name, required }) => required === true && !Object.hasOwn(value, name)).length;
  return known - 2 * absent;
}

/** Returns the shape of the items of a list; undefined where the shape is none. */
export function itemsIn(shape: Shape | undefined): Shape | undefined {
  if (shape?.type === 'array') return shape.items;
  if (shape?.type !== 'choice') return undefined;
  const list = shape.options.find(({ type }) => type === 'array');
  return list?.type === 'array' ? list.items : undefined;
}

/** Returns whether values of the shape are neither objects nor lists. */
export function isScalar(shape: Shape | undefined): boolean {
  if (shape === undefined) return false;
  if (shape.type === 'choice') return shape.options.every((option) => isScalar(option));
  return ['string', 'integer', 'number', 'boolean', 'null'].includes(shape.type);
}

/** Returns the field with the name. */
export function fieldIn(shape: Shape | undefined, name: string): Field | undefined {
  return objectIn(shape)?.fields.find((field) => field.name === name);
}

/** Returns the shape to which the members lead. */
export function shapeAt(shape: Shape | undefined, names: MemberNames): Shape | undefined {
  return names.reduce<Shape | undefined>((inner, name) => fieldIn(inner, name)?.shape, shape);
}

/** Returns the part of a value to which the members lead. */
export function valueAt(value: unknown, names: MemberNames): unknown {
  return names.reduce<unknown>(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );
}

/** Returns the value with another part at the members. */
export function withValueAt(value: unknown, [name, ...rest]: MemberNames, part: unknown): unknown {
  if (name === undefined) return part;
  const record = isRecord(value) ? value : {};
  return { ...record, [name]: withValueAt(Object.hasOwn(record, name) ? record[name] : undefined, rest, part) };
}
