import type { ConstraintOptions } from '@rulebook/catalogue/constraints';
import { count } from '@rulebook/text/count';
import { knownValue } from '../binding/known-value';
import { unmetBy } from '../binding/meets-condition';
import { defineConstraintRule } from './rule';
import { valueOfConstrained } from './support/constrained';
import { code, subjectOf } from './support/wording';

/** A longer schema is not shown in a message. */
const maxShown = 80;

/** Reports a list with too few or too many items of a form, and names of another form than an object may have. */
export const unmetCondition = defineConstraintRule({
  id: 'unmet-condition',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a list that has too few or too many items of a form, by `contains`, `minContains` and `maxContains` of its description, and a name in an object that `propertyNames` does not allow.',
    why: 'The service refuses the value.',
    remedy: 'Add an item of the form that the message shows or leave one out; write the name as the message shows it.',
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value === undefined) return;
    // A placeholder may become several items.
    if (options.of === 'items' && value.items.some(({ isOpaque }) => isOpaque)) return;
    const known = knownValue(value.node, binding.block.placeholders);
    const unmet = known && unmetBy(known.value, options);
    if (unmet?.of === 'items') {
      const wanted = `${subjectOf(value)} must have ${amountOf(options)} ${formOf(options)}`;
      report({ message: `${wanted}; it has ${String(unmet.found)}.`, span: value.anchor, provenance });
    }
    for (const name of unmet?.of === 'names' ? unmet.names : []) {
      const member = value.members.find(({ key }) => key === name);
      const message = `The name ${code(name)} in ${subjectOf(value)} is not one ${formOf(options)}.`;
      report({ message, span: member?.keySpan ?? value.anchor, provenance });
    }
  },
});

function amountOf({ minimum = 0, maximum = Infinity }: ConstraintOptions['unmet-condition']): string {
  if (minimum === maximum) return `exactly ${count(minimum, 'item')}`;
  if (maximum === Infinity) return `at least ${count(minimum, 'item')}`;
  const most = `at most ${count(maximum, 'item')}`;
  return minimum === 0 ? most : `at least ${String(minimum)} and ${most}`;
}

function formOf({ schema }: ConstraintOptions['unmet-condition']): string {
  const text = JSON.stringify(schema);
  return text.length > maxShown ? 'of the described form' : `of the form ${code(text)}`;
}
