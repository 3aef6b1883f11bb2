import type { ConstraintOptions } from '../catalogue/model';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a text with a beginning or an ending that it must not have. */
export const forbiddenAffix = defineConstraintRule({
  id: 'forbidden-affix',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports a value that begins or ends with something that it must not.',
    why: 'The name with this beginning or ending is not the one that the service knows or accepts.',
    remedy: 'Leave it out; the quick fix does.',
    valid: ['PUT /_security/api_key\n\n{ "name": "k" }\n', 'GET /repos/octocat/hello-world/hooks\n'],
    invalid: ['PUT /_security/api_key\n\n{ "name": "_k" }\n', 'GET /repos/octocat/hello-world.git/hooks\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    const rest = scalar && withoutAffix(scalar.text, options);
    if (scalar === undefined || rest === undefined) return;
    const { span, quote } = scalar;
    report({
      message: options.message,
      span,
      provenance,
      fixes: () =>
        rest === '' ? [] : [{ title: `Change to \`${rest}\``, edits: [{ span, newText: quote(rest) }], isSafe: false }],
    });
  },
});

/** Returns what is left of a text that has the beginning or ending, or undefined for one that has neither. */
function withoutAffix(
  text: string,
  { prefix = '', suffix = '' }: ConstraintOptions['forbidden-affix'],
): string | undefined {
  if (prefix !== '' && text.startsWith(prefix)) return text.slice(prefix.length);
  return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : undefined;
}
