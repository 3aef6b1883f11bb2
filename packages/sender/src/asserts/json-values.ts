import { membersOfObject, textOfNode, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { compareNumbers } from './compare-numbers';

/** A JSON text, and its values where they are in it, so that no number loses digits. */
export interface JsonText {
  readonly source: string;
  readonly root: JsonNode;
}

/** A value of a JSON text. */
export interface JsonItem {
  readonly source: string;
  readonly node: JsonNode;
}

/** The kinds of JSON values, as messages name them. */
type JsonKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** Returns the values of a text; undefined when it is not JSON, or nested too deeply. */
export function readJsonText(source: string): JsonText | undefined {
  const { root, problems } = readJsonTree(source, 'standard');
  return root === undefined || problems.length > 0 ? undefined : { source, root };
}

/** Returns the kind of a value. */
export function kindOf({ node }: JsonItem): JsonKind {
  return node.type === 'property' ? 'null' : node.type;
}

/** Returns the items of a list; none for any other value. */
export function itemsOf({ source, node }: JsonItem): readonly JsonItem[] {
  return node.type === 'array' ? (node.children ?? []).map((child) => ({ source, node: child })) : [];
}

/** Returns the members of an object; of several with one name, the last one holds. */
export function membersOf({ source, node }: JsonItem): ReadonlyMap<string, JsonItem> {
  return new Map(membersOfObject(node).map(({ key, value }) => [key, { source, node: value }]));
}

/** Returns the text of a value: a string without its quotes, anything else as written. */
export function textOfItem({ source, node }: JsonItem): string {
  return textOfNode(source, node);
}

/** Returns whether two values are equal. The order of members does not matter, and numbers count by their value. */
export function areEqual(a: JsonItem, b: JsonItem): boolean {
  return differenceOf(a, b) === undefined;
}

/** Where two values differ first. */
interface JsonDifference {
  /** The path from the values, such as `.items[0].id`; empty for the values themselves. */
  readonly path: string;
  readonly expected: JsonItem | undefined;
  readonly received: JsonItem | undefined;
}

/** Returns the first difference of two values, or undefined when they are equal. */
export function differenceOf(expected: JsonItem, received: JsonItem, path = ''): JsonDifference | undefined {
  const kind = kindOf(expected);
  const difference = { path, expected, received };
  if (kind !== kindOf(received)) return difference;
  switch (kind) {
    case 'array': {
      const [those, these] = [itemsOf(expected), itemsOf(received)];
      return firstOf(Math.max(those.length, these.length), (index) =>
        differenceBetween(those[index], these[index], `${path}[${index}]`),
      );
    }
    case 'object': {
      const [those, these] = [membersOf(expected), membersOf(received)];
      const names = [...new Set([...those.keys(), ...these.keys()])];
      return firstOf(names.length, (index) => {
        const name = names[index] ?? '';
        return differenceBetween(those.get(name), these.get(name), `${path}${stepTo(name)}`);
      });
    }
    case 'number':
      return compareNumbers(textOfItem(expected), textOfItem(received)) === 0 ? undefined : difference;
    default:
      return expected.node.value === received.node.value ? undefined : difference;
  }
}

function firstOf(
  length: number,
  differenceAt: (index: number) => JsonDifference | undefined,
): JsonDifference | undefined {
  for (let index = 0; index < length; index++) {
    const found = differenceAt(index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function differenceBetween(
  expected: JsonItem | undefined,
  received: JsonItem | undefined,
  path: string,
): JsonDifference | undefined {
  return expected && received ? differenceOf(expected, received, path) : { path, expected, received };
}

function stepTo(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
