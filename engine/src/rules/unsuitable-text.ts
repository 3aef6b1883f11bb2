import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a text of a form that does not belong in its place. */
export const unsuitableText = defineConstraintRule({
  id: 'unsuitable-text',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a name with a form that does not belong in its place, such as a wildcard where one resource is meant.',
    why: 'What reads or lists may take patterns; what creates or changes means one resource by its name.',
    remedy: 'Write the name of the one resource, and one request for each.',
    valid: ['GET /_snapshot/backup-*,archive\n', 'POST /_snapshot/backup/_verify\n'],
    invalid: ['POST /_snapshot/backup-*/_verify\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !new RegExp(options.pattern).test(scalar.text)) return;
    report({ message: options.message, span: scalar.span, provenance });
  },
});
