import { memberOfObject } from '@rulebook/description/openapi/place';
import type { SchemaNode, Surface } from '../surface/surface';
import { isEqual } from './same';
import { typesOf } from './types';

/** The values that two schemas list, each on its own or by its alternatives. */
export interface ListedValues {
  readonly before: readonly unknown[] | undefined;
  readonly after: readonly unknown[] | undefined;
  /** Values of the former list that no alternative takes, where these are not all listed. */
  readonly lost: readonly unknown[];
}

/** Returns the values that two schemas list. Alternatives count only where the other schema lists values itself: two lists of alternatives are compared by their items. */
export function listedValues(
  old: SchemaNode,
  now: SchemaNode,
  [before, after]: readonly [Surface, Surface],
): ListedValues {
  const [was, is] = [listOf(old), listOf(now)];
  const [left, right] = [
    was ?? (is === undefined ? undefined : valuesOfAlternatives(alternativesOf(old, before))),
    is ?? (was === undefined ? undefined : valuesOfAlternatives(alternativesOf(now, after))),
  ];
  const alternatives = right === undefined ? alternativesOf(now, after) : [];
  const lost =
    alternatives.length === 0
      ? []
      : (was ?? []).filter((value) => !alternatives.some((one) => mayBe(one, value)) && value !== null);
  return { before: left, after: right, lost };
}

function alternativesOf(node: SchemaNode, surface: Surface): readonly SchemaNode[] {
  const alternatives = ['oneOf', 'anyOf'].map((keyword) => surface.items(node, keyword));
  return alternatives.find((list) => list.length > 0) ?? [];
}

/** Whether null is valid is compared on its own. */
function valuesOfAlternatives(alternatives: readonly SchemaNode[]): readonly unknown[] | undefined {
  const lists = alternatives.filter((one) => typesOf(one).join() !== 'null').map(valuesOf);
  return lists.length === 0 || lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function valuesOf(node: SchemaNode): readonly unknown[] | undefined {
  const value = memberOfObject(node.schema, 'const');
  return listOf(node) ?? (value === undefined ? undefined : [value]);
}

function listOf({ schema }: SchemaNode): readonly unknown[] | undefined {
  const list = memberOfObject(schema, 'enum');
  return Array.isArray(list) ? list : undefined;
}

/** Whether a schema may take a value, by its values and types. */
function mayBe(node: SchemaNode, value: unknown): boolean {
  const values = valuesOf(node);
  if (values !== undefined) return values.some((one) => isEqual(one, value));
  const types = typesOf(node);
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'null' ? value === null : typeof value === type;
}
