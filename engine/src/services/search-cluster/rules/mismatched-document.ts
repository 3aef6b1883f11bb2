import { followMappings, indexGroupOf, mappedAt } from './support/follow-mappings';
import { indexUse } from './support/index-use';
import type { FileRule } from '../../../rules/rule';
import { code } from '../../../rules/support/wording';

/** Reports a document with a plain value where the mapping has a flattened field. */
export const mismatchedDocument: FileRule = {
  id: 'mismatched-document',
  scope: 'file',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a plain value in a document where the mapping of the same file defines a flattened field.',
    why: 'A flattened field maps an object. The service refuses a document that has a string or a number there.',
    remedy: 'Write an object with a key, or give the field another type.',
  },
  summary: indexUse,
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, written, field } of followMappings(group).documents) {
      for (const span of written.scalars) {
        report(block, {
          message: `${code(field.path)} is mapped as flattened, so its value must be an object.`,
          span,
          provenance: field.provenance,
          related: mappedAt(field, block),
        });
      }
    }
  },
};
