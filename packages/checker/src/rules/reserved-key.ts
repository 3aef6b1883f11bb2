import type { JsonNode } from '@rulebook/json/json-node';
import { nodeSpan } from './support/bound-values';
import { changeTo } from './support/change-to';
import { valueOfConstrained } from './support/constrained';
import { propertiesOfObject } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';
import { someOverlaps } from '@rulebook/text/search';
import { someMember } from './support/written-keys';

/** Reports a key that begins with a reserved prefix. */
export const reservedKey = defineConstraintRule({
  id: 'reserved-key',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a custom key that begins with a reserved prefix.',
    why: 'Such keys belong to the system. The service refuses a request that sets one.',
    remedy: 'Choose another name; the quick fix removes the prefix.',
  },
  passes: ({ options: { prefix } }) => ({ node: (node) => !hasReserved(node, prefix) }),
  check(element, { options, provenance }, { block }, report) {
    const value = valueOfConstrained(element);
    if (value === undefined) return;
    for (const { key, isTop } of keysBelow(value.node)) {
      const name = String(key.value);
      if (!name.startsWith(options.prefix) || (!isTop && options.nested === undefined)) continue;
      const span = nodeSpan(key);
      if (someOverlaps(block.placeholders, span.start, span.end)) continue;
      const shorter = name.slice(options.prefix.length);
      report({
        message: isTop
          ? `${code(name)} is reserved: keys here must not begin with ${code(options.prefix)}.`
          : `${code(name)} begins with ${code(options.prefix)}, which is reserved; the documents do not say whether this applies to nested keys.`,
        span,
        provenance,
        ...(isTop ? {} : { severity: options.nested }),
        fixes: () => changeTo(shorter || undefined, span, { write: JSON.stringify }),
      });
    }
  },
});

function keysBelow(root: JsonNode): readonly { readonly key: JsonNode; readonly isTop: boolean }[] {
  const keys: { key: JsonNode; isTop: boolean }[] = [];
  const waiting: { node: JsonNode; isTop: boolean }[] = [{ node: root, isTop: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isTop } = next;
    for (const { key, value } of propertiesOfObject(node)) {
      keys.push({ key, isTop });
      if (value !== undefined) waiting.push({ node: value, isTop: false });
    }
    if (node.type === 'array') for (const child of node.children ?? []) waiting.push({ node: child, isTop: false });
  }
  return keys;
}

/** Looks at nested keys, too. */
function hasReserved(node: JsonNode, prefix: string): boolean {
  if (node.type === 'array') return node.children?.some((item) => hasReserved(item, prefix)) === true;
  return someMember(
    node,
    (key, value) => key.startsWith(prefix) || (value !== undefined && hasReserved(value, prefix)),
  );
}
