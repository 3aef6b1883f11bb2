import { defineConstraintRule } from '@rulebook/checker/rules/rule';
import { textOfConstrained } from '@rulebook/checker/rules/support/constrained';

declare module '@rulebook/catalogue/constraints' {
  interface ConstraintOptions {
    /** The most grams that are carried. */
    'excessive-weight': { readonly grams: number };
  }
}

/** Reports a parcel that no one can carry. */
export const excessiveWeight = defineConstraintRule({
  id: 'excessive-weight',
  category: 'correctness',
  severity: 'error',
  since: '0.1.0',
  docs: {
    what: 'Reports a parcel that is too heavy.',
    why: 'The service refuses it.',
    remedy: 'Send two parcels.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !(Number(scalar.text) > options.grams)) return;
    report({ message: `A parcel has at most ${options.grams} grams.`, span: scalar.span, provenance });
  },
});
