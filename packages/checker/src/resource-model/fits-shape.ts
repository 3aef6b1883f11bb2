import { isRecord } from '@rulebook/json/is-record';
import type { Constraint } from '@rulebook/catalogue/constraints';
import { itemShapeOf } from '../binding/accepts-value';
import { shapeOfKey } from '../binding/field-of';
import { unmetBy } from '../binding/meets-condition';
import type { Condition, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { decideSchema } from '@rulebook/json/decide-schema';
import { patternOf } from '@rulebook/text/patterns';
import { isCalendarDate, textFormatNamed } from '@rulebook/text/text-formats';
import { objectIn } from './shapes-in';

/** Deeper parts are taken as they are. */
const maxDepth = 60;

/** Returns whether a value has the shape and keeps to its constraints. In doubt it has. */
export function fitsShape(value: unknown, shape: Shape): boolean {
  return fits(value, shape, { depth: 0, isStrict: false });
}

/** Returns whether a value has the shape by all that is described: where the description contradicts itself, what it tolerates does not count. */
export function fitsStrictly(value: unknown, shape: Shape): boolean {
  return fits(value, shape, { depth: 0, isStrict: true });
}

interface Fitting {
  readonly depth: number;
  readonly isStrict: boolean;
}

function fits(value: unknown, shape: Shape, at: Fitting): boolean {
  if (at.depth > maxDepth) return true;
  return hasForm(value, shape, at) && (shape.conditions ?? []).every((one) => meetsCondition(value, one, at));
}

function fitsWithin(value: unknown, shape: Shape, { depth, isStrict }: Fitting): boolean {
  return fits(value, shape, { depth: depth + 1, isStrict });
}

function meetsCondition(value: unknown, condition: Condition, at: Fitting): boolean {
  const shape = shapeInAddition(value, condition);
  return shape === undefined || fitsWithin(value, shape, at);
}

/** Returns what a value is in addition by a condition. */
export function shapeInAddition(value: unknown, { when, then, otherwise }: Condition): Shape | undefined {
  const holds = decideSchema(when, value);
  return holds === undefined ? undefined : holds ? then : otherwise;
}

function hasForm(value: unknown, shape: Shape, at: Fitting): boolean {
  const { constraints = [] } = shape;
  switch (shape.type) {
    case 'any':
      return true;
    case 'string':
      return (
        typeof value === 'string' &&
        isListed(value, shape) &&
        hasFormat(value, shape.format) &&
        constraints.every((one) => keeps(value, one))
      );
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (shape.type === 'number' || Number.isInteger(value)) &&
        isListed(value, shape) &&
        constraints.every((one) => keeps(value, one))
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return (
        Array.isArray(value) &&
        constraints.every((one) => keeps(value, one)) &&
        value.every((item, index) => fitsWithin(item, itemShapeOf(shape, index), at))
      );
    case 'choice':
      return shape.options.some((option) => !(at.isStrict && isTolerated(option)) && fitsWithin(value, option, at));
    case 'object':
    case 'switch': {
      const object = objectIn(shape, value);
      return isRecord(value) && (object === undefined || fitsObject(value, object, at));
    }
  }
}

function isTolerated(shape: Shape): boolean {
  return 'isTolerated' in shape && shape.isTolerated === true;
}

function fitsObject(value: Readonly<Record<string, unknown>>, shape: ObjectShape, at: Fitting): boolean {
  const { fields, isOpen, isClosed, constraints = [] } = shape;
  const names = new Set(fields.map(({ name }) => name));
  return (
    fields.every(({ name, required, shape: inner }) =>
      Object.hasOwn(value, name) ? fitsWithin(value[name], inner, at) : required !== true,
    ) &&
    constraints.every((one) => keeps(value, one)) &&
    Object.entries(value).every(([name, inner]) => {
      if (names.has(name)) return true;
      const others = shapeOfKey(shape, name);
      return others === undefined ? isOpen === true || isClosed !== true : fitsWithin(inner, others, at);
    })
  );
}

function isListed(value: string | number, shape: Shape & { readonly type: 'string' | 'integer' | 'number' }): boolean {
  const { values } = shape;
  return values === undefined || !values.closed || values.values.some((one) => one.value === value);
}

function hasFormat(value: string, format = ''): boolean {
  if (format === 'date') return isCalendarDate(value);
  return textFormatNamed(format)?.accepts(value) ?? true;
}

/** Returns whether a value keeps to a constraint; one that is not about forms says nothing. */
function keeps(value: unknown, { rule, options }: Constraint): boolean {
  switch (rule) {
    case 'length-limit':
      return isWithin([...String(value)].length, options);
    case 'item-count':
      return isWithin((value as readonly unknown[]).length, options);
    case 'member-count': {
      const names = Object.keys(value as object);
      const { fields } = options;
      return isWithin(
        fields === undefined ? names.length : names.filter((name) => fields.includes(name)).length,
        options,
      );
    }
    case 'malformed-text':
      return patternOf(options.pattern)?.matches(String(value)) !== false;
    case 'duplicate-item': {
      const texts = (value as readonly unknown[]).map((item) => JSON.stringify(item));
      return new Set(texts).size === texts.length;
    }
    case 'unmet-condition':
      return unmetBy(value, options) === undefined;
    case 'dependent-field':
      return (
        !Object.hasOwn(value as object, options.field) ||
        (options.value !== undefined &&
          String((value as Readonly<Record<string, unknown>>)[options.field]) !== options.value) ||
        options.requires.every((name) => Object.hasOwn(value as object, name))
      );
    case 'number-range': {
      const number = value as number;
      const { exclusiveMinimum, exclusiveMaximum, multipleOf } = options;
      return (
        isWithin(number, options) &&
        (exclusiveMinimum === undefined || number > exclusiveMinimum) &&
        (exclusiveMaximum === undefined || number < exclusiveMaximum) &&
        (multipleOf === undefined || Math.abs(number / multipleOf - Math.round(number / multipleOf)) < 1e-9)
      );
    }
    default:
      return true;
  }
}

function isWithin(count: number, { minimum, maximum }: { readonly minimum?: number; readonly maximum?: number }) {
  return (minimum === undefined || count >= minimum) && (maximum === undefined || count <= maximum);
}
