import type { Shape } from '@rulebook/catalogue/shape';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { decodedPart } from '@rulebook/text/decode';
import { bindValue } from './bind-value';
import type { BoundParameter, JsonParameter } from './model';

/** Beyond this, a body is checked by the part that an edit changes, and a parameter is in no part of it. */
const largeBody = 50_000;

/** Returns the parameters that are described as JSON and whose texts are known. */
export function bindJsonParameters(
  { request }: Block,
  ...lists: readonly (readonly BoundParameter[])[]
): readonly JsonParameter[] | undefined {
  const body = request?.body?.span;
  if (body !== undefined && body.end - body.start > largeBody) return undefined;
  let found: JsonParameter[] | undefined;
  for (const parameters of lists) {
    for (const parameter of parameters) {
      const { content } = parameter.field;
      const bound = content && bindParameter(parameter, content);
      if (bound) (found ??= []).push(bound);
    }
  }
  return found;
}

function bindParameter(parameter: BoundParameter, content: Shape): JsonParameter | undefined {
  const { kind, field, text: written, hasValue, hasPlaceholder, span } = parameter;
  if (!hasValue || hasPlaceholder || written === '') return undefined;
  // In a path, a plus sign is one; in a query, most services read a blank.
  if (kind === 'path' && written.includes('+')) return undefined;
  const { text, offsets } = kind === 'header' ? { text: written, offsets: undefined } : decodedPart(written);
  const { root, problems, isTooDeep } = readJsonTree(text, 'standard');
  if (isTooDeep) return undefined;
  const isBroken = problems.length > 0 || root === undefined;
  // Another notation of a variable, such as `{id}`, or a text without the quotation marks of JSON is not taken for broken JSON.
  if (isBroken) return /^\s*(?:\{\s*"|\[)/.test(text) ? { parameter } : undefined;
  const at = (index: number): number =>
    span.start + (offsets === undefined ? index : (offsets[index] ?? written.length));
  return { parameter, value: bindValue(placedIn(root, at), content, [], field.name) };
}

/** Returns a tree with its places in another text. */
function placedIn(root: JsonNode, at: (index: number) => number, parent?: JsonNode): JsonNode {
  const { type, value, offset, length, colonOffset, children } = root;
  const start = at(offset);
  const node: { -readonly [K in keyof JsonNode]: JsonNode[K] } = {
    type,
    value,
    offset: start,
    length: at(offset + length) - start,
    colonOffset: colonOffset === undefined ? undefined : at(colonOffset),
    parent,
  };
  node.children = children?.map((child) => placedIn(child, at, node));
  return node;
}
