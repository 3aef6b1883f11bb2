import { followMappings, indexGroupOf, mappedAt } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports a document with a plain value where the mapping has a flattened field. */
export const mismatchedDocument: FileRule = {
  id: 'mismatched-document',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a plain value in a document where the mapping of the same file has a flattened field.',
    why: 'A flattened field maps an object. A document with a text or number in its place is refused.',
    remedy: 'Write an object with a key, or give the field another type.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_doc/1\n\n{ "labels": { "release": "v1" } }\n',
    ],
    invalid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_doc/1\n\n{ "labels": "v1" }\n',
    ],
  },
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
