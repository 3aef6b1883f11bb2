import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { pointerStep } from '@rulebook/text/pointer';

/** Returns the JSON pointer to the innermost member or item of a JSON text around a position; variables in it count as values. */
export function pointerInJson(text: string, offset: number): string {
  // As long as what it stands for, so that positions stay.
  const plain = text.replace(/\{\{[^{}]*\}\}/g, (found) => '1'.repeat(found.length));
  let pointer = '';
  for (let node = readJsonTree(plain).root; node !== undefined;) {
    const inner: { readonly step: string; readonly node: JsonNode } | undefined = stepAt(node, offset);
    if (inner === undefined) break;
    pointer += inner.step;
    node = inner.node;
  }
  return pointer;
}

function stepAt(node: JsonNode, offset: number): { readonly step: string; readonly node: JsonNode } | undefined {
  const isAround = (one: JsonNode, start = one.offset): boolean => offset >= start && offset <= one.offset + one.length;
  if (node.type === 'array') {
    const index = (node.children ?? []).findIndex((one) => isAround(one));
    const found = node.children?.[index];
    return found && { step: `/${index}`, node: found };
  }
  const member = membersOfObject(node).find(({ keyNode, value }) => isAround(value, keyNode.offset));
  return member && { step: pointerStep(member.key), node: member.value };
}
