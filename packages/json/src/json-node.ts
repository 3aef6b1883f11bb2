import { perObject } from '@rulebook/text/structures/memo';

/** The kinds of nodes. A property is a member of an object with its name. */
export type JsonNodeType = 'object' | 'array' | 'property' | 'string' | 'number' | 'boolean' | 'null';

/** A node of a JSON tree. Its offsets count from the start of the text, or of the block that it is in. */
export interface JsonNode {
  readonly type: JsonNodeType;
  readonly value?: unknown;
  readonly offset: number;
  readonly length: number;
  readonly colonOffset?: number | undefined;
  readonly parent?: JsonNode | undefined;
  /** The values of an array, the properties of an object, the name and the value of a property. */
  readonly children?: readonly JsonNode[] | undefined;
}

/** A member of an object. */
export interface JsonMember {
  readonly key: string;
  readonly keyNode: JsonNode;
  readonly value: JsonNode;
}

/** Returns the members of an object; none of any other value. One whose value is still being typed is left out. */
export function membersOfObject({ type, children = [] }: JsonNode): readonly JsonMember[] {
  if (type !== 'object') return [];
  return children.flatMap(({ children: [keyNode, value] = [] }) =>
    keyNode && value ? [{ key: String(keyNode.value), keyNode, value }] : [],
  );
}

/** Returns the node to which names of members and indices of items lead; of members with one name, the first one. */
export function nodeAt(root: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined {
  let found = root;
  for (const step of path) {
    if (typeof step === 'number') found = found?.type === 'array' ? found.children?.[step] : undefined;
    else found = found && memberAt(found, step);
  }
  return found;
}

/** An object with more members is indexed, since every name of a long table may be looked up. */
const fewMembers = 16;

function memberAt(node: JsonNode, key: string): JsonNode | undefined {
  const { length } = node.children ?? [];
  return length > fewMembers
    ? valuesByKey(node).get(key)
    : membersOfObject(node).find((member) => member.key === key)?.value;
}

const valuesByKey = perObject((node: JsonNode): ReadonlyMap<string, JsonNode> => {
  const values = new Map<string, JsonNode>();
  for (const { key, value } of membersOfObject(node)) if (!values.has(key)) values.set(key, value);
  return values;
});

/** Returns the value that a node stands for; of members with one name, the last one holds. */
export function valueOfNode(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOfNode);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(membersOfObject(node).map(({ key, value }) => [key, valueOfNode(value)]));
}

/** Returns the text of a value: a string without its quotes, anything else as written. */
export function textOfNode(source: string, { type, value, offset, length }: JsonNode): string {
  return type === 'string' ? String(value) : source.slice(offset, offset + length);
}

/** Returns the text of a string as it is written where it has variables: in its value, other characters are in their place. */
export function writtenText({ value, offset, length }: JsonNode, source: string): string {
  const written = source.slice(offset + 1, offset + length - 1);
  return written.includes('{{') ? written : String(value);
}
