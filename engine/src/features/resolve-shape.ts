import type { Field, ObjectShape, Shape } from '../catalogue/model';
import type { JsonPath } from './json-place';

/** A shape that is no choice. */
export type PlainShape = Exclude<Shape, { readonly type: 'choice' }>;

/** What the catalogue says about a value of a JSON text. */
export interface Resolved {
  /** Every shape that the value may have. */
  readonly shapes: readonly PlainShape[];
  /** The element of which this is the value. */
  readonly field?: Field;
  /** Set for an entry of a map: what its key means. */
  readonly entry?: NonNullable<ObjectShape['entries']>;
}

/** Returns the shapes of a choice, or the shape itself. */
export function plainShapesOf(shape: Shape): readonly PlainShape[] {
  return shape.type === 'choice' ? shape.options : [shape];
}

/** Returns what stands at the path below the shape, or undefined where the catalogue knows nothing. */
export function resolvePath(root: Shape, path: JsonPath): Resolved | undefined {
  let current: Resolved = { shapes: plainShapesOf(root) };
  for (const step of path) {
    const next = resolveStep(current, step);
    if (next === undefined) return undefined;
    current = next;
  }
  return current;
}

/** Returns the steps of a JSON pointer; `*` stays as it is and resolves as any key. */
export function stepsOf(pointer: string): JsonPath {
  if (pointer === '' || pointer === '/') return [];
  return pointer
    .replace(/^\//, '')
    .split('/')
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Returns the object shapes among those of a value. */
export function objectShapesOf({ shapes }: Resolved): readonly ObjectShape[] {
  return shapes.filter((shape): shape is ObjectShape => shape.type === 'object');
}

function resolveStep(from: Resolved, step: string | number): Resolved | undefined {
  if (typeof step === 'string') {
    const member = resolveMember(from, step);
    if (member !== undefined) return member;
  }
  if (typeof step === 'string' && !/^(\d+|\*)$/.test(step)) return undefined;
  const items = from.shapes.flatMap((shape) => (shape.type === 'array' ? plainShapesOf(shape.items) : []));
  return items.length === 0 ? undefined : { shapes: items, ...(from.field === undefined ? {} : { field: from.field }) };
}

function resolveMember(from: Resolved, name: string): Resolved | undefined {
  for (const shape of objectShapesOf(from)) {
    const field = fieldNamed(shape, name);
    if (field !== undefined) return { shapes: plainShapesOf(field.shape), field };
    if (shape.entries !== undefined) return { shapes: plainShapesOf(shape.entries.shape), entry: shape.entries };
  }
  return undefined;
}

function fieldNamed(shape: ObjectShape, name: string): Field | undefined {
  return shape.fields.find((field) => field.name === name || field.aliases?.includes(name) === true);
}
