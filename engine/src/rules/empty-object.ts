import { isSentWith } from './support/authorization';
import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports an empty object that has a consequence. */
export const emptyObject = defineConstraintRule({
  id: 'empty-object',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports an object without members.',
    why: 'The documents say what an empty object means, which is seldom what its author wants.',
    remedy: 'Add a member, or leave the object out.',
    valid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "active": true }\n'],
    invalid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{}\n'],
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value?.node.type !== 'object' || value.members.length > 0) return;
    if (options.unlessScheme !== undefined && isSentWith(options.unlessScheme, binding)) return;
    report({ message: options.message, span: value.span, provenance });
  },
});
