import { followMappings, indexGroupOf, mappedAt } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports a document that goes deeper into a flattened field than the mapping allows. */
export const excessiveDepth: FileRule = {
  id: 'excessive-depth',
  scope: 'file',
  severity: 'error',
  docs: {
    what: 'Reports a document whose objects are nested more deeply in a flattened field than the depth limit of its mapping.',
    why: 'Such a document is answered with an error. The object of the field itself is the first level; lists do not count.',
    remedy: 'Raise the limit in the mapping, which can be done at any time, or flatten the document.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened", "depth_limit": 2 } } } }\n\n###\nPOST /books/_doc/1\n\n{ "labels": { "release": { "name": "v1" } } }\n',
    ],
    invalid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened", "depth_limit": 2 } } } }\n\n###\nPOST /books/_doc/1\n\n{ "labels": { "release": { "name": { "short": "v1" } } } }\n',
    ],
  },
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, written, field } of followMappings(group).documents) {
      const limit = field.depthLimit;
      if (limit === undefined) continue;
      for (const { depth, span } of written.objects) {
        if (depth <= limit.value) continue;
        report(block, {
          message: `${String(depth)} levels are more than the depth limit ${String(limit.value)} of ${code(field.path)}.`,
          span,
          // That a written limit holds is documented; the one without a word is not.
          provenance: limit.isDefault ? limit.provenance : field.provenance,
          related: mappedAt(field, block),
        });
      }
    }
  },
};
