import { childCount } from '@rulebook/json/placed-node';
import { isSentWith } from './support/authorization';
import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports an empty list that has a special meaning. */
export const emptyList = defineConstraintRule({
  id: 'empty-list',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an empty list that has a special meaning.',
    why: 'The documents give an empty list a meaning that is rarely intended.',
    remedy: 'Add an item, or remove the list.',
  },
  passes: () => ({ node: (node) => node.type !== 'array' || childCount(node) > 0 }),
  check(element, { options, provenance }, binding, report) {
    const list = valueOfConstrained(element);
    if (list?.node.type !== 'array' || list.items.length > 0) return;
    if (options.unlessScheme !== undefined && isSentWith(options.unlessScheme, binding)) return;
    report({ message: options.message, span: list.span, provenance });
  },
});
