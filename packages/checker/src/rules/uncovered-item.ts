import { stringOf } from './support/bound-values';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { code } from './support/wording';

/** Reports an item that is not a part of the list which it narrows. */
export const uncoveredItem = defineConstraintRule({
  id: 'uncovered-item',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an item that takes away what the list next to it does not contain.',
    why: 'The service refuses an exception from nothing.',
    remedy: 'Add the item or a pattern for it to the other list, or remove it.',
  },
  check(element, { options, provenance }, _binding, report) {
    const value = valueOfConstrained(element);
    const items = value && memberNamed(value, options.list)?.value?.items;
    const others = value && memberNamed(value, options.by)?.value?.items;
    if (items === undefined || others === undefined) return;
    const patterns = others.map(stringOf);
    // A placeholder may stand for any pattern.
    if (patterns.includes(undefined)) return;
    for (const item of items) {
      const text = stringOf(item);
      if (text === undefined || patterns.some((pattern) => matchesPattern(pattern ?? '', text))) continue;
      report({
        message: `${code(text)} in ${code(options.list)} is not a part of ${code(options.by)}.`,
        span: item.span,
        provenance,
      });
    }
  },
});
