import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a setting that switches the verification of certificates off. */
export const insecureTls = defineConstraintRule({
  id: 'insecure-tls',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a setting that switches the verification of the TLS certificate off.',
    why: 'Without verification anybody on the way can read and change what is delivered.',
    remedy: 'Leave verification on; the quick fix restores the default.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/", "insecure_ssl": "0" } }\n',
    ],
    invalid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/", "insecure_ssl": "1" } }\n',
    ],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar?.text !== options.value) return;
    const { span, quote } = scalar;
    const safe = valueOfConstrained(element)?.field?.default?.replace(/^"|"$/g, '');
    report({
      message: options.message,
      span,
      provenance,
      fixes: () =>
        safe === undefined || safe === options.value
          ? []
          : [{ title: `Change to \`${safe}\``, edits: [{ span, newText: quote(safe) }], isSafe: false }],
    });
  },
});
