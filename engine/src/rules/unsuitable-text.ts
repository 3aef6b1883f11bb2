import type { BoundValue } from '../binding/model';
import type { ConstraintOptions } from '../catalogue/model';
import { textOfConstrained, valueOfConstrained, type ConstrainedText } from './support/constrained';
import { defineConstraintRule, type Fix } from './rule';

/** Reports a text of a form that does not belong in its place. */
export const unsuitableText = defineConstraintRule({
  id: 'unsuitable-text',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports a name with a form that does not belong in its place, such as a wildcard where one resource is meant.',
    why: 'What reads or lists may take patterns; what creates or changes means one resource by its name.',
    remedy: 'Write the name of the one resource, and one request for each.',
    valid: ['GET /_snapshot/backup-*,archive\n', 'POST /_snapshot/backup/_verify\n'],
    invalid: ['POST /_snapshot/backup-*/_verify\n'],
  },
  check(element, { options, provenance }, _binding, report) {
    const scalar = textOfConstrained(element);
    if (scalar === undefined || !new RegExp(options.pattern).test(scalar.text)) return;
    report({
      message: options.message,
      span: scalar.span,
      provenance,
      fixes: () => fixesOf(scalar, valueOfConstrained(element), options.fix),
    });
  },
});

function fixesOf(
  { text, span, quote }: ConstrainedText,
  value: BoundValue | undefined,
  fix: ConstraintOptions['unsuitable-text']['fix'],
): readonly Fix[] {
  switch (fix?.kind) {
    case undefined:
      return [];
    case 'lower-case': {
      const meant = text.toLowerCase();
      return [{ title: `Change to \`${meant}\``, edits: [{ span, newText: quote(meant) }], isSafe: false }];
    }
    case 'split': {
      const words = text.split(fix.separator).flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
      if (words.length === 0) return [];
      const items = words.map(quote).join(', ');
      const newText = value?.parent?.node.type === 'array' ? items : `[${items}]`;
      return [{ title: 'Make a list of it', edits: [{ span, newText }], isSafe: false }];
    }
  }
}
