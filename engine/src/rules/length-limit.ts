import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a text that is too long. */
export const lengthLimit = defineConstraintRule({
  id: 'length-limit',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a text that is longer than the service accepts.',
    why: 'The service refuses it.',
    remedy: 'Shorten the text.',
    valid: ['PUT /_security/api_key\n\n{ "name": "k" }\n'],
    invalid: [
      'PUT /_security/api_key\n\n{ "name": "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" }\n',
    ],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    // Counted in letters, not in the halves of which UTF-16 makes some.
    const length = scalar === undefined ? 0 : [...scalar.text].length;
    if (scalar === undefined || length <= options.maximum) return;
    const message = `${scalar.label} must have at most ${String(options.maximum)} characters; it has ${String(length)}.`;
    report({ message, span: scalar.span, provenance });
  },
});
