import { followMappings, indexGroupOf, mappedAt } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code, withRemark } from '@rulebook/checker/rules/support/wording';

/** Reports a wildcard in the name of a key of a flattened field. */
export const wildcardKey: FileRule = {
  id: 'wildcard-key',
  scope: 'file',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a wildcard in the name of a key of a flattened field.',
    why: 'The keys of a flattened field are not fields of the index, so a pattern matches none of them. The document says that wildcards in names of keys are not supported, so one in a query for a single field is an error, although servers answer it without an error and without hits. Where a list may have patterns for other fields, it is a warning.',
    remedy: 'Write the full name of each key, or name the whole flattened field, which means all its keys.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field, key } of followMappings(group).names) {
      const { naming, span } = use;
      if (key?.includes('*') !== true || naming.use === 'script') continue;
      const isFetched = naming.use === 'fetch';
      report(block, {
        message: isFetched
          ? withRemark(
              `A key of the flattened field ${code(field.path)} can be fetched only by its full name.`,
              naming.atPattern,
            )
          : `Keys of the flattened field ${code(field.path)} must be named without wildcards.`,
        span,
        provenance: naming.provenance,
        // Elsewhere, servers accept patterns for other fields.
        severity: naming.use === 'query' && naming.isPatternAllowed !== true ? 'error' : 'warning',
        related: mappedAt(field, block),
      });
    }
  },
};
