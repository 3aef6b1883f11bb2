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
    why: 'The keys of a flattened field share one list of values. Servers of version 8 refuse a range that does not say where the values of the key begin and where they end; those of version 9.5 take it. Without a known version, it is an information.',
    remedy: 'Give both bounds, or name the version of the target: `version` in the endpoint.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field, key } of followMappings(group).names) {
      const { range, naming, span } = use;
      if (range === undefined || key === undefined || naming.bothEnds === undefined) continue;
      if (range.hasLower === range.hasUpper || range.isOpenTaken === true) continue;
      report(block, {
        message: `A range on a key of the flattened field ${code(field.path)} needs both bounds${range.isOpenTaken === undefined ? ' on servers of version 8' : ''}.`,
        span,
        provenance: naming.bothEnds,
        // It is known of the servers whose version is known.
        ...(range.isOpenTaken === undefined ? { severity: 'information' } : { isRefused: true }),
        related: mappedAt(field, block),
      });
    }
  },
};
