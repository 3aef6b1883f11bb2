import { fitsPattern } from '../binding/limits';
import type { ConstraintOptions } from '@rulebook/catalogue/constraints';
import { changeTo } from './support/change-to';
import { textOfConstrained } from './support/constrained';
import { defineConstraintRule } from './rule';
import { code } from './support/wording';

/** Reports a text that does not match the pattern of its element. */
export const malformedText = defineConstraintRule({
  id: 'malformed-text',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a string that does not match the pattern that is described for it, or does not have the form that a sentence of the description asks for.',
    why: 'The service refuses the value. A pattern with references to groups, and a very long string, are not checked.',
    remedy: 'Write a value that matches the pattern, or has the form that the message names.',
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || fitsPattern(options.pattern, scalar.text)) return;
    report({
      message:
        options.meaning === undefined
          ? `${scalar.label} must match the pattern ${code(options.pattern)}.`
          : `${scalar.label} must be ${options.meaning}.`,
      span: scalar.span,
      provenance,
      fixes: () => changeTo(repaired(scalar.text, options), scalar.span, { write: scalar.quote }),
    });
  },
});

/** Returns the text that the repair makes, if it matches then. */
function repaired(text: string, { pattern, repair }: ConstraintOptions['malformed-text']): string | undefined {
  const { without, before = [] } = repair ?? {};
  const shortened = without !== undefined && text.startsWith(without) ? [text.slice(without.length)] : [];
  return [...shortened, ...before.map((start) => start + text)].find((candidate) => fitsPattern(pattern, candidate));
}
