import type { Span } from '@rulebook/text/span';
import type { Binding, BoundParameter, BoundValue } from '../binding/model';
import { scalarTextOf } from './support/bound-values';
import { canonicalJson } from './support/canonical-json';
import { sourceOfBinding, valueOfConstrained } from './support/constrained';
import { listOf } from './support/list-of-parameters';
import { decodedTextOf } from './support/parameter-text';
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
    what: 'Reports an item that appears twice in a list, in a body or in parameters.',
    why: 'The second item has no effect, and often a different item was intended.',
    remedy: 'Remove or correct the second item; the quick fix removes it.',
  },
  passes: () => ({ node: ({ children = [] }) => children.every(isOnlyText) }),
  check(element, { options, provenance }, binding, report) {
    if (element.kind === 'parameter') {
      checkParameter(element.parameter, binding, (text, span, earlier) => {
        const message = `The ${options.noun ?? 'item'} ${code(text)} is listed twice.`;
        report({ message, span, provenance, related: [{ message: 'The first one is here.', span: earlier }] });
      });
      return;
    }
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
function checkParameter(
  parameter: BoundParameter,
  binding: Binding,
  found: (text: string, span: Span, earlier: Span) => void,
): void {
  const list = listOf(parameter, binding);
  if (list === undefined) return;
  const first = new Map<string, Span>();
  const items = list.isRepeated
    ? list.parameters.map((one) => ({ parameter: one, text: one.text, offset: 0 }))
    : // The comma in it may separate.
      list.entries.filter(({ text, isWhole }) => isWhole || !/%2c/i.test(text));
  for (const { parameter: one, text, offset } of items) {
    const written = text.trim();
    if (written === '') continue;
    const start = one.span.start + offset + text.indexOf(written);
    const span = { start, end: start + written.length };
    const item = decodedTextOf({ ...one, text: written });
    const earlier = first.get(item);
    if (earlier === undefined) first.set(item, span);
    else found(item, span, earlier);
  }
}
