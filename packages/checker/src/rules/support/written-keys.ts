import { fieldOf } from '../../binding/field-of';
import type { Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Passing } from '../rule';

/** Returns the names under which `memberNamed` finds a member. */
export function namesOf(shape: Shape, name: string): readonly string[] {
  const field = shape.type === 'object' ? fieldOf(shape, name) : undefined;
  return field?.name === name ? [name, ...(field.aliases ?? [])] : [name];
}

/** Returns whether a key of an object is one of the names. */
export function hasKey(node: JsonNode, names: readonly string[]): boolean {
  return someMember(node, (key) => names.includes(key));
}

/** Returns whether something holds of the key and the value of a member; a value that is still being typed is left out. */
export function someMember(
  { type, children = none }: JsonNode,
  holds: (key: string, value: JsonNode | undefined) => boolean,
): boolean {
  if (type !== 'object') return false;
  for (const { children: [key, value] = none } of children)
    if (key !== undefined && holds(String(key.value), value)) return true;
  return false;
}

/** For a rule that has nothing to report about an object without a member of this name. */
export function lacking(shape: Shape, name: string): Passing {
  const names = namesOf(shape, name);
  return { node: (node) => !hasKey(node, names) };
}

const none: readonly JsonNode[] = [];
