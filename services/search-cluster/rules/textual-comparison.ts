import { followMappings, indexGroupOf, mappedAt } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports where the values of a flattened field are compared as strings, although the request treats them as numbers. */
export const textualComparison: FileRule = {
  id: 'textual-comparison',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports numbers as bounds of a range on a flattened field, and, as a hint, sorting by such a field.',
    why: 'All values of a flattened field are compared as strings: `10` comes before `9`. A range of numbers matches different documents from those you expect.',
    remedy:
      'Map a key with numbers as its own field. If you mean strings, write the bounds in quotes; the quick fix does this.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field } of followMappings(group).names) {
      const { naming, span, range } = use;
      const related = mappedAt(field, block);
      const name = code(field.path);
      if (naming.use === 'sort') {
        const message = `Values of the flattened field ${name} are sorted as text.`;
        report(block, { message, span, provenance: naming.provenance, severity: 'hint', related });
      }
      for (const number of range?.numbers ?? []) {
        report(block, {
          message: `Values of the flattened field ${name} are compared as text, not as numbers.`,
          span: number,
          provenance: naming.provenance,
          related,
          isFixable: true,
        });
      }
    }
  },
  fixes({ span }, { block }) {
    const newText = JSON.stringify(block.text.slice(span.start, span.end));
    return [{ title: 'Change to a string', edits: [{ span, newText }], isSafe: true }];
  },
};
