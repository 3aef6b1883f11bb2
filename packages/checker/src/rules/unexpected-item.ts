import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports an item in a list that must be empty. */
export const unexpectedItem = defineConstraintRule({
  id: 'unexpected-item',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports an item in a list that must be empty.',
    why: 'With items, the service expects another form and refuses the list.',
    remedy: 'Use the form that the message names.',
  },
  check(element, { options, provenance }, _binding, report) {
    const [first] = valueOfConstrained(element)?.items ?? [];
    if (first !== undefined) report({ message: options.message, span: first.anchor, provenance });
  },
});
