import { changeTo } from './support/change-to';
import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a setting that disables the verification of certificates. */
export const insecureTls = defineConstraintRule({
  id: 'insecure-tls',
  category: 'security',
  severity: 'warning',
  docs: {
    what: 'Reports a setting that disables the verification of TLS certificates.',
    why: 'Without verification, anybody on the network path can read and modify the data.',
    remedy: 'Keep the verification enabled; the quick fix restores the default.',
  },
  passes: ({ options }) => ({ text: (text) => text !== options.value }),
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar?.text !== options.value) return;
    const { span, quote } = scalar;
    const safe = valueOfConstrained(element)?.field?.default?.replace(/^"|"$/g, '');
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => changeTo(safe === options.value ? undefined : safe, span, { write: quote }),
    });
  },
});
