import { isRecord } from '@rulebook/json/is-record';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';

/** The kinds of JSON values that a reader of a request distinguishes before it looks at the value. */
type Token = 'scalar' | 'list' | 'object' | 'null';

/** Returns the member of an object by its name or another one that it has. */
export function memberOf({ fields }: ObjectShape, name: string): Field | undefined {
  return fields.find((field) => field.name === name || field.aliases?.includes(name) === true);
}

/** Returns the object among the shapes that a value may have. */
export function objectIn(shape: Shape | undefined): ObjectShape | undefined {
  const options = shape?.type === 'choice' ? shape.options : [shape];
  return options.find((option): option is ObjectShape => option?.type === 'object');
}

/** Returns whether a value is of the kind that the shape describes: texts, numbers and flags are read from one another. */
export function fitsToken(shape: Shape, value: unknown): boolean {
  const options = shape.type === 'choice' ? shape.options : [shape];
  const token = tokenOf(value);
  return options.some((option) => option.type === 'any' || tokenOfShape(option) === token);
}

/** Returns whether a plain value can be read as the shape describes it, and is within its limits. */
export function fitsValue(shape: Shape, value: unknown): boolean {
  const options: readonly Shape[] = shape.type === 'choice' ? shape.options : [shape];
  return options.some((option) => fitsPlain(option, value));
}

function fitsPlain(shape: Shape, value: unknown): boolean {
  if (shape.type === 'integer' || shape.type === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) && number >= leastOf(shape);
  }
  if (shape.type === 'boolean') return typeof value === 'boolean' || value === 'true' || value === 'false';
  if (shape.type === 'string') return tokenOf(value) === 'scalar' && isListed(shape, String(value));
  return fitsToken(shape, value);
}

function isListed({ values }: Extract<Shape, { type: 'string' }>, text: string): boolean {
  if (values === undefined || (!values.closed && values.refusal === undefined)) return true;
  return values.values.some(({ value }) => String(value).toLowerCase() === text.toLowerCase());
}

function leastOf({ constraints = [] }: Shape): number {
  const limits = constraints.flatMap((constraint) => (constraint.rule === 'number-range' ? [constraint.options] : []));
  return limits[0]?.minimum ?? -Infinity;
}

function tokenOf(value: unknown): Token {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : isRecord(value) ? 'object' : 'scalar';
}

function tokenOfShape({ type }: Shape): Token {
  if (type === 'array') return 'list';
  if (type === 'object' || type === 'switch') return 'object';
  return type === 'null' ? 'null' : 'scalar';
}
