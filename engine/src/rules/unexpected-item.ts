import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports an item in a list that must be empty. */
export const unexpectedItem = defineConstraintRule({
  id: 'unexpected-item',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports an item in a list that is only accepted when it is empty.',
    why: 'With items the service expects another form, and refuses the list.',
    remedy: 'Write the form that the message names.',
    valid: ['PUT /_security/api_key\n\n{ "role_descriptors": [] }\n'],
    invalid: ['PUT /_security/api_key\n\n{ "role_descriptors": [{ "cluster": ["all"] }] }\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const [first] = valueOfConstrained(element)?.items ?? [];
    if (first !== undefined) report({ message: options.message, span: first.anchor, provenance });
  },
});
