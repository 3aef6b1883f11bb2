import { count } from '../text/count';
import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { subjectOf } from './support/wording';

declare module '../catalogue/constraints' {
  interface ConstraintOptions {
    /** How many items a list may have. */
    'item-count': { readonly minimum?: number; readonly maximum?: number };
  }
}

/** Reports a list with too few or too many items. */
export const itemCount = defineConstraintRule({
  id: 'item-count',
  scope: 'constraint',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a list with fewer or more items than the service accepts.',
    why: 'The service refuses the list.',
    remedy: 'Add the missing items, or send the others in further requests.',
  },
  check(element, { options: { minimum, maximum }, provenance }, _binding, report) {
    const list = valueOfConstrained(element);
    // A placeholder may stand for several items.
    if (list?.node.type !== 'array' || list.items.some(({ isOpaque }) => isOpaque)) return;
    const { length } = list.items;
    const isShort = minimum !== undefined && length < minimum;
    if (!isShort && (maximum === undefined || length <= maximum)) return;
    const wanted = isShort ? `at least ${count(minimum, 'item')}` : `at most ${count(maximum ?? 0, 'item')}`;
    const message = `${subjectOf(list)} must have ${wanted}; it has ${String(length)}.`;
    report({ message, span: list.anchor, provenance });
  },
});
