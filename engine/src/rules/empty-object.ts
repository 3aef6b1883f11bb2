import { isSentWith } from './support/authorization';
import { valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

declare module '../catalogue/constraints' {
  interface ConstraintOptions {
    'empty-object': { readonly message: string; readonly unlessScheme?: string };
  }
}

/** Reports an empty object that has a special meaning. */
export const emptyObject = defineConstraintRule({
  id: 'empty-object',
  scope: 'constraint',
  category: 'style',
  severity: 'hint',
  since: '0.1.0',
  docs: {
    what: 'Reports an empty object that has a special meaning.',
    why: 'The documents give an empty object a meaning that is rarely intended.',
    remedy: 'Add a member, or remove the object.',
  },
  check(element, { options, provenance }, binding, report) {
    const value = valueOfConstrained(element);
    if (value?.node.type !== 'object' || value.members.length > 0) return;
    if (options.unlessScheme !== undefined && isSentWith(options.unlessScheme, binding)) return;
    report({ message: options.message, span: value.span, provenance });
  },
});
