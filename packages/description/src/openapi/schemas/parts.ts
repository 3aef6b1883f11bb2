import { reportUnknownMembers } from '../members';
import { childOf, isSet, itemsAt, objectOf, type Place } from '../place';
import { isReference } from '../references';
import { deepest, type Reading, type Parts } from '../reading';
import { isAnnotation, membersNotTogether, uncheckedKeywords } from './keywords';

/** Returns the schemas that a value must fulfil together, if it must fulfil the given ones. */
export function collectedParts(reading: Reading, schemas: readonly Place[]): Parts {
  const parts: Parts = { schemas: [], groups: [], borrowed: [], visited: new Set() };
  for (const schema of schemas) collectParts(reading, schema, parts, 0);
  return parts;
}

/** Returns a copy of parts that can be added to, with other members. */
export function partsWith(parts: Parts, others: Partial<Parts>): Parts {
  return {
    ...parts,
    schemas: [...parts.schemas],
    groups: [...parts.groups],
    visited: new Set(parts.visited),
    ...others,
  };
}

/** Adds a schema, what it refers to, and everything that it extends. */
export function collectParts(reading: Reading, schema: Place, parts: Parts, depth: number): void {
  const { value } = schema;
  if (value === true) return;
  if (value === false) {
    reading.problems.information('The schema `false` is not checked.', schema);
    return;
  }
  if (objectOf(value) === undefined) {
    reading.problems.error('A schema must be an object.', schema);
    return;
  }
  if (parts.visited.has(value)) return;
  parts.visited.add(value);
  if (depth > deepest) {
    reading.problems.information('Schemas that extend so many others are not checked.', schema);
    return;
  }
  if (isReference(value)) {
    const target = reading.references.resolved(schema);
    if (hasOwnKeywords(reading, schema)) add(reading, schema, parts, depth);
    if (target) collectParts(reading, target, parts, depth + 1);
    return;
  }
  add(reading, schema, parts, depth);
}

function add(reading: Reading, schema: Place, parts: Parts, depth: number): void {
  parts.schemas.push(schema);
  reportUnchecked(reading, schema);
  const extended = childOf(schema, 'allOf');
  if (extended && !Array.isArray(extended.value))
    reading.problems.error('`allOf` must be a list of schemas.', extended);
  for (const item of itemsAt(extended)) collectParts(reading, item, parts, depth + 1);
  for (const kind of ['oneOf', 'anyOf'] as const) {
    const list = childOf(schema, kind);
    if (list === undefined) continue;
    const options = itemsAt(list);
    if (options.length === 0) reading.problems.error(`\`${kind}\` must be a list of schemas that is not empty.`, list);
    else parts.groups.push({ kind, owner: schema, options });
  }
}

/** Returns whether a schema with a `$ref` says more than descriptions of it. */
export function hasOwnKeywords(reading: Reading, schema: Place): boolean {
  const own = Object.keys(objectOf(schema.value) ?? {}).filter((key) => key !== '$ref' && !isAnnotation(key));
  if (own.length === 0) return isSet(schema, 'x-nullable');
  if (['openapi-3.1', 'openapi-3.2', 'json-schema'].includes(reading.dialect)) return true;
  // Many descriptions write it, and mean it.
  const isNullable = isSet(schema, 'nullable') || isSet(schema, 'x-nullable');
  const ignored = own.filter((key) => key !== 'nullable');
  if (ignored.length > 0)
    reading.problems.information(`Next to \`$ref\`, ${listedWords(ignored)} has no effect in this version.`, schema);
  return isNullable;
}

function reportUnchecked(reading: Reading, schema: Place): void {
  if (!reading.reported.has(schema.value)) reportUnknownMembers('schema', schema, reading);
  reading.reported.add(schema.value);
  for (const keyword of Object.keys(objectOf(schema.value) ?? {})) {
    // The id of a whole file names it, and nothing more.
    const isName = keyword === '$id' && schema.parent === undefined;
    const isChecked = isName || (keyword === 'not' && membersNotTogether(schema.value) !== undefined);
    if (uncheckedKeywords.has(keyword) && !isChecked)
      reading.problems.information(`\`${keyword}\` is not checked.`, schema);
  }
  const required = childOf(schema, 'required');
  // Older descriptions write `required: true` at the member itself.
  if (required && !Array.isArray(required.value))
    reading.problems.warning('`required` must be a list of names.', required);
  const dialect = childOf(schema, '$schema');
  const isOfOpenApi = !reading.dialect.startsWith('json-schema');
  if (dialect && !(isOfOpenApi ? usualDialects : knownDrafts).test(String(dialect.value)))
    reading.problems.information(
      isOfOpenApi
        ? 'Another dialect of JSON Schema is read as that of OpenAPI.'
        : 'Another dialect of JSON Schema is read as draft 2020-12.',
      dialect,
    );
}

const usualDialects = /^https:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.)/;

const knownDrafts = /^https?:\/\/json-schema\.org\/(?:draft-0[4-7]|draft\/20(?:19-09|20-12))\/schema#?$/;

function listedWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
