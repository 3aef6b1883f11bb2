import type { JsonNode } from '../syntax/model';
import { nodeSpan } from './support/bound-values';
import { valueOfConstrained } from './support/constrained';
import { propertiesOf } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';
import { someOverlaps } from '../text/search';

/** Reports a key that begins with a reserved prefix. */
export const reservedKey = defineConstraintRule({
  id: 'reserved-key',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a key of your own that begins with a reserved prefix.',
    why: 'Such keys belong to the system; a request with one is refused.',
    remedy: 'Choose another name; the quick fix drops the prefix.',
    valid: ['PUT /_security/api_key\n\n{ "metadata": { "app": "x" } }\n'],
    invalid: ['PUT /_security/api_key\n\n{ "metadata": { "_app": "x" } }\n'],
  },
  check(element, { options, provenance }, { block }, report) {
    const value = valueOfConstrained(element);
    if (value === undefined) return;
    for (const { key, isTop } of keysBelow(value.node)) {
      const name = String(key.value);
      if (!name.startsWith(options.prefix) || (!isTop && options.nested === undefined)) continue;
      const span = nodeSpan(key);
      if (someOverlaps(block.holes, span)) continue;
      const shorter = name.slice(options.prefix.length);
      report({
        message: isTop
          ? `${code(name)} is reserved: keys here must not begin with ${code(options.prefix)}.`
          : `${code(name)} begins with ${code(options.prefix)}, which is reserved; whether that holds for nested keys is not said.`,
        span,
        provenance,
        ...(isTop ? {} : { severity: options.nested }),
        fixes: () =>
          shorter === ''
            ? []
            : [
                {
                  title: `Change to \`${shorter}\``,
                  edits: [{ span, newText: JSON.stringify(shorter) }],
                  isSafe: false,
                },
              ],
      });
    }
  },
});

function keysBelow(root: JsonNode): readonly { readonly key: JsonNode; readonly isTop: boolean }[] {
  const keys: { key: JsonNode; isTop: boolean }[] = [];
  const waiting: { node: JsonNode; isTop: boolean }[] = [{ node: root, isTop: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isTop } = next;
    for (const { key, value } of propertiesOf(node)) {
      keys.push({ key, isTop });
      if (value !== undefined) waiting.push({ node: value, isTop: false });
    }
    if (node.type === 'array') for (const child of node.children ?? []) waiting.push({ node: child, isTop: false });
  }
  return keys;
}
