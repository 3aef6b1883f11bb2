import type { BodyAction } from '../catalogue/operation';
import type { Field, ObjectShape, Shape } from '../catalogue/shape';
import { isRequired } from './element';
import { isForeign } from './foreign-markdown';
import { plainShapesOf, type PlainShape } from './resolve-shape';

/** Below this depth, a skeleton has empty values, so that a recursive shape ends. */
const deepest = 6;

/** From this number of tab stops on, objects are left empty: nobody fills in more. */
const mostStops = 60;

/** A longer example of a description says less than the shape. */
const longestExample = 600;

/** Hands out the numbers of tab stops. */
interface Stops {
  next: number;
}

/** Escapes text for a snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

/** Returns a tab stop with `text` as its placeholder. */
export function placeholder(number: number, text: string): string {
  return `\${${number}:${escapeSnippet(text)}}`;
}

/**
 * Returns a snippet `"key": value` with the required children of the value. Lines below the first are indented relative to the
 * line of the key: editors add that line's own indentation when they insert a snippet.
 */
export function memberSnippet(field: Field, unit: string): string {
  return `${quoted(field.name)}: ${valueSnippet(field, unit)}`;
}

/** Returns a snippet of the field's value with its required children. */
export function valueSnippet(field: Field, unit: string): string {
  return snippetOfField(field, { next: 1 }, unit, '', 0);
}

/** Returns a snippet of a value of this shape with its required children, its tab stops numbered from `firstStop`. */
export function shapeSnippet(shape: Shape, unit: string, firstStop = 1): string {
  return snippetOfShape(shape, { next: firstStop }, unit, '', 0);
}

/** Returns the first lines of newline-delimited JSON: an action, and the document that it needs. */
export function linesSnippet(actions: readonly BodyAction[], firstStop = 1): string {
  const [first] = actions;
  if (first === undefined) return '';
  const action = `{ ${JSON.stringify(first.name)}: {} }`;
  return first.document === undefined ? action : `${action}\n{ $${firstStop} }`;
}

/**
 * Returns a snippet of a minimal body. If nothing is required, it has the first member with an example and without a default. If that
 * member is a plain value, the body is a flat list of settings, and the snippet has all of them.
 */
export function bodySnippet(shape: Shape, unit: string, firstStop = 1): string {
  const plain = preferredShape(shape);
  if (plain?.type !== 'object' || requiredFieldsOf(plain).length > 0) return shapeSnippet(shape, unit, firstStop);
  // Descriptions show examples of all members, which are no hint at what is usual.
  const shown = plain.fields.filter(({ example, provenance }) => example !== undefined && !isForeign(provenance));
  const first = shown.find((field) => field.default === undefined);
  if (first === undefined) return shapeSnippet(shape, unit, firstStop);
  const members = isContainer(first) ? [first] : shown.filter((field) => !isContainer(field));
  return objectOf(members, { next: firstStop }, unit, '', 0);
}

/** Returns a map entry: a key to name, and the skeleton of its value. */
export function entrySnippet(entries: NonNullable<ObjectShape['entries']>, unit: string): string {
  const stops: Stops = { next: 1 };
  return snippetOfEntry(entries, stops, unit, '', 0);
}

/**
 * Returns the shape of a choice for a skeleton: an object if there is one, otherwise an array, otherwise the first shape. Of an object that
 * depends on a member, it is the shape for the value of that member in the skeleton.
 */
export function preferredShape(shape: Shape, beside: Written = nothingWritten): PlainShape | undefined {
  const own = shape.type === 'switch' ? plainShapesOf(shape.absent ?? shape.otherwise)[0] : undefined;
  const shapes = plainShapesOf(
    shape,
    (of, name) => (of === 'parent' ? beside.get(name) : firstTextIn(own, name)) ?? null,
  );
  return (
    shapes.find(({ type }) => type === 'object') ??
    shapes.find(({ type }) => type === 'array') ??
    shapes.find(({ type }) => type !== 'null') ??
    shapes[0]
  );
}

/** The strings that a skeleton has given to members of the current object. */
type Written = ReadonlyMap<string, string>;
const nothingWritten: Written = new Map();

/** The values that a skeleton offers as a choice: a short list, with its default first. */
function choicesOf({ shape, default: standard }: Pick<Field, 'shape' | 'default'>): readonly string[] {
  const values = shape.type === 'string' ? (shape.values?.values ?? []) : [];
  if (values.length < 2 || values.length > mostChoices) return [];
  const texts = values.map(({ value }) => String(value));
  const first = texts.filter((text) => JSON.stringify(text) === standard);
  return [...first, ...texts.filter((text) => !first.includes(text))];
}

/** Longer lists are left to completion, which can be filtered. */
const mostChoices = 20;

function firstTextIn(shape: PlainShape | undefined, name: string): string | undefined {
  const field = shape?.type === 'object' ? shape.fields.find((each) => each.name === name) : undefined;
  return field && field.example === undefined ? choicesOf(field)[0] : undefined;
}

/** Returns a tab stop with a list of texts to choose from. */
export function choiceOf(number: number, texts: readonly string[]): string {
  return `\${${number}|${texts.map((text) => text.replace(/[\\,|}$]/g, '\\$&')).join(',')}|}`;
}

function snippetOfField(
  field: Field,
  stops: Stops,
  unit: string,
  indent: string,
  depth: number,
  beside?: Written,
): string {
  const isOthers = isForeign(field.provenance);
  if (field.example !== undefined && !isOthers && /\$(?:\d|\{)/.test(field.example)) {
    return renumbered(field.example, stops).replace(/\n/g, `\n${indent}`);
  }
  const shown = isOthers && (field.example?.length ?? 0) > longestExample ? undefined : field.example;
  const json = shown ?? field.default;
  const value = json === undefined ? undefined : parsed(json);
  const choices = field.example === undefined ? choicesOf(field) : [];
  if (choices.length > 0) return `"${choiceOf(stops.next++, choices)}"`;
  if (value !== undefined) return snippetOfJson(value, stops, unit, indent);
  return snippetOfShape(field.shape, stops, unit, indent, depth, beside);
}

function snippetOfShape(
  shape: Shape,
  stops: Stops,
  unit: string,
  indent: string,
  depth: number,
  beside?: Written,
): string {
  const plain = preferredShape(shape, beside);
  switch (plain?.type) {
    case 'object':
      return snippetOfObject(plain, stops, unit, indent, depth);
    case 'array':
      return snippetOfArray(plain.items, stops, unit, indent, depth);
    case 'string':
      return soleValue(plain, stops) ?? `"${stop(stops)}"`;
    case 'integer':
    case 'number':
      return soleValue(plain, stops) ?? placeholder(stops.next++, '0');
    case 'boolean':
      return placeholder(stops.next++, 'true');
    case 'null':
      return 'null';
    case 'any':
    case undefined:
      return stop(stops);
  }
}

/** A set of one value needs no choice. */
function soleValue(shape: Extract<PlainShape, { readonly values?: unknown }>, stops: Stops): string | undefined {
  const values = 'values' in shape ? shape.values : undefined;
  const [only, ...others] = values?.values ?? [];
  if (only === undefined || others.length > 0 || values?.closed !== true) return undefined;
  const text = placeholder(stops.next++, String(only.value));
  return typeof only.value === 'string' ? `"${text}"` : text;
}

function snippetOfArray(items: Shape, stops: Stops, unit: string, indent: string, depth: number): string {
  const item = preferredShape(items);
  if (item === undefined || depth >= deepest) return `[${stop(stops)}]`;
  if (item.type === 'string') return `["${stop(stops)}"]`;
  if (item.type !== 'object' || requiredFieldsOf(item).length === 0) return `[${stop(stops)}]`;
  const inner = indent + unit;
  return `[\n${inner}${snippetOfObject(item, stops, unit, inner, depth + 1)}\n${indent}]`;
}

function snippetOfObject(shape: ObjectShape, stops: Stops, unit: string, indent: string, depth: number): string {
  const required = requiredFieldsOf(shape);
  if (depth >= deepest || stops.next > mostStops) return `{${stop(stops)}}`;
  const inner = indent + unit;
  if (required.length > 0) return objectOf(required, stops, unit, indent, depth);
  if (
    shape.entries !== undefined &&
    preferredShape(shape.entries.shape)?.type === 'object' &&
    shape.fields.length === 0
  ) {
    return `{\n${inner}${snippetOfEntry(shape.entries, stops, unit, inner, depth + 1)}\n${indent}}`;
  }
  return `{\n${inner}${stop(stops)}\n${indent}}`;
}

function objectOf(fields: readonly Field[], stops: Stops, unit: string, indent: string, depth: number): string {
  const inner = indent + unit;
  const written = new Map<string, string>();
  const members = fields.map((field) => {
    const [first] = field.example === undefined ? choicesOf(field) : [];
    if (first !== undefined) written.set(field.name, first);
    return `${inner}${quoted(field.name)}: ${snippetOfField(field, stops, unit, inner, depth + 1, written)}`;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function isContainer({ shape }: Field): boolean {
  const type = preferredShape(shape)?.type;
  return type === 'object' || type === 'array';
}

function snippetOfEntry(
  entries: NonNullable<ObjectShape['entries']>,
  stops: Stops,
  unit: string,
  indent: string,
  depth: number,
): string {
  const key = placeholder(stops.next++, entries.keyName.replace(/\s+/g, '-'));
  return `"${key}": ${snippetOfShape(entries.shape, stops, unit, indent, depth)}`;
}

function requiredFieldsOf(shape: ObjectShape): readonly Field[] {
  return shape.fields.filter(isRequired);
}

/** A JSON value with a tab stop for each string, number and boolean. */
function snippetOfJson(value: unknown, stops: Stops, unit: string, indent: string): string {
  if (typeof value === 'string') return `"${placeholder(stops.next++, JSON.stringify(value).slice(1, -1))}"`;
  if (typeof value !== 'object' || value === null) return placeholder(stops.next++, JSON.stringify(value));
  const inner = indent + unit;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => snippetOfJson(item, stops, unit, inner));
    return items.length === 0 ? `[${stop(stops)}]` : `[${items.join(', ')}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${quoted(name)}: ${snippetOfJson(member, stops, unit, inner)}`,
  );
  return members.length === 0 ? `{${stop(stops)}}` : `{\n${members.join(',\n')}\n${indent}}`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // The defaults and examples of headers and path parameters are plain text.
    return undefined;
  }
}

/** The examples of the catalogue number their tab stops from 1. Inside a larger skeleton, the numbers continue from its last one. */
function renumbered(example: string, stops: Stops): string {
  const base = stops.next - 1;
  let highest = 0;
  const text = example.replace(/(^|[^\\])\$(\{?)(\d+)/g, (_match, before: string, brace: string, digits: string) => {
    const number = Number(digits);
    highest = Math.max(highest, number);
    return `${before}$${brace}${number === 0 ? 0 : number + base}`;
  });
  stops.next += highest;
  return text;
}

function stop(stops: Stops): string {
  return `$${stops.next++}`;
}

function quoted(name: string): string {
  return escapeSnippet(JSON.stringify(name));
}
