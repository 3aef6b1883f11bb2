import { textOfConstrained, valueOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { secretVariable } from './dropped-secret';

/** Reports a masked secret that is sent as a secret. */
export const maskedSecret = defineConstraintRule({
  id: 'masked-secret',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a secret that consists of mask characters.',
    why: 'Answers show secrets masked. A mask that is sent back becomes the new secret.',
    remedy: 'Send the secret itself from a variable; the quick fix puts one there.',
    valid: ['PATCH /repos/octocat/hello-world/hooks/42/config\n\n{ "secret": "{{hook_secret}}" }\n'],
    invalid: ['PATCH /repos/octocat/hello-world/hooks/42/config\n\n{ "secret": "********" }\n'],
  },
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
        { title: `Replace by the variable \`${secretVariable}\``, edits: [{ span, newText }], isSafe: false },
      ],
    });
  },
});

/** Returns whether the text is made of mask characters only. */
export function isMask(text: string): boolean {
  return /^[*•●xX.]{3,}$/.test(text);
}
