import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a delivery address without TLS. */
export const insecureUrl = defineConstraintRule({
  id: 'insecure-url',
  scope: 'constraint',
  severity: 'hint',
  docs: {
    what: 'Reports a URL that begins with `http://`.',
    why: 'What is sent there can be read and changed on the way.',
    remedy:
      'Use `https://` where the receiver offers it; the quick fix does. Addresses of this machine are not reported.',
    valid: [
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "https://example.com/" } }\n',
      'POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "http://localhost:9000/" } }\n',
    ],
    invalid: ['POST /repos/octocat/hello-world/hooks\n\n{ "config": { "url": "http://example.com/" } }\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !/^http:\/\//i.test(scalar.text)) return;
    if (/^http:\/\/(localhost|127(\.\d+){3}|\[::1\])([:/?#]|$)/i.test(scalar.text)) return;
    const { text, span, quote } = scalar;
    const newText = quote(text.replace(/^http:/i, 'https:'));
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => [{ title: 'Use `https://`', edits: [{ span, newText }], isSafe: false }],
    });
  },
});
