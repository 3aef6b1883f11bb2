import type { CompiledValue } from '../../compiled';
import { childOf, itemsAt, memberOfObject, numberOf, objectOf, type Place } from '../place';
import { isReference, type ReferenceReader } from '../references';

/** The longest example of a member, in JSON. */
const longestExample = 200;

/** Returns the schemas that say something about the value as a whole: the schema, what it refers to, and what it extends. */
export function annotated(schema: Place, references: ReferenceReader, depth = 0): readonly Place[] {
  if (depth > 3 || objectOf(schema.value) === undefined) return [];
  if (isReference(schema.value)) {
    const target = references.resolved(schema);
    return [schema, ...(target === undefined ? [] : annotated(target, references, depth + 1))];
  }
  const extended = itemsAt(childOf(schema, 'allOf'));
  return [schema, ...extended.flatMap((item) => annotated(item, references, depth + 1))];
}

/** Returns listed values, each with the description that one of the schemas gives of it. */
export function describedValues<T extends string | number>(
  values: readonly T[],
  schemas: readonly Place[],
): readonly (T | CompiledValue)[] {
  const described = schemas.find(({ value }) => descriptionsOf(value) !== undefined);
  const descriptions = described && descriptionsOf(described.value);
  const listedAll = described && memberOfObject(described.value, 'enum');
  const distinct = [...new Set(values)];
  if (descriptions === undefined) return distinct;
  return distinct.map((value) => {
    const index = Array.isArray(listedAll) ? listedAll.indexOf(value) : -1;
    const text: unknown = Array.isArray(descriptions)
      ? descriptions[index]
      : memberOfObject(descriptions, String(value));
    return typeof text === 'string' && text !== '' ? { value, summary: text } : value;
  });
}

function descriptionsOf(value: unknown): unknown {
  for (const key of ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-varnames'])
    if (typeof memberOfObject(value, key) === 'object') return memberOfObject(value, key) ?? undefined;
  return undefined;
}

export function firstOf<T>(places: readonly Place[], read: (place: Place) => T | undefined): T | undefined {
  for (const place of places) {
    const found = read(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function jsonOf(place: Place, key: string): string | undefined {
  const value = memberOfObject(place.value, key);
  return value === undefined ? undefined : shortJson(value);
}

export function exampleAt(place: Place): string | undefined {
  const [first] = itemsAt(childOf(place, 'examples'));
  return jsonOf(place, 'example') ?? (first && shortJson(first.value));
}

/** Returns a list of the one item that schemas of a list show as an example; undefined if the list must be longer. */
export function itemsExample(schemas: readonly Place[], references: ReferenceReader): string | undefined {
  if (schemas.some((schema) => (numberOf(schema, 'minItems') ?? 0) > 1)) return undefined;
  const items = schemas.flatMap((schema) => childOf(schema, 'items') ?? []);
  const example = firstOf(
    items.flatMap((item) => annotated(item, references)),
    exampleAt,
  );
  // A list at the items is usually meant for the whole; an editor would take some texts for a snippet.
  if (example === undefined || example.startsWith('[') || looksLikeSnippet(example)) return undefined;
  return example.length + 2 <= longestExample ? `[${example}]` : undefined;
}

/** Returns whether an editor would take an example for a snippet. */
export function looksLikeSnippet(example: string): boolean {
  return /\$(?:\d|\{)/.test(example);
}

function shortJson(value: unknown): string | undefined {
  // A tree of YAML can be a graph, which has no end as JSON.
  if (typeof value === 'object' && value !== null && weightOf(value, longestExample) > longestExample) return undefined;
  const json = JSON.stringify(value) as string | undefined;
  return json !== undefined && json.length <= longestExample ? json : undefined;
}

/** Returns the number of values in a tree, at most one more than the limit. */
function weightOf(value: unknown, limit: number): number {
  let weight = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && weight <= limit) {
    const next = open.pop();
    weight++;
    if (typeof next === 'object' && next !== null) for (const child of Object.values(next)) open.push(child);
  }
  return weight;
}
