import { followMappings, indexGroupOf, mappedAt } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a range on a key of a flattened field with only one bound. */
export const openRange: FileRule = {
  id: 'open-range',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a range on a key of a flattened field that has only one bound.',
    why: 'The keys of a flattened field share one list of values. Servers refuse a range that does not say where the values of the key begin and where they end.',
    remedy: 'Give both bounds.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field, key } of followMappings(group).names) {
      const { range, naming, span } = use;
      if (range === undefined || key === undefined || naming.bothEnds === undefined) continue;
      if (range.hasLower === range.hasUpper) continue;
      report(block, {
        message: `A range on a key of the flattened field ${code(field.path)} needs both bounds.`,
        span,
        provenance: naming.bothEnds,
        related: mappedAt(field, block),
      });
    }
  },
};
