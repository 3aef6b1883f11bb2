import { isSentWith } from './support/authorization';
import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports an empty list that has a consequence. */
export const emptyList = defineConstraintRule({
  id: 'empty-list',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a list that is empty.',
    why: 'The documents say what an empty list means, which is seldom what its author wants.',
    remedy: 'Add an item, or leave the list out.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": ["push"], "config": { "url": "https://example.com/" } }\n',
    ],
    invalid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "events": [], "config": { "url": "https://example.com/" } }\n',
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const list = valueOfConstrained(element);
    if (list?.node.type !== 'array' || list.items.length > 0) return;
    if (options.unlessScheme !== undefined && isSentWith(options.unlessScheme, binding)) return;
    report({ message: options.message, span: list.span, provenance });
  },
});
