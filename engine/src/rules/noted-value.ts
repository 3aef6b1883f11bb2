import { valueOfConstrained, textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Tells a documented consequence of a value. */
export const notedValue = defineConstraintRule({
  id: 'noted-value',
  scope: 'constraint',
  severity: 'information',
  isRemark: true,
  isForAnswers: true,
  docs: {
    what: 'Tells what a value means, where the documents say more than its name.',
    why: 'Some values have a consequence that is easily overlooked.',
    remedy: 'Nothing, when the consequence is meant.',
    valid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "active": true }\n'],
    invalid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "active": false }\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const siblings = valueOfConstrained(element)?.parent?.members ?? [];
    if (siblings.some(({ key }) => options.unlessBeside?.includes(key) === true)) return;
    const scalar = textOfConstrained(element);
    if (options.value !== undefined && scalar?.text !== options.value) return;
    if (options.pattern !== undefined && (scalar === undefined || !new RegExp(options.pattern).test(scalar.text)))
      return;
    const span = scalar?.span ?? valueOfConstrained(element)?.anchor;
    if (span !== undefined) report({ message: options.message, span, provenance });
  },
});
