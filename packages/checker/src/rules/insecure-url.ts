import { isLoopbackUrl } from '@rulebook/text/loopback-host';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { quoted } from './support/wording';

/** Reports a delivery address without TLS. */
export const insecureUrl = defineConstraintRule({
  id: 'insecure-url',
  category: 'security',
  severity: 'hint',
  docs: {
    what: 'Reports a URL that begins with `http://`.',
    why: 'Data can be read or modified in transit.',
    remedy:
      'Use `https://` if the receiver supports it; the quick fix changes the URL. URLs of the local machine are not reported.',
  },
  passes: () => ({ text: (text) => !isInsecure(text) }),
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !isInsecure(scalar.text)) return;
    const { text, span, quote } = scalar;
    const newText = quote(text.replace(/^http:/i, 'https:'));
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => [{ title: `Use ${quoted('https://')}`, edits: [{ span, newText }], isSafe: false }],
    });
  },
});

function isInsecure(text: string): boolean {
  return /^http:\/\//i.test(text) && !isLoopbackUrl(text);
}
