import { lengthProblem } from '../binding/limits';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

declare module '../catalogue/constraints' {
  interface ConstraintOptions {
    /** In characters, or in bytes of UTF-8. */
    'length-limit': { readonly minimum?: number; readonly maximum?: number; readonly unit?: 'byte' };
  }
}

/** Reports a value that is too long or too short. */
export const lengthLimit = defineConstraintRule({
  id: 'length-limit',
  scope: 'constraint',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a value that is longer or shorter than the service accepts.',
    why: 'The service refuses the value.',
    remedy: 'Shorten or complete the value.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    const problem = scalar === undefined ? undefined : lengthProblem(options, scalar.received);
    if (scalar === undefined || problem === undefined) return;
    report({ message: `${scalar.label} must ${problem}.`, span: scalar.span, provenance });
  },
});
