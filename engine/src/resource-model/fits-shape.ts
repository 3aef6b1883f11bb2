import type { Constraint } from '../catalogue/constraints';
import type { ObjectShape, Shape } from '../catalogue/shape';
import { patternOf } from '../text/patterns';
import { isCalendarDate, textFormatNamed } from '../text/text-formats';
import { isRecord, objectIn } from './shapes-in';

/** Deeper parts are taken as they are. */
const maxDepth = 60;

/** Returns whether a value has the shape and keeps to its constraints. In doubt it has. */
export function fitsShape(value: unknown, shape: Shape, depth = 0): boolean {
  if (depth > maxDepth) return true;
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
        value.every((item) => fitsShape(item, shape.items, depth + 1))
      );
    case 'choice':
      return shape.options.some((option) => fitsShape(value, option, depth + 1));
    case 'object':
    case 'switch': {
      const object = objectIn(shape, value);
      return isRecord(value) && (object === undefined || fitsObject(value, object, depth));
    }
  }
}

function fitsObject(value: Readonly<Record<string, unknown>>, shape: ObjectShape, depth: number): boolean {
  const { fields, entries, patterns, isOpen, isClosed, constraints = [] } = shape;
  const names = new Set(fields.map(({ name }) => name));
  return (
    fields.every(({ name, required, shape: inner }) =>
      Object.hasOwn(value, name) ? fitsShape(value[name], inner, depth + 1) : required !== true,
    ) &&
    constraints.every((one) => keeps(value, one)) &&
    Object.entries(value).every(([name, inner]) => {
      if (names.has(name)) return true;
      if (entries !== undefined) return fitsShape(inner, entries.shape, depth + 1);
      return isOpen === true || isClosed !== true || patterns !== undefined;
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
