import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { secretVariable } from './dropped-secret';
import { quoted } from './support/wording';

/** Reports a mask that is sent as a secret. */
export const maskedSecret = defineConstraintRule({
  id: 'masked-secret',
  category: 'security',
  severity: 'warning',
  docs: {
    what: 'Reports a secret that consists of mask characters.',
    why: 'Responses show secrets as a mask. A mask that is sent back becomes the new secret.',
    remedy: 'Send the real secret from a variable; the quick fix inserts one.',
  },
  passes: () => ({ text: (text) => !isMask(text) }),
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || valueOfConstrained(element)?.node.type !== 'string') return;
    if (!isMask(scalar.text)) return;
    const { span } = scalar;
    const newText = JSON.stringify(secretVariable);
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => [
        { title: `Replace with the variable ${quoted(secretVariable)}`, edits: [{ span, newText }], isSafe: false },
      ],
    });
  },
});

/** Returns whether the text consists of mask characters. */
export function isMask(text: string): boolean {
  return /^[*•●xX.]{3,}$/.test(text);
}
