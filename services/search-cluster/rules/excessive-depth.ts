import { followMappings, indexGroupOf, mappedAt } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a document that goes deeper into a flattened field than the mapping allows. */
export const excessiveDepth: FileRule = {
  id: 'excessive-depth',
  scope: 'file',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a document whose objects are nested deeper in a flattened field than the depth limit of its mapping allows.',
    why: 'The service answers such a document with an error. The object of the field itself is level 1; lists do not count.',
    remedy: 'Raise the limit in the mapping, which is possible at any time, or reduce the nesting of the document.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, written, field } of followMappings(group).documents) {
      const limit = field.depthLimit;
      if (limit === undefined) continue;
      for (const { depth, span } of written.objects) {
        // The object of the field itself is never too deep.
        if (depth <= Math.max(1, limit.value)) continue;
        report(block, {
          message: `This object is at level ${String(depth)}; the depth limit of ${code(field.path)} is ${String(limit.value)}.`,
          span,
          // A limit in the mapping is documented; the default limit is not.
          provenance: limit.isDefault ? limit.provenance : field.provenance,
          related: mappedAt(field, block),
        });
      }
    }
  },
};
