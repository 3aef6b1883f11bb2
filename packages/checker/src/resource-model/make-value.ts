import { isRecord } from '@rulebook/json/is-record';
import type { Constraint } from '@rulebook/catalogue/constraints';
import { itemShapeOf } from '../binding/accepts-value';
import type { Condition, Field, NumberShape, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import { decideSchema } from '@rulebook/json/decide-schema';
import { patternOf } from '@rulebook/text/patterns';
import { textFormatNamed } from '@rulebook/text/text-formats';
import { fitsShape, fitsStrictly, shapeInAddition } from './fits-shape';
import { objectIn } from './shapes-in';

/** Deeper parts are left out where they may be: recursive shapes have no end. */
const maxDepth = 8;
/** Optional members below this depth are left out. */
const maxOptionalDepth = 3;
/** The most members and items of a value, in all of it. */
const maxParts = 1000;
/** More items are not made to fill a list. */
const maxItems = 100;

/** How a value is made. */
export interface Making {
  /** With the members that are not required. */
  readonly hasOptional: boolean;
  /** With examples and defaults of the description. */
  readonly hasExamples: boolean;
  /** Which of several shapes is taken, counted from 0. */
  readonly option: number;
  /** The time that times have, in the form of ISO 8601. */
  readonly now: string;
}

interface Budget {
  left: number;
}

/** Makings that are tried in this order: a value as full as possible, then simpler ones. */
const makings: readonly Omit<Making, 'now'>[] = [
  { hasOptional: true, hasExamples: true, option: 0 },
  { hasOptional: true, hasExamples: false, option: 0 },
  { hasOptional: false, hasExamples: true, option: 0 },
  { hasOptional: false, hasExamples: false, option: 0 },
  ...[1, 2, 3, 4].map((option) => ({ hasOptional: false, hasExamples: false, option })),
];

/**
 * Returns a value of the shape: the first of the given examples that fits, otherwise one that is made. What cannot be made so that it fits, for
 * example for a pattern that no text matches, is made as well as it can be.
 */
export function valueFor(shape: Shape, now: string, examples: readonly unknown[] = []): unknown {
  const shown = examples.find((example) => isAbout(example, shape) && fitsStrictly(example, shape));
  if (shown !== undefined) return shown;
  for (const making of makings) {
    const made = makeValue(shape, { ...making, now });
    if (fitsShape(made, shape)) return made;
  }
  return makeValue(shape, { hasOptional: false, hasExamples: false, option: 0, now });
}

/** Some descriptions show an example of something else, which fits only because other members are allowed. */
function isAbout(example: unknown, shape: Shape): boolean {
  const { fields = [] } = objectIn(shape, example) ?? {};
  return !isRecord(example) || fields.length === 0 || fields.some(({ name }) => Object.hasOwn(example, name));
}

/** Returns the smallest value of the shape: only what is required, without examples. */
export function smallestValue(shape: Shape, now: string): unknown {
  const made = makeValue(shape, { hasOptional: false, hasExamples: false, option: 0, now });
  return fitsShape(made, shape) ? made : valueFor(shape, now);
}

/** Makes a value of the shape. */
export function makeValue(shape: Shape, making: Making): unknown {
  return make(shape, making, 0, { left: maxParts });
}

function make(shape: Shape, making: Making, depth: number, budget: Budget): unknown {
  const made = makeAlone(shape, making, depth, budget);
  return shape.conditions === undefined || depth > maxDepth
    ? made
    : withConditions(made, shape.conditions, making, depth, budget);
}

/** Adds to an object what it needs because of what is in it. */
function withConditions(
  made: unknown,
  conditions: readonly Condition[],
  making: Making,
  depth: number,
  budget: Budget,
): unknown {
  let value = made;
  for (const condition of conditions) {
    const held = shapeInAddition(value, condition);
    if (held === undefined || !isRecord(value) || fitsShape(value, held)) continue;
    const shape = objectIn(held, value);
    if (shape === undefined) continue;
    const added = objectOf(shape, { ...making, hasOptional: false }, depth + 1, budget);
    value = { ...value, ...(added as Readonly<Record<string, unknown>>) };
    // A member of both may have another form.
    for (const { name, shape: inner } of shape.fields) {
      const member: unknown = Object.hasOwn(value as object, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined;
      if (member !== undefined && !fitsShape(member, inner))
        value = { ...(value as object), [name]: make(inner, making, depth + 1, budget) };
    }
  }
  return value;
}

function makeAlone(shape: Shape, making: Making, depth: number, budget: Budget): unknown {
  switch (shape.type) {
    case 'string':
      return textOfShape(shape, making.now);
    case 'integer':
    case 'number':
      return shape.values?.values[0]?.value ?? numberOf(shape);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'any':
      return 'text';
    case 'array': {
      const count = itemCount(shape.constraints, making.hasOptional && depth < maxOptionalDepth);
      const items: unknown[] = [];
      while (items.length < count && budget.left > 0) {
        budget.left--;
        items.push(distinctFrom(make(itemShapeOf(shape, items.length), making, depth + 1, budget), items, shape));
      }
      return withWanted(items, shape.constraints);
    }
    case 'choice': {
      const options = shape.options.filter(({ type }) => type !== 'null');
      const option = options[making.option % Math.max(1, options.length)] ?? shape.options[0];
      return option === undefined ? null : make(option, making, depth + 1, budget);
    }
    case 'switch': {
      const names = Object.keys(shape.cases);
      const name = names[making.option % Math.max(1, names.length)];
      const chosen = (name === undefined ? undefined : shape.cases[name]) ?? shape.otherwise;
      const made = make(chosen, making, depth, budget);
      return name === undefined || shape.of === 'parent' ? made : { ...(made as object), [shape.on]: name };
    }
    case 'object':
      return objectOf(shape, making, depth, budget);
  }
}

function objectOf(shape: ObjectShape, making: Making, depth: number, budget: Budget): unknown {
  const { fields, entries, constraints = [] } = shape;
  const limits = constraints.flatMap((one) => (one.rule === 'member-count' ? [one.options] : []));
  const excluded = new Set<string>();
  for (const { fields: names = [], maximum } of limits) {
    // Of members that exclude each other, the first one is there.
    if (maximum === undefined) continue;
    const chosen = names[making.option % Math.max(1, names.length)];
    for (const name of names) if (name !== chosen) excluded.add(name);
  }
  const wanted = new Set(
    limits.flatMap(({ fields: names = [], minimum = 0 }) =>
      minimum > 0 ? names.slice(making.option % Math.max(1, names.length)).slice(0, minimum) : [],
    ),
  );
  const isMade = ({ name, required }: Field): boolean =>
    required === true ||
    wanted.has(name) ||
    (making.hasOptional && depth < maxOptionalDepth && !excluded.has(name) && budget.left > 0);
  const members: [string, unknown][] = [];
  for (const field of depth > maxDepth ? fields.filter(({ required }) => required === true) : fields) {
    if (!isMade(field) || depth > 2 * maxDepth || budget.left <= 0) continue;
    budget.left--;
    members.push([field.name, fieldValue(field, members, making, depth, budget)]);
  }
  const least = Math.max(0, ...limits.map(({ minimum = 0, fields: names }) => (names === undefined ? minimum : 0)));
  for (const field of fields) {
    if (members.length >= least) break;
    if (!members.some(([name]) => name === field.name) && !excluded.has(field.name))
      members.push([field.name, fieldValue(field, members, making, depth, budget)]);
  }
  for (let index = 1; members.length < least && index <= maxItems; index++) {
    if (entries === undefined && shape.isOpen !== true) break;
    const name = sampleOf(namesOf(constraints), index) ?? `key${index}`;
    members.push([String(name), entries === undefined ? 'text' : make(entries.shape, making, depth + 1, budget)]);
  }
  return Object.fromEntries(members);
}

function fieldValue(
  field: Field,
  members: readonly (readonly [string, unknown])[],
  making: Making,
  depth: number,
  budget: Budget,
): unknown {
  const { shape, example, default: standard } = field;
  for (const text of making.hasExamples ? [example, standard] : [standard]) {
    const shown = text === undefined ? undefined : readValue(text);
    if (shown !== undefined && fitsShape(shown.value, shape)) return shown.value;
  }
  // The object is chosen by the member next to it.
  const chosen =
    shape.type === 'switch' && shape.of === 'parent' ? objectIn(shape, Object.fromEntries(members)) : undefined;
  return make(chosen ?? shape, making, depth + 1, budget);
}

function readValue(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Returns the list with as many items of a form as are wanted. */
function withWanted(items: readonly unknown[], constraints: readonly Constraint[] = []): readonly unknown[] {
  const made = [...items];
  for (const { rule, options } of constraints) {
    if (rule !== 'unmet-condition') continue;
    const { schema, minimum = 0 } = options;
    for (let index = 0; index < Math.min(minimum, maxItems); index++) {
      const item = made[index];
      if (decideSchema(schema, item) === true) continue;
      const sample = sampleOf(schema, index);
      made[index] = isRecord(item) && isRecord(sample) ? { ...item, ...sample } : (sample ?? item ?? 'text');
    }
  }
  return made;
}

function namesOf(constraints: readonly Constraint[]): unknown {
  for (const { rule, options } of constraints)
    if (rule === 'unmet-condition' && options.of === 'names') return options.schema;
  return undefined;
}

/** Returns a value that a JSON Schema allows; undefined where none is found. */
function sampleOf(schema: unknown, index: number): unknown {
  if (!isRecord(schema)) return schema === true ? 'text' : undefined;
  const { enum: listed, properties, required, pattern, minLength, minimum } = schema;
  const members = isRecord(properties) ? properties : {};
  const texts = [`text${index}`, 'text', typeof pattern === 'string' ? patternOf(pattern)?.example(1) : undefined];
  const names = [...new Set([...(Array.isArray(required) ? required.map(String) : []), ...Object.keys(members)])];
  const object = Object.fromEntries(names.map((name) => [name, sampleOf(members[name] ?? true, index)]));
  const candidates: readonly unknown[] = [
    schema['const'],
    ...(Array.isArray(listed) ? [listed[index % Math.max(1, listed.length)], ...(listed as unknown[])] : []),
    ...(names.length > 0 ? [object] : []),
    ...texts,
    ...(typeof minLength === 'number' && minLength < 1000 ? ['x'.repeat(minLength)] : []),
    ...(typeof minimum === 'number' ? [minimum, minimum + 1] : []),
    ...[1, true, null, [], {}],
  ];
  return candidates.find((one) => one !== undefined && decideSchema(schema, one) === true);
}

function itemCount(constraints: readonly Constraint[] = [], hasOptional: boolean): number {
  const limits = constraints.flatMap((one) => (one.rule === 'item-count' ? [one.options] : []));
  const least = Math.max(0, ...limits.map(({ minimum = 0 }) => minimum));
  const highest = Math.min(maxItems, ...limits.map(({ maximum = maxItems }) => maximum));
  return Math.min(Math.max(least, hasOptional ? 1 : 0), highest);
}

/** Returns an item that no earlier one equals, where the list asks for that. */
function distinctFrom(item: unknown, earlier: readonly unknown[], shape: Shape & { readonly type: 'array' }): unknown {
  const isUnique = shape.constraints?.some(({ rule }) => rule === 'duplicate-item') === true;
  if (!isUnique || earlier.length === 0) return item;
  if (typeof item === 'number') return item + earlier.length;
  const values = 'values' in shape.items ? (shape.items.values?.values ?? []) : [];
  if (values.length > earlier.length) return values[earlier.length]?.value;
  return typeof item === 'string' ? `${item}${earlier.length + 1}` : item;
}

function textOfShape(shape: TextShape, now: string): string {
  const [listed] = shape.values?.values ?? [];
  if (listed !== undefined) return String(listed.value);
  const limits = (shape.constraints ?? []).flatMap((one) => (one.rule === 'length-limit' ? [one.options] : []));
  const least = Math.max(0, ...limits.map(({ minimum = 0 }) => minimum));
  const highest = Math.min(Infinity, ...limits.map(({ maximum = Infinity }) => maximum));
  for (const one of shape.constraints ?? []) {
    if (one.rule !== 'malformed-text') continue;
    const text = formatted(shape.format, now);
    const pattern = patternOf(one.options.pattern);
    const made = pattern?.matches(text) === true && text.length >= least ? text : pattern?.example(least);
    if (made !== undefined) return made;
  }
  const text = formatted(shape.format, now);
  const long = text.length >= least ? text : text.padEnd(Math.min(least, 100_000), 'x');
  return long.length > highest ? long.slice(0, highest) : long;
}

function formatted(format = '', now: string): string {
  if (format === 'date-time') return now;
  if (format === 'date') return now.slice(0, 10);
  if (format === 'url') return 'https://example.com/';
  const example = textFormatNamed(format)?.example;
  return example === undefined || example === '' ? 'text' : example;
}

function numberOf({ constraints = [], type }: NumberShape): number {
  let value = 1;
  for (const one of constraints) {
    if (one.rule !== 'number-range') continue;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = one.options;
    const step = type === 'integer' ? 1 : 0.5;
    if (maximum !== undefined) value = Math.min(value, maximum);
    if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) value = exclusiveMaximum - step;
    if (minimum !== undefined) value = Math.max(value, minimum);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) value = exclusiveMinimum + step;
    if (multipleOf !== undefined) value = Math.ceil(value / multipleOf) * multipleOf;
  }
  return type === 'integer' ? Math.ceil(value) : value;
}
