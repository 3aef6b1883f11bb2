import { isSet, memberOfObject, objectOf, type Place } from '../place';
import { words } from '../../words';

export type SimpleType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** Keywords that say something about a schema and limit nothing. */
const annotations = words(
  `title summary description default example examples deprecated readOnly writeOnly externalDocs xml $comment $schema
  $defs definitions`,
);

/** Keywords that limit a value, and are not compiled. */
export const uncheckedKeywords = words(`not contentSchema $dynamicRef $recursiveRef $id`);

const smallKeywords = words('type format pattern nullable const');

/** Returns whether a keyword limits nothing: an annotation or an extension. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** Returns whether a schema is as short as a reference to it. */
export function isSmall(schema: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(schema).filter((key) => !isAnnotation(key));
  if (keys.length === 0) return true;
  const { type } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('object') || types.includes('array') || types.includes(undefined)) return false;
  return keys.every(
    (key) =>
      smallKeywords.has(key) ||
      /^(min|max|exclusive|multiple)/.test(key) ||
      (key === 'enum' && Array.isArray(schema['enum']) && schema['enum'].length <= 5),
  );
}

/** Returns whether a schema has nothing but alternatives and descriptions. */
export function isBare({ value }: Place): boolean {
  return Object.keys(objectOf(value) ?? {}).every(
    (key) => isAnnotation(key) || ['oneOf', 'anyOf', 'discriminator', 'nullable'].includes(key),
  );
}

/** Returns the name of the member that a schema requires, if it says nothing else. */
export function onlyRequirement(value: unknown): string | undefined {
  const keys = Object.keys(objectOf(value) ?? {}).filter((key) => !isAnnotation(key));
  const required = memberOfObject(value, 'required');
  if (keys.length !== 1 || !Array.isArray(required) || required.length !== 1) return undefined;
  return typeof required[0] === 'string' ? required[0] : undefined;
}

/** Returns the members that a schema does not allow together, if its `not` says that and nothing else. */
export function membersNotTogether(schema: unknown): readonly string[] | undefined {
  const excluded = memberOfObject(schema, 'not');
  const keys = Object.keys(objectOf(excluded) ?? {}).filter((key) => !isAnnotation(key));
  const required = memberOfObject(excluded, 'required');
  if (keys.join() !== 'required' || !Array.isArray(required) || required.length < 2) return undefined;
  const isList = required.every((name) => typeof name === 'string') && new Set(required).size === required.length;
  return isList ? required : undefined;
}

export function isNullableType(schema: Place): boolean {
  const type = memberOfObject(schema.value, 'type');
  return Array.isArray(type) && type.includes('null');
}

/**
 * Returns whether a value may be null by `nullable`, or because null is its default. It counts at the schema that extends others, as many
 * descriptions mean it, and at the extended ones if each of them that names a type has it.
 */
export function allowsNull(schemas: readonly Place[]): boolean {
  const [first] = schemas;
  if (first === undefined || hasNull(first)) return first !== undefined;
  return (
    schemas.some(hasNull) &&
    schemas.every((schema) => hasNull(schema) || isNullableType(schema) || !schemaHas(schema, 'type'))
  );
}

/** Returns whether null is allowed as the format says it: by each schema that names a type. */
export function isNullByAll(schemas: readonly Place[]): boolean {
  return schemas.every(
    (schema) =>
      isSet(schema, 'nullable') || isSet(schema, 'x-nullable') || isNullableType(schema) || !schemaHas(schema, 'type'),
  );
}

/** Returns whether a schema says that null is allowed in addition to its type. */
export function hasNull(schema: Place): boolean {
  return isSet(schema, 'nullable') || isSet(schema, 'x-nullable') || memberOfObject(schema.value, 'default') === null;
}

export function schemaHas(schema: Place, keyword: string): boolean {
  return memberOfObject(schema.value, keyword) !== undefined;
}

export function typeOfValue(value: unknown): SimpleType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object';
}

/** Returns the types that keywords belong to, where no type is named. */
export function inferredTypes(schemas: readonly Place[]): readonly SimpleType[] {
  const has = (...keywords: readonly string[]): boolean =>
    schemas.some((schema) => keywords.some((keyword) => schemaHas(schema, keyword)));
  const types: SimpleType[] = [];
  const isObject =
    has('properties', 'patternProperties', 'additionalProperties', 'minProperties', 'maxProperties') ||
    schemas.some(({ value }) => Array.isArray(memberOfObject(value, 'required')));
  if (isObject) types.push('object');
  if (has('items', 'prefixItems', 'uniqueItems')) types.push('array');
  if (types.length === 0 && has('pattern', 'minLength', 'maxLength')) types.push('string');
  return types;
}
