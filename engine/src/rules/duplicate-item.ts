import type { BoundValue } from '../binding/model';
import { scalarTextOf } from './support/bound-values';
import { sourceOf, valueOfConstrained } from './support/constrained';
import { removeChild } from './support/json-edits';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports an item that a list holds twice. */
export const duplicateItem = defineConstraintRule({
  id: 'duplicate-item',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports an item that stands twice in a list.',
    why: 'The second one has no effect, and often another item was meant.',
    remedy: 'Remove it; the quick fix does.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["push", "issues"], "config": { "url": "https://example.com/" } }\n',
    ],
    invalid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["push", "push"], "config": { "url": "https://example.com/" } }\n',
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const list = valueOfConstrained(element);
    if (list?.node.type !== 'array') return;
    const first = new Map<string, BoundValue>();
    for (const item of list.items) {
      const text = scalarTextOf(item);
      if (text === undefined) continue;
      const earlier = first.get(text);
      if (earlier === undefined) {
        first.set(text, item);
        continue;
      }
      report({
        message: `The ${options.noun} ${code(text)} is listed twice.`,
        span: item.span,
        provenance,
        tag: 'unnecessary',
        related: [{ message: 'It stands here first.', span: earlier.span, block: 0 }],
        fixes: () => [
          {
            title: `Remove this ${code(text)}`,
            edits: [removeChild(sourceOf(binding), list.node, item.node)],
            isSafe: true,
          },
        ],
      });
    }
  },
});
