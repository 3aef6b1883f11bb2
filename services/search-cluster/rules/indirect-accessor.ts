import { followMappings, indexGroupOf, mappedAt } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '@rulebook/checker/rules/rule';
import { changeTo } from '@rulebook/checker/rules/support/change-to';
import { code } from '@rulebook/checker/rules/support/wording';

/** Reports a script that reads a key of a flattened field in steps. */
export const indirectAccessor: FileRule = {
  id: 'indirect-accessor',
  scope: 'file',
  category: 'style',
  severity: 'hint',
  docs: {
    what: 'Reports a script that reads a key of a flattened field in several steps.',
    why: 'A script reads a key of a flattened field under one name: field and key, joined by a dot. Its `.value` is the value.',
    remedy: 'Join field and key with a dot; the quick fix does this.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field } of followMappings(group).names) {
      if (use.accessor === undefined) continue;
      report(block, {
        message: `Read the key of the flattened field ${code(field.path)} by one name: ${code(`${use.accessor}.value`)}.`,
        span: use.span,
        provenance: use.naming.provenance,
        related: mappedAt(field, block),
        isFixable: true,
      });
    }
  },
  fixes({ span, message }) {
    const accessor = /: `(.*)\.value`\.$/.exec(message)?.[1];
    // Messages truncate a long name.
    if (accessor === undefined || accessor.includes('…')) return [];
    return changeTo(accessor, span, { isSafe: true });
  },
};
