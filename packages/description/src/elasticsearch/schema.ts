import type { Version } from '@rulebook/catalogue/facts';

/** A member of the schema, about which nothing is known: the file may have any form. */
export type Unread = Readonly<Record<string, unknown>>;

/** A named type, and where it is. */
export interface NamedType {
  readonly type: Unread;
  readonly kind: string;
  /** `namespace:name` */
  readonly name: string;
  readonly pointer: string;
}

/** The parts of a compiled Elasticsearch schema. */
export interface Schema {
  readonly endpoints: readonly Unread[];
  /** By `namespace:name`. */
  readonly types: ReadonlyMap<string, NamedType>;
}

/** Deeper values are not read: no schema has them, and a broken one must not overflow the call stack. */
export const deepest = 64;

/** Reads the parts of a schema; whatever has another form is left out. */
export function readSchema(source: unknown): Schema {
  const { endpoints, types } = recordOf(source);
  const known = new Map<string, NamedType>();
  for (const [index, one] of asList(types).entries()) {
    const type = recordOf(one);
    const name = typeNameOf(type['name']);
    if (name === undefined || known.has(name)) continue;
    known.set(name, { type, kind: asText(type['kind']) ?? '', name, pointer: `#/types/${String(index)}` });
  }
  return { endpoints: asList(endpoints).map(recordOf), types: known };
}

/** Returns the members of an object; none for any other value. */
export function recordOf(value: unknown): Unread {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Unread) : nothing;
}
const nothing: Unread = {};

/** Returns the items of a list; none for any other value. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the texts of a list. */
export function asTexts(value: unknown): readonly string[] {
  return asList(value).filter((item) => typeof item === 'string');
}

/** Returns `namespace:name` of a type's name. */
export function typeNameOf(value: unknown): string | undefined {
  const { namespace, name } = recordOf(value);
  return typeof namespace === 'string' && typeof name === 'string' ? `${namespace}:${name}` : undefined;
}

/** Returns the text as a version; `0.0.0`, which stands for the beginning, is none. */
export function versionOf(value: unknown): Version | undefined {
  const [, major, minor, patch] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(asText(value) ?? '') ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  const version: Version = `${Number(major)}.${Number(minor)}.${Number(patch)}`;
  return version === '0.0.0' ? undefined : version;
}
