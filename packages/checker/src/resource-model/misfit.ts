import { isRecord } from '@rulebook/json/is-record';
import { valueOfNode, type JsonNode } from '@rulebook/json/json-node';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { itemShapeOf } from '../binding/accepts-value';
import { shapeOfKey } from '../binding/field-of';
import { fitsShape, shapeInAddition } from './fits-shape';
import { objectIn } from './shapes-in';

/** The names and indices that lead to a part of a value. */
export type Place = readonly (string | number)[];

/** Where a value does not have its shape. */
export interface Misfit {
  readonly place: Place;
  /** What is wrong, in a word: `type`, `absent`, `surplus`, `values`, or the rule of a constraint. */
  readonly reason: string;
  /** An assert that a value of the shape keeps, and this one does not. */
  readonly assert: string;
  /** The end of a sentence that begins with the place. */
  readonly message: string;
}

/** Deeper parts are taken as they are. */
const maxDepth = 60;

/** Returns the first place where a value does not have the shape; undefined where it has. */
export function misfitOf(value: unknown, shape: Shape, place: Place = []): Misfit | undefined {
  if (place.length > maxDepth || fitsShape(value, shape)) return undefined;
  const wrong = (reason: string, assert: string, message: string): Misfit => ({
    ...{ place, reason, message },
    assert: `${pathOf(place)} ${assert}`,
  });
  for (const condition of shape.conditions ?? []) {
    const held = shapeInAddition(value, condition);
    const found = held && misfitOf(value, held, place);
    if (found !== undefined) return found;
  }
  switch (shape.type) {
    case 'object':
    case 'switch': {
      const object = objectIn(shape, value);
      if (!isRecord(value)) return wrong('type', 'isObject', `must be an object, and is ${kindOf(value)}`);
      return (object && misfitInObject(value, object, place)) ?? wrong('form', notThis(value), 'has another form');
    }
    case 'array': {
      if (!Array.isArray(value)) return wrong('type', 'isArray', `must be a list, and is ${kindOf(value)}`);
      for (const [index, item] of (value as readonly unknown[]).entries()) {
        const inner = misfitOf(item, itemShapeOf(shape, index), [...place, index]);
        if (inner !== undefined) return inner;
      }
      break;
    }
    case 'choice': {
      const inner = shape.options.find((option) => hasKind(value, option));
      const found = inner && misfitOf(value, inner, place);
      return found ?? wrong('type', notThis(value), `must not be ${kindOf(value)}`);
    }
    case 'string':
      if (typeof value !== 'string') return wrong('type', 'isString', `must be a text, and is ${kindOf(value)}`);
      break;
    case 'integer':
    case 'number':
      if (typeof value !== 'number') return wrong('type', 'isNumber', `must be a number, and is ${kindOf(value)}`);
      break;
    case 'boolean':
      return wrong('type', 'isBoolean', `must be true or false, and is ${kindOf(value)}`);
    case 'null':
      return wrong('type', 'isNull', `must be null, and is ${kindOf(value)}`);
    case 'any':
      return undefined;
  }
  const broken = shape.constraints?.find((one) => !fitsShape(value, plainShape(shape, one)));
  if (broken !== undefined) return wrong(broken.rule, assertOf(broken, value), wordsOfConstraint(broken));
  if ('values' in shape && shape.values !== undefined)
    return wrong('values', notThis(value), `is ${JSON.stringify(value)}, which is not one of the described values`);
  return wrong('format', notThis(value), `has not the described format: ${shortened(value)}`);
}

/** Returns the first place where the value of a node does not have the shape. */
export function misfitOfNode(node: JsonNode, shape: Shape): Misfit | undefined {
  return misfitOf(valueOfNode(node), shape);
}

function misfitInObject(
  value: Readonly<Record<string, unknown>>,
  object: ObjectShape,
  place: Place,
): Misfit | undefined {
  const { fields, constraints = [] } = object;
  for (const { name, required, shape } of fields) {
    const inner = [...place, name];
    if (Object.hasOwn(value, name)) {
      const found = misfitOf(value[name], shape, inner);
      if (found !== undefined) return found;
    } else if (required === true)
      return { place: inner, reason: 'absent', assert: `${pathOf(inner)} exists`, message: 'must be there' };
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const [name, inner] of Object.entries(value)) {
    if (names.has(name)) continue;
    const others = shapeOfKey(object, name);
    const found = others && misfitOf(inner, others, [...place, name]);
    if (found !== undefined) return found;
  }
  const plain: Shape = { type: 'object', name: '', fields: [], isOpen: true };
  const broken = constraints.find((one) => !fitsShape(value, { ...plain, constraints: [one] }));
  if (broken !== undefined)
    return {
      ...{ place, reason: broken.rule, message: wordsOfConstraint(broken) },
      assert: `${pathOf(place)} ${assertOf(broken, value)}`,
    };
  const surplus = Object.keys(value).find((name) => !names.has(name) && shapeOfKey(object, name) === undefined);
  if (surplus === undefined) return undefined;
  const inner = [...place, surplus];
  return { place: inner, reason: 'surplus', assert: `${pathOf(inner)} not exists`, message: 'must not be there' };
}

/** Returns a shape of the same type with one constraint alone. */
function plainShape(shape: Shape, constraint: Constraint): Shape {
  const constraints = [constraint];
  switch (shape.type) {
    case 'string':
    case 'integer':
    case 'number':
      return { type: shape.type, constraints };
    case 'array':
      return { type: 'array', items: { type: 'any' }, constraints };
    default:
      return shape;
  }
}

function hasKind(value: unknown, shape: Shape): boolean {
  switch (shape.type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'object':
    case 'switch':
      return isRecord(value);
    default:
      return false;
  }
}

function assertOf({ rule, options }: Constraint, value: unknown): string {
  const length = Array.isArray(value) || typeof value === 'string' || isRecord(value) ? 'length ' : '';
  switch (rule) {
    case 'length-limit':
    case 'item-count':
    case 'member-count':
    case 'number-range': {
      const { minimum, maximum } = options;
      const size = sizeOf(value);
      if (maximum !== undefined && size > maximum) return `${length}<= ${maximum}`;
      if (minimum !== undefined && size < minimum) return `${length}>= ${minimum}`;
      if (rule !== 'number-range') break;
      if (options.exclusiveMinimum !== undefined && size <= options.exclusiveMinimum)
        return `> ${options.exclusiveMinimum}`;
      if (options.exclusiveMaximum !== undefined && size >= options.exclusiveMaximum)
        return `< ${options.exclusiveMaximum}`;
      break;
    }
    case 'malformed-text':
      return `matches ${options.pattern}`;
    default:
  }
  return notThis(value);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return [...value].length;
  return Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;
}

function wordsOfConstraint({ rule, options }: Constraint): string {
  switch (rule) {
    case 'malformed-text':
      return `must match ${options.pattern}`;
    case 'duplicate-item':
      return 'must not hold an item twice';
    case 'unmet-condition':
      return `must keep to ${options.of === 'items' ? '`contains`' : '`propertyNames`'} with ${JSON.stringify(options.schema)}`;
    default:
      return `must keep to ${JSON.stringify(options)} (${rule})`;
  }
}

/** Returns what an assert says of a value that must be another one. */
function notThis(value: unknown): string {
  if (Array.isArray(value)) return 'not isArray';
  if (isRecord(value)) return `!= ${JSON.stringify(value)}`;
  return value === null ? 'not isNull' : `!= ${JSON.stringify(value)}`;
}

/** Returns the JSONPath of a place. */
export function pathOf(place: Place): string {
  return `$${place
    .map((part) => {
      if (typeof part === 'number') return `[${part}]`;
      return /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join('')}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  return typeof value === 'string' ? 'a text' : `the ${typeof value} ${String(value)}`;
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
