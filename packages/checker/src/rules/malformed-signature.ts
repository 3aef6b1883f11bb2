import { isStandIn } from './support/authorization';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code, quoted } from './support/wording';

/** Reports a signature of a recorded delivery that has another form. */
export const malformedSignature = defineConstraintRule({
  id: 'malformed-signature',
  category: 'correctness',
  severity: 'warning',
  isForResponses: true,
  docs: {
    what: 'Reports a signature of a recorded delivery that is not the name of its digest, an equals sign and hexadecimal digits.',
    why: 'A receiver that is tested with such a delivery refuses it, or is wrongly changed to accept it.',
    remedy: 'Record the delivery again, or write the name of the digest before it, as in `sha256=6dcb09b5`.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined) return;
    const { text, span, quote } = scalar;
    const digest = text.startsWith(options.prefix) ? text.slice(options.prefix.length) : undefined;
    if (isStandIn(digest ?? text) || /^[0-9a-f]+$/i.test(digest ?? '')) return;
    report({
      message: `A signature must be ${code(options.prefix)} followed by a hexadecimal digest.`,
      span,
      provenance,
      fixes: () =>
        /^[0-9a-f]{16,}$/i.test(text)
          ? [
              {
                title: `Add ${quoted(options.prefix)}`,
                edits: [{ span, newText: quote(options.prefix + text) }],
                isSafe: false,
              },
            ]
          : [],
    });
  },
});
