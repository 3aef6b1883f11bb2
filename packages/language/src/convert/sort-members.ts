import type { JsonNode } from '@rulebook/json/json-node';
import { touches } from '@rulebook/text/span';
import type { Conversion, ConversionPlace } from '@rulebook/checker/convert/model';

/** Sorts the members of the JSON object at the cursor by their names; not where comments are between them. */
export function sortMembers({ index, span, parse }: ConversionPlace): Conversion | undefined {
  const { text, request } = parse(index);
  const { body } = request ?? {};
  if (body?.kind !== 'json' || body.problems.length > 0 || !touches(body.span, span.start)) return undefined;
  const object = body.values.map((value) => objectAt(value, span.start)).find((found) => found !== undefined);
  const members = object?.children ?? [];
  if (!object || members.length < 2) return undefined;
  const texts = members.map(({ offset, length }) => text.slice(offset, offset + length));
  const betweens = members.slice(1).map(({ offset }, at) => text.slice(endOf(members[at]), offset));
  if (!betweens.every((between) => /^\s*,\s*$/.test(between))) return undefined;
  const last = object.offset + object.length - 1;
  const isBare = (start: number, end: number) => text.slice(start, end).trim() === '';
  if (!isBare(object.offset + 1, members[0]?.offset ?? last) || !isBare(endOf(members.at(-1)), last)) return undefined;
  const keys = members.map(({ children }) => String(children?.[0]?.value));
  const order = keys.map((_, at) => at).sort((a, b) => compare(keys[a] ?? '', keys[b] ?? ''));
  const edits = members.flatMap(({ offset, length }, at) => {
    const newText = texts[order[at] ?? at] ?? '';
    return newText === texts[at] ? [] : [{ span: { start: offset, end: offset + length }, newText }];
  });
  if (edits.length === 0) return undefined;
  return { title: 'Sort the members of the object', kind: 'rewrite', edits: [{ block: index, edits }] };
}

function objectAt(root: JsonNode, offset: number): JsonNode | undefined {
  let [node, found]: (JsonNode | undefined)[] = [root];
  while (node && touches({ start: node.offset, end: node.offset + node.length }, offset)) {
    if (node.type === 'object') found = node;
    node = node.children?.find((child) => touches({ start: child.offset, end: child.offset + child.length }, offset));
  }
  return found;
}

function endOf(node: JsonNode | undefined): number {
  return node ? node.offset + node.length : 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
