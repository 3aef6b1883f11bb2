import type { SchemaNode, Surface } from '../surface/surface';
import { annotations } from './keywords';

/** Returns whether two schemas say the same of values, annotations aside. */
export type AreSame = (old: SchemaNode, now: SchemaNode) => boolean;

/** Keywords with names as keys, each of a schema. */
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemaParts = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);
/** What differs between an absent and a written default, and means the same. */
const neutral = new Map<string, unknown>([
  ['nullable', false],
  ['deprecated', false],
  ['readOnly', false],
  ['writeOnly', false],
  ['uniqueItems', false],
  ['minLength', 0],
  ['minItems', 0],
  ['minProperties', 0],
  ['exclusiveMinimum', false],
  ['exclusiveMaximum', false],
]);

/** What counts when schemas are compared. */
export interface SameOptions {
  readonly withoutDefaults?: boolean;
  /** What is referred to by the same name is the same, whatever differs in it. */
  readonly byName?: boolean;
}

/** Returns a comparison of the schemas of two surfaces; each pair is compared once. */
export function createSame(old: Surface, now: Surface, { withoutDefaults, byName }: SameOptions = {}): AreSame {
  const known = new Map<unknown, Map<unknown, boolean>>();
  /** Pairs that are taken as equal while they are compared, in this order. */
  const assumed: (readonly [unknown, unknown])[] = [];

  function areSame(a: SchemaNode, b: SchemaNode): boolean {
    if (byName && haveSameName(a, b)) return true;
    if (typeof a.schema === 'boolean' || typeof b.schema === 'boolean') return a.schema === b.schema;
    const row = known.get(a.schema) ?? new Map<unknown, boolean>();
    const former = row.get(b.schema);
    if (former !== undefined) return former;
    known.set(a.schema, row);
    row.set(b.schema, true);
    const start = assumed.length;
    assumed.push([a.schema, b.schema]);
    if (haveSame(a, b)) return true;
    // What was found equal since then may have relied on it.
    for (const [one, other] of assumed.splice(start)) known.get(one)?.delete(other);
    row.set(b.schema, false);
    return false;
  }

  function haveSame(a: SchemaNode, b: SchemaNode): boolean {
    const [mine, theirs] = [keysOf(a), keysOf(b)];
    for (const key of new Set([...mine, ...theirs])) {
      if (schemaParts.has(key)) {
        const [one, other] = [old.child(a, key), now.child(b, key)];
        if (one === undefined || other === undefined ? one !== other : !areSame(one, other)) return false;
      } else if (schemaLists.has(key)) {
        const [ones, others] = [old.items(a, key), now.items(b, key)];
        if (ones.length !== others.length) return false;
        if (!ones.every((one, index) => equal(one, others[index]))) return false;
      } else if (maps.has(key)) {
        const [ones, others] = [old.children(a, key), now.children(b, key)];
        if (ones.size !== others.size) return false;
        for (const [name, one] of ones) if (!equal(one, others.get(name))) return false;
      } else if (!isEqual(valueOf(a, key), valueOf(b, key))) return false;
    }
    return true;
  }

  function equal(a: SchemaNode, b: SchemaNode | undefined): boolean {
    return b !== undefined && areSame(a, b);
  }

  function keysOf({ schema }: SchemaNode): readonly string[] {
    return Object.keys(schema).filter((key) => !annotations.has(key) && !(withoutDefaults && key === 'default'));
  }
  return areSame;
}

/** Names may be written in another way, as with `:` for `.` in all of them. */
function haveSameName({ reference }: SchemaNode, { reference: other }: SchemaNode): boolean {
  if (reference === undefined || other === undefined) return false;
  return reference === other || lettersOf(reference) === lettersOf(other);
}

function lettersOf(reference: string): string {
  return reference.replace(/[^\p{L}\d#/]/gu, '');
}

function valueOf({ schema }: SchemaNode, key: string): unknown {
  const value = typeof schema === 'object' && Object.hasOwn(schema, key) ? schema[key] : undefined;
  return value ?? neutral.get(key);
}

/** Returns whether two JSON values are equal. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [mine, theirs] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return (
    mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isEqual(value, theirs.get(key)))
  );
}
