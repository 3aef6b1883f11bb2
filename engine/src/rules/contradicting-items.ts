import { stringOf } from './support/bound-values';
import { memberNamed, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports an item that stands in two lists that exclude each other. */
export const contradictingItems = defineConstraintRule({
  id: 'contradicting-items',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports an item that is both added and removed.',
    why: 'The result depends on which of the two is done last, which is not documented.',
    remedy: 'Keep the item in one of the lists.',
    valid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "add_events": ["push"], "remove_events": ["issues"] }\n'],
    invalid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "add_events": ["push"], "remove_events": ["push"] }\n'],
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
        message: `${code(text)} stands in both ${code(oneName)} and ${code(otherName)}.`,
        span: item.span,
        provenance,
        related: [{ message: `It stands in \`${oneName}\` too.`, span: twin.span, block: 0 }],
      });
    }
  },
});
