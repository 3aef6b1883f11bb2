import { anyOf, literalsOf } from './choose-option';
import { fieldOf, keyPatternOf } from './field-of';
import { chosenShape, type DecidingText, type ReadDecider } from './choose-shape';
import type { ChoiceShape, Field, ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import type { JsonPath } from '@rulebook/json/json-position';

/** A shape that is neither a choice nor a switch. */
export type PlainShape = Exclude<Shape, ChoiceShape | SwitchShape>;

/** Reads the string of a member of the object at a path. A switch finds its case this way. */
export type ReadText = (object: JsonPath, name: string) => DecidingText;

/** The description of a JSON value in the catalogue. */
export interface Resolved {
  /** Every shape that the value may have. */
  readonly shapes: readonly PlainShape[];
  /** The element with this value. */
  readonly field?: Field;
  /** Set for an entry of a map: the meaning of its key. */
  readonly entry?: NonNullable<ObjectShape['entries']>;
}

/** Returns the shapes of a choice, or the shape itself, with every switch resolved. Without `read`, there is no text yet. */
export function plainShapesOf(shape: Shape, read: ReadDecider = nothingWritten): readonly PlainShape[] {
  const shapes = shape.type === 'choice' ? shape.options : [shape];
  const plain = shapes.flatMap((option) => {
    const chosen = chosenShape(option, read);
    return chosen.type === 'choice' ? [] : [chosen];
  });
  // A member with a single allowed value says which of several objects is meant.
  const meant = plain.length < 2 ? plain : plain.filter((option) => !contradicts(option, read));
  return meant.length > 0 ? meant : plain;
}

function contradicts(shape: PlainShape, read: ReadDecider): boolean {
  if (shape.type !== 'object') return false;
  return literalsOf(shape).some(({ field, text }) => (read('self', field.name) ?? text) !== text);
}

/** Returns the description at the path below the shape, or undefined if the catalogue has none. */
export function resolvePath(root: Shape, path: JsonPath, read: ReadText): Resolved | undefined {
  let current: Resolved = { shapes: plainShapesOf(root, deciderAt([], read)) };
  for (const [index, step] of path.entries()) {
    const next = resolveStep(current, step, deciderAt(path.slice(0, index + 1), read));
    if (next === undefined) return undefined;
    current = next;
  }
  return current;
}

/** Returns the reader with which a switch at the path reads its deciding member. */
export function deciderAt(path: JsonPath, read: ReadText): ReadDecider {
  return (of, name) => {
    if (of === 'self') return read(path, name);
    return typeof path[path.length - 1] === 'string' ? read(path.slice(0, -1), name) : undefined;
  };
}

const nothingWritten: ReadDecider = () => null;

/** Returns the steps of a JSON pointer. `*` stays as it is, and resolves as any key. */
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

function resolveStep(from: Resolved, step: string | number, read: ReadDecider): Resolved | undefined {
  if (typeof step === 'string') {
    const member = resolveMember(from, step, read);
    if (member !== undefined) return member;
  }
  if (typeof step === 'string' && !/^(\d+|\*)$/.test(step)) return undefined;
  const items = from.shapes.flatMap((shape) => (shape.type === 'array' ? plainShapesOf(shape.items, read) : []));
  return items.length === 0 ? undefined : { shapes: items, ...(from.field === undefined ? {} : { field: from.field }) };
}

function resolveMember(from: Resolved, name: string, read: ReadDecider): Resolved | undefined {
  const objects = objectShapesOf(from);
  const fields = objects.flatMap((shape) => fieldOf(shape, name) ?? []);
  const [field] = fields;
  // Several options may know the member, each with another shape.
  if (field !== undefined) return { shapes: plainShapesOf(anyOf(fields.map(({ shape }) => shape)), read), field };
  for (const shape of objects) {
    const pattern = keyPatternOf(shape, name);
    if (pattern !== undefined) {
      const entry = { keyName: 'name', summary: pattern.summary, shape: pattern.shape };
      return { shapes: plainShapesOf(pattern.shape, read), entry };
    }
  }
  for (const { entries } of objects) {
    if (entries !== undefined) return { shapes: plainShapesOf(entries.shape, read), entry: entries };
  }
  return undefined;
}
