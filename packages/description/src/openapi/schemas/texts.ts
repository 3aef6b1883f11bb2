import type { CompiledValue } from '../../compiled';
import { leastLength } from '../examples';
import { childOf, firstOf, itemsAt, memberOfObject, numberAt, objectOf, type Place } from '../place';
import type { Reading } from '../reading';
import { isReference } from '../references';

/** The longest example of a member, in JSON. */
const longestExample = 200;

/** Returns the schemas that say something about the value as a whole: the schema, what it refers to, and what it extends. */
export function annotated(schema: Place, reading: Reading, depth = 0): readonly Place[] {
  if (depth > 3 || objectOf(schema.value) === undefined) return [];
  if (isReference(schema.value)) {
    const target = reading.references.resolved(schema);
    return target === undefined ? [schema] : [schema, ...annotated(target, reading, depth + 1)];
  }
  return [schema, ...itemsAt(childOf(schema, 'allOf')).flatMap((item) => annotated(item, reading, depth + 1))];
}

/** Returns listed values, each with the description that one of the schemas gives of it. */
export function describedValues<T extends string | number>(
  values: readonly T[],
  schemas: readonly Place[],
): readonly (T | CompiledValue)[] {
  const descriptions = firstOf(schemas, descriptionsAt);
  const listed: readonly unknown[] = itemsAt(descriptions?.parent && childOf(descriptions.parent, 'enum')).map(
    ({ value }) => value,
  );
  return [...new Set(values)].map((value) => {
    const key = Array.isArray(descriptions?.value) ? listed.indexOf(value) : value;
    const summary = descriptions && childOf(descriptions, String(key))?.value;
    return typeof summary === 'string' && summary !== '' ? { value, summary } : value;
  });
}

function descriptionsAt(schema: Place): Place | undefined {
  return ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-varnames']
    .map((key) => childOf(schema, key))
    .find((place) => typeof place?.value === 'object' && place.value !== null);
}

export function jsonOf(place: Place, key: string): string | undefined {
  return shortJson(memberOfObject(place.value, key));
}

export function exampleAt(place: Place): string | undefined {
  const [first] = itemsAt(childOf(place, 'examples'));
  return jsonOf(place, 'example') ?? (first && shortJson(first.value));
}

/** Returns a list of the one item that schemas of a list show as an example; undefined if the list must be longer. */
export function itemsExample(schemas: readonly Place[], reading: Reading): string | undefined {
  if (schemas.some((schema) => (numberAt(schema, 'minItems') ?? 0) > 1)) return undefined;
  const items = schemas.flatMap((schema) => childOf(schema, 'items') ?? []);
  const described = items.flatMap((item) => annotated(item, reading));
  const example = firstOf(described, exampleAt);
  // A list at the items is usually meant for the whole; an editor would take some texts for a snippet.
  if (example === undefined || example.startsWith('[') || looksLikeSnippet(example)) return undefined;
  return example.length + 2 <= longestExample ? `[${example}]` : undefined;
}

/** Returns whether an editor would take an example for a snippet. */
export function looksLikeSnippet(example: string): boolean {
  return /\$(?:\d|\{)/.test(example);
}

function shortJson(value: unknown): string | undefined {
  if (leastLength(value, longestExample) > longestExample) return undefined;
  const json = JSON.stringify(value) as string | undefined;
  return json !== undefined && json.length <= longestExample ? json : undefined;
}
