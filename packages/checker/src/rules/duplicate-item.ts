import type { BoundValue } from '../binding/model';
import { scalarTextOf } from './support/bound-values';
import { canonicalJson } from './support/canonical-json';
import { sourceOfBinding, valueOfConstrained } from './support/constrained';
import { removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code, quoted } from './support/wording';
import type { JsonNode } from '@rulebook/json/json-node';

/** Reports an item that appears twice in a list. */
export const duplicateItem = defineConstraintRule({
  id: 'duplicate-item',
  category: 'style',
  severity: 'warning',
  docs: {
    what: 'Reports an item that appears twice in a list.',
    why: 'The second item has no effect, and often a different item was intended.',
    remedy: 'Remove or correct the second item; the quick fix removes it.',
  },
  passes: () => ({ node: ({ children = [] }) => children.every(isOnlyText) }),
  check(element, { options, provenance }, binding, report) {
    const list = valueOfConstrained(element);
    if (list?.node.type !== 'array') return;
    const first = new Map<string, BoundValue>();
    for (const item of list.items) {
      const key = canonicalJson(item);
      if (key === undefined) continue;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, item);
        continue;
      }
      const { noun = 'item' } = options;
      const text = scalarTextOf(item);
      report({
        message: text === undefined ? `This ${noun} is listed twice.` : `The ${noun} ${code(text)} is listed twice.`,
        span: text === undefined ? item.anchor : item.span,
        provenance,
        tag: 'unnecessary',
        related: [{ message: 'The first one is here.', span: earlier.span }],
        fixes: () => [
          {
            title: `Remove this ${text === undefined ? noun : quoted(text)}`,
            edits: [removeChild(sourceOfBinding(binding), list.node, item.node)],
            isSafe: true,
          },
        ],
      });
    }
  },
});

/** Returns whether an item is a string that no item before it is. */
function isOnlyText({ type, value }: JsonNode, index: number, items: readonly JsonNode[]): boolean {
  if (type !== 'string' || index > fewItems) return false;
  for (let before = 0; before < index; before++) if (items[before]?.value === value) return false;
  return true;
}

/** More are compared by a map. */
const fewItems = 20;
