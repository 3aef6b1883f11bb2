import type { ConstraintOptions } from '@rulebook/catalogue/constraints';
import { changeTo } from './support/change-to';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';

/** Reports a value with a prefix or suffix that is not allowed. */
export const forbiddenAffix = defineConstraintRule({
  id: 'forbidden-affix',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a value with a prefix or suffix that is not allowed.',
    why: 'The service does not know or accept the name with this prefix or suffix.',
    remedy: 'Remove the prefix or suffix; the quick fix does this.',
  },
  passes: ({ options }) => ({ text: (text) => withoutAffix(text, options) === undefined }),
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    const rest = scalar && withoutAffix(scalar.text, options);
    if (scalar === undefined || rest === undefined) return;
    const { span, quote } = scalar;
    report({
      message: options.message,
      span,
      provenance,
      fixes: () => changeTo(rest || undefined, span, { write: quote }),
    });
  },
});

/** Returns the text without the prefix or suffix, or undefined if it has neither. */
function withoutAffix(
  text: string,
  { prefix = '', suffix = '' }: ConstraintOptions['forbidden-affix'],
): string | undefined {
  if (prefix !== '' && text.startsWith(prefix)) return text.slice(prefix.length);
  return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : undefined;
}
