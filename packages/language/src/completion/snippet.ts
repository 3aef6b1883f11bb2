import type { BodyAction } from '@rulebook/catalogue/operation';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { isRequired } from '../cursor/element';
import { isForeign } from '@rulebook/catalogue/markdown/foreign-markdown';
import { skeletonNumber } from '@rulebook/checker/binding/limits';
import { plainShapesOf, type PlainShape } from '@rulebook/checker/binding/resolve-shape';

/** Below this depth, a skeleton has empty values, so that a recursive shape ends. */
const deepest = 6;

/** From this number of tab stops on, objects are left empty: no one fills in more. */
const maxStops = 60;

/** A longer example of a description says less than the shape. */
const longestExample = 600;

/** What a skeleton is written with. */
interface Writing {
  readonly unit: string;
  /** The number of the next tab stop. */
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

/** Returns a tab stop with a list of texts to choose from. */
export function choiceSnippet(number: number, texts: readonly string[]): string {
  return `\${${number}|${texts.map((text) => text.replace(/[\\,|}$]/g, '\\$&')).join(',')}|}`;
}

/** Joins snippets, each of which numbers its tab stops from 1. */
export function joinSnippets(snippets: readonly string[], separator = ''): string {
  const writing = { next: 1 };
  return snippets.map((snippet) => renumbered(snippet, writing)).join(separator);
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
  return snippetOfField(field, { unit, next: 1 }, 0);
}

/** Returns a snippet of a value of this shape with its required children. */
export function shapeSnippet(shape: Shape, unit: string): string {
  return snippetOfShape(shape, { unit, next: 1 }, 0);
}

/** Returns the first lines of newline-delimited JSON: an action, and the document that it needs. */
export function linesSnippet([first]: readonly BodyAction[], shape: Shape): string {
  if (first === undefined) return '';
  const field = shape.type === 'object' ? shape.fields.find(({ name }) => name === first.name) : undefined;
  const action = `{ ${JSON.stringify(first.name)}: ${field?.example ?? '{}'} }`;
  return first.document === undefined ? action : joinSnippets([action, '{ $1 }'], '\n');
}

/**
 * Returns a snippet of a minimal body. If nothing is required, it has the first member with an example and without a default. If that
 * member is a plain value, the body is a flat list of settings, and the snippet has all of them.
 */
export function bodySnippet(shape: Shape, unit: string): string {
  const plain = preferredShape(shape);
  if (plain?.type !== 'object' || plain.fields.some(isRequired)) return shapeSnippet(shape, unit);
  const needed = neededMember(plain);
  if (needed) return membersOf([needed], { unit, next: 1 }, 0);
  // Descriptions show examples of all members, which are no hint at what is usual.
  const shown = plain.fields.filter(({ example, provenance }) => example !== undefined && !isForeign(provenance));
  const first = shown.find((field) => field.default === undefined);
  if (first === undefined) return shapeSnippet(shape, unit);
  const members = isContainer(first) ? [first] : shown.filter((field) => !isContainer(field));
  return membersOf(members, { unit, next: 1 }, 0);
}

/** Returns the first of the members of which one is needed. */
function neededMember({ fields, constraints = [] }: ObjectShape): Field | undefined {
  for (const constraint of constraints) {
    if (constraint.rule !== 'member-count' || (constraint.options.minimum ?? 0) === 0) continue;
    const [first] = constraint.options.fields ?? [];
    const field = fields.find(({ name }) => name === first);
    if (field) return field;
  }
  return undefined;
}

/** Returns a map entry: a key to name, and the skeleton of its value. */
export function entrySnippet(entries: NonNullable<ObjectShape['entries']>, unit: string): string {
  return snippetOfEntry(entries, { unit, next: 1 }, 0);
}

/**
 * Returns the shape of a choice for a skeleton: an object if there is one, otherwise an array, otherwise the first shape. Of an object that
 * depends on a member, it is the shape for the value of that member in the skeleton.
 */
function preferredShape(shape: Shape, neighbour: Written = nothingWritten): PlainShape | undefined {
  const own = shape.type === 'switch' ? plainShapesOf(shape.absent ?? shape.otherwise)[0] : undefined;
  const shapes = plainShapesOf(
    shape,
    (of, name) => (of === 'parent' ? neighbour.get(name) : firstTextIn(own, name)) ?? null,
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
  if (values.length < 2 || values.length > maxChoices) return [];
  const texts = values.map(({ value }) => String(value));
  const first = texts.filter((text) => JSON.stringify(text) === standard);
  return [...first, ...texts.filter((text) => !first.includes(text))];
}

/** Longer lists are left to completion, which can be filtered. */
const maxChoices = 20;

function firstTextIn(shape: PlainShape | undefined, name: string): string | undefined {
  const field = shape?.type === 'object' ? shape.fields.find((each) => each.name === name) : undefined;
  return field && field.example === undefined ? choicesOf(field)[0] : undefined;
}

function snippetOfField(field: Field, writing: Writing, depth: number, neighbour?: Written): string {
  const { example, provenance } = field;
  const isOthers = isForeign(provenance);
  if (example !== undefined && !isOthers && /\$(?:\d|\{)/.test(example)) return renumbered(example, writing);
  const shown = isOthers && (example?.length ?? 0) > longestExample ? undefined : example;
  const json = shown ?? field.default;
  const value = json === undefined ? undefined : parsed(json);
  const choices = example === undefined ? choicesOf(field) : [];
  if (choices.length > 0) return `"${choiceSnippet(writing.next++, choices)}"`;
  if (value !== undefined) return snippetOfJson(value, writing);
  return snippetOfShape(field.shape, writing, depth, neighbour);
}

function snippetOfShape(shape: Shape, writing: Writing, depth: number, neighbour?: Written): string {
  const plain = preferredShape(shape, neighbour);
  switch (plain?.type) {
    case 'object':
      return snippetOfObject(plain, writing, depth);
    case 'array':
      return snippetOfArray(plain.items, writing, depth);
    case 'string':
      return soleValue(plain, writing) ?? `"${stop(writing)}"`;
    case 'integer':
    case 'number':
      return soleValue(plain, writing) ?? placeholder(writing.next++, String(skeletonNumber(plain)));
    case 'boolean':
      return placeholder(writing.next++, 'true');
    case 'null':
      return 'null';
    case 'any':
    case undefined:
      // Below a member that is typed, it could be left out: without a value, the whole body would be broken.
      return depth === 0 ? stop(writing) : placeholder(writing.next++, 'null');
  }
}

/** A set of one value needs no choice. */
function soleValue(shape: Extract<PlainShape, { readonly values?: unknown }>, writing: Writing): string | undefined {
  const [only, ...others] = shape.values?.values ?? [];
  if (only === undefined || others.length > 0 || shape.values?.closed !== true) return undefined;
  const text = placeholder(writing.next++, String(only.value));
  return typeof only.value === 'string' ? `"${text}"` : text;
}

function snippetOfArray(items: Shape, writing: Writing, depth: number): string {
  const item = depth < deepest ? preferredShape(items) : undefined;
  if (item?.type === 'string') return `["${stop(writing)}"]`;
  if (item?.type !== 'object' || !item.fields.some(isRequired)) return `[${stop(writing)}]`;
  return `[${onLines([snippetOfObject(item, writing, depth + 1)], writing)}]`;
}

function snippetOfObject({ fields, entries }: ObjectShape, writing: Writing, depth: number): string {
  if (depth >= deepest || writing.next > maxStops) return `{${stop(writing)}}`;
  const required = fields.filter(isRequired);
  if (required.length > 0) return membersOf(required, writing, depth);
  const hasObjects = entries && fields.length === 0 && preferredShape(entries.shape)?.type === 'object';
  return `{${onLines([hasObjects ? snippetOfEntry(entries, writing, depth + 1) : stop(writing)], writing)}}`;
}

function membersOf(fields: readonly Field[], writing: Writing, depth: number): string {
  const written = new Map<string, string>();
  const members = fields.map((field) => {
    const [first] = field.example === undefined ? choicesOf(field) : [];
    if (first !== undefined) written.set(field.name, first);
    return `${quoted(field.name)}: ${snippetOfField(field, writing, depth + 1, written)}`;
  });
  return `{${onLines(members, writing)}}`;
}

function isContainer({ shape }: Field): boolean {
  const type = preferredShape(shape)?.type;
  return type === 'object' || type === 'array';
}

function snippetOfEntry(
  { keyName, shape }: NonNullable<ObjectShape['entries']>,
  writing: Writing,
  depth: number,
): string {
  const key = placeholder(writing.next++, keyName.replace(/\s+/g, '-'));
  return `"${key}": ${snippetOfShape(shape, writing, depth)}`;
}

/** A JSON value with a tab stop for each string, number and boolean. */
function snippetOfJson(value: unknown, writing: Writing): string {
  if (typeof value === 'string') return `"${placeholder(writing.next++, JSON.stringify(value).slice(1, -1))}"`;
  if (typeof value !== 'object' || value === null) return placeholder(writing.next++, JSON.stringify(value));
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => snippetOfJson(item, writing));
    return `[${items.length === 0 ? stop(writing) : indented(items.join(', '), writing)}]`;
  }
  const members = Object.entries(value).map(([name, member]) => `${quoted(name)}: ${snippetOfJson(member, writing)}`);
  return `{${members.length === 0 ? stop(writing) : onLines(members, writing)}}`;
}

/** Returns the parts of a container on lines of their own, one step further in. */
function onLines(parts: readonly string[], writing: Writing): string {
  return `${indented(`\n${parts.join(',\n')}`, writing)}\n`;
}

function indented(text: string, { unit }: Writing): string {
  return text.replaceAll('\n', `\n${unit}`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // The defaults and examples of headers and path parameters are plain text.
    return undefined;
  }
}

/** Snippets number their tab stops from 1. Inside a larger one, the numbers continue from its last one. */
function renumbered(snippet: string, writing: Pick<Writing, 'next'>): string {
  const base = writing.next - 1;
  return snippet.replace(/(?<!\\)\$(\{?)(\d+)/g, (_match, brace: string, digits: string) => {
    const number = digits === '0' ? 0 : Number(digits) + base;
    writing.next = Math.max(writing.next, number + 1);
    return `$${brace}${number}`;
  });
}

function stop(writing: Writing): string {
  return `$${writing.next++}`;
}

function quoted(name: string): string {
  return escapeSnippet(JSON.stringify(name));
}
