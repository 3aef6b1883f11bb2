import { membersOfObject, textOfNode, type JsonNode } from './json-node';
import { readJsonTree } from './json-tree';
import { selectPlaces, type PathFailure, type ValueReader } from './select-paths';

/** Returns the nodes that a JSONPath (RFC 9535) selects in a tree, or why there are none. */
export function selectNodes(root: JsonNode, path: string, maxValues: number): readonly JsonNode[] | PathFailure {
  const places = selectPlaces(root, path, createReader(), { maxValues });
  return typeof places === 'string' ? places : places.map(({ value }) => value);
}

/**
 * Returns the first value at a JSON path such as `$.hooks[0].id`: a string without its quotes, anything else as written, so that no number
 * changes. Undefined when the path cannot be read, or there is no such value.
 */
export function valueAtPath(source: string, path: string): string | undefined {
  const node = nodeAtPath(source, path);
  return node && textOfNode(source, node);
}

/** Returns the JSON of the value at a JSON path, the first one of several; undefined when there is none. */
export function jsonAtPath(source: string, path: string): string | undefined {
  const node = nodeAtPath(source, path);
  return node && source.slice(node.offset, node.offset + node.length);
}

function nodeAtPath(source: string, path: string) {
  const { root } = readJsonTree(source, 'standard');
  const places = root && selectPlaces(root, standardPath(path.trim()), createReader(), { maxValues: 1, isFirst: true });
  const [place] = typeof places === 'object' ? places : [];
  return place?.value;
}

const step = /\.\.|\.?\*|\[\s*\*\s*\]|\[\s*(-?\d+)\s*\]|\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\.?([A-Za-z_$@][\w$@-]*)/y;

/** Returns a path as RFC 9535 has it, where other tools are less strict: dashes in names, several `..`, no dot in front of a name. */
function standardPath(path: string): string {
  let [result, below, at] = ['$', '', 1];
  for (; at < path.length; at = step.lastIndex) {
    step.lastIndex = at;
    const match = step.exec(path);
    if (match === null) break;
    const [text, index, quoted, name = quoted?.replace(/\\(.)/g, '$1')] = match;
    if (text === '..') below = text;
    else {
      result += `${below}[${name === undefined ? (index === undefined ? '*' : Number(index)) : JSON.stringify(name)}]`;
      below = '';
    }
  }
  if (!path.startsWith('$')) return path;
  return at < path.length ? result + below + path.slice(at) : result;
}

/** Reads the nodes of a tree. Of members with one name, the last one holds. */
function createReader(): ValueReader<JsonNode> {
  const known = new Map<JsonNode, unknown>();
  const entriesOf = (node: JsonNode): readonly (readonly [string | number, JsonNode])[] =>
    node.type === 'array'
      ? [...(node.children ?? []).entries()]
      : [...new Map(membersOfObject(node).map(({ key, value }) => [key, value]))];
  const plain = (node: JsonNode): unknown => {
    if (node.children === undefined) return node.value;
    if (!known.has(node)) {
      const entries = entriesOf(node).map(([name, value]) => [name, plain(value)] as const);
      known.set(node, node.type === 'array' ? entries.map(([, value]) => value) : Object.fromEntries(entries));
    }
    return known.get(node);
  };
  return {
    entriesOf,
    childOf: (node, wanted) =>
      typeof wanted === 'number'
        ? node.type === 'array'
          ? node.children?.[wanted]
          : undefined
        : membersOfObject(node)
            .filter(({ key }) => key === wanted)
            .at(-1)?.value,
    lengthOf: ({ type, children = [] }) => (type === 'array' ? children.length : undefined),
    plain,
  };
}
