import { isStandIn } from './support/authorization';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports a signature of a recorded delivery that does not have the form of one. */
export const malformedSignature = defineConstraintRule({
  id: 'malformed-signature',
  scope: 'constraint',
  severity: 'warning',
  isForAnswers: true,
  docs: {
    what: 'Reports a signature of a recorded delivery that is not the name of its digest, an equals sign and hexadecimal digits.',
    why: 'A receiver that is tried out with such a delivery refuses it, or worse, learns to accept it.',
    remedy: 'Record the delivery again, or write the digest behind its name, such as `sha256=6dcb09b5`.',
    valid: [
      'POST http://localhost:3000/webhook\nX-Hub-Signature-256: sha256=6dcb09b5b57875f334f61aebed695e2e4193db5e\n\n{ "zen": "z" }\n',
      'GET /repos/octocat/hello-world/hooks/1/deliveries/2\n\nHTTP/1.1 200 OK\n\n{ "request": { "headers": { "X-Hub-Signature": "sha1=d3b07384d113edec49eaa6238ad5ff00" } } }\n',
    ],
    invalid: [
      'POST http://localhost:3000/webhook\nX-Hub-Signature-256: 6dcb09b5b57875f334f61aebed695e2e4193db5e\n\n{ "zen": "z" }\n',
      'GET /repos/octocat/hello-world/hooks/1/deliveries/2\n\nHTTP/1.1 200 OK\n\n{ "request": { "headers": { "X-Hub-Signature": "sha256=d3b07384d113edec49eaa6238ad5ff00" } } }\n',
    ],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined) return;
    const { text, span, quote } = scalar;
    const digest = text.startsWith(options.prefix) ? text.slice(options.prefix.length) : undefined;
    if (isStandIn(digest ?? text) || /^[0-9a-f]+$/i.test(digest ?? '')) return;
    report({
      message: `A signature is ${code(options.prefix)} and a hexadecimal digest.`,
      span,
      provenance,
      fixes: () =>
        /^[0-9a-f]{16,}$/i.test(text)
          ? [
              {
                title: `Put ${code(options.prefix)} in front`,
                edits: [{ span, newText: quote(options.prefix + text) }],
                isSafe: false,
              },
            ]
          : [],
    });
  },
});
