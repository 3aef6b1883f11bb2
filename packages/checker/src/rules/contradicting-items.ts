import { stringOf } from './support/bound-values';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports an item that is in two lists that exclude each other. */
export const contradictingItems = defineConstraintRule({
  id: 'contradicting-items',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an item that is both added and removed.',
    why: 'The result depends on which change is applied last, and this is not documented.',
    remedy: 'Keep the item in one of the lists.',
  },
  check(element, { options, provenance }, _binding, report) {
    const value = valueOfConstrained(element);
    if (value === undefined) return;
    const [oneName, otherName] = options.lists;
    const one = memberNamed(value, oneName)?.value;
    const other = memberNamed(value, otherName)?.value;
    if (one === undefined || other === undefined) return;
    for (const item of other.items) {
      const text = stringOf(item);
      const twin = text === undefined ? undefined : one.items.find((candidate) => stringOf(candidate) === text);
      if (text === undefined || twin === undefined) continue;
      report({
        message: `${code(text)} is in both ${code(oneName)} and ${code(otherName)}.`,
        span: item.span,
        provenance,
        related: [{ message: `It is also in ${code(oneName)}.`, span: twin.span }],
      });
    }
  },
});
