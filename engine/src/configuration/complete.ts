import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { Service } from '../catalogue/service';
import { locationAt, parseTree } from '../text/json-tree';
import type { Span } from '../text/span';
import { membersOfObject } from './read-value';

/** Values that a `rulebook.json` can have at a position. */
export interface ConfigurationCompletions {
  /** What they replace, with its quotation marks. */
  readonly span: Span;
  /** JSON texts. */
  readonly values: readonly string[];
}

/**
 * Returns what the file itself and the descriptions that it names offer for a value: the services of an endpoint, the base URLs of its
 * service, the endpoints of a default. The schema offers the rest.
 */
export function completeConfiguration(
  text: string,
  offset: number,
  services: readonly Service[],
): ConfigurationCompletions | undefined {
  const location = locationAt(text, offset);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root || !location || location.isAtPropertyKey) return undefined;
  const { path, previousNode } = location;
  const [first, name = '', member] = path;
  const endpoint = findNodeAtLocation(root, ['endpoints', name]);
  const values =
    first === 'endpoints' && member === 'service'
      ? keysOf(findNodeAtLocation(root, ['services']))
      : first === 'endpoints' && member === 'baseUrl'
        ? (services.find(({ id }) => id === valueOfMember(endpoint, 'service'))?.baseUrls ?? [])
        : first === 'defaults' && path.length === 2
          ? endpointsOf(root, String(name))
          : [];
  if (values.length === 0) return undefined;
  const isInside = previousNode && previousNode.offset < offset && offset <= previousNode.offset + previousNode.length;
  const span = isInside
    ? { start: previousNode.offset, end: previousNode.offset + previousNode.length }
    : { start: offset, end: offset };
  return { span, values: values.map((value) => JSON.stringify(value)) };
}

function endpointsOf(root: Node, service: string): readonly string[] {
  const endpoints = findNodeAtLocation(root, ['endpoints']);
  if (endpoints?.type !== 'object') return [];
  return membersOfObject(endpoints).flatMap(({ key, value }) =>
    valueOfMember(value, 'service') === service ? [key] : [],
  );
}

function keysOf(node: Node | undefined): readonly string[] {
  return node?.type === 'object' ? membersOfObject(node).map(({ key }) => key) : [];
}

function valueOfMember(node: Node | undefined, key: string): unknown {
  return node && (findNodeAtLocation(node, [key])?.value as unknown);
}
