import { unknownPart } from '@rulebook/json/decide-schema';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Placeholder } from '@rulebook/request-file/syntax/model';
import { isUnknownNode } from './accepts-value';

/** Conditions on larger values are not decided. */
const maxParts = 20_000;
const deepest = 200;

/** Returns a JSON value whose parts with variables are marked as unknown; undefined if it is very large, or cannot be read as a whole. */
export function knownValue(
  root: JsonNode,
  placeholders: readonly Placeholder[],
): { readonly value: unknown } | undefined {
  let left = maxParts;
  let isWhole = true;
  const read = (node: JsonNode | undefined, depth: number): unknown => {
    if (node === undefined || --left < 0 || depth > deepest) {
      isWhole = false;
      return unknownPart;
    }
    if (node.type === 'array') return (node.children ?? []).map((item) => read(item, depth + 1));
    if (node.type !== 'object') return isUnknownNode(node, placeholders) ? unknownPart : node.value;
    const members = new Map<string | symbol, unknown>();
    for (const { children: [key, value] = [] } of node.children ?? []) {
      const isKnown = key !== undefined && !isUnknownNode(key, placeholders);
      members.set(isKnown ? String(key.value) : unknownPart, read(value, depth + 1));
    }
    return Object.fromEntries(members);
  };
  const value = read(root, 0);
  return isWhole ? { value } : undefined;
}
