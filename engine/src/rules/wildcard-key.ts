import { followMappings, indexGroupOf, mappedAt } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code, withRemark } from './support/wording';

/** Reports a wildcard in the name of a key of a flattened field. */
export const wildcardKey: FileRule = {
  id: 'wildcard-key',
  scope: 'file',
  severity: 'error',
  docs: {
    what: 'Reports a wildcard in the name of a key of a flattened field.',
    why: 'The keys of a flattened field are no fields of the index, so a pattern finds none of them. Servers answer such a pattern in `fields` without an error and without values.',
    remedy: 'Name each key in full, or name the flattened field as a whole, which means all its keys.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "term": { "labels.release": "v1" } }, "fields": ["lab*", "labels.release"] }\n',
    ],
    invalid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "term": { "labels.rel*": "v1" } } }\n',
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "fields": ["labels.*"] }\n',
    ],
  },
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field, key } of followMappings(group).names) {
      const { naming, span } = use;
      if (key?.includes('*') !== true || naming.use === 'script') continue;
      const isFetched = naming.use === 'fetch';
      report(block, {
        message: isFetched
          ? withRemark(
              `A key of the flattened field ${code(field.path)} is fetched by its full name only.`,
              naming.atPattern,
            )
          : `Keys of the flattened field ${code(field.path)} must be named without wildcards.`,
        span,
        provenance: naming.provenance,
        // A list of fields may hold patterns for other fields, which servers do not refuse.
        severity: naming.use === 'query' && !naming.isPatternAllowed ? 'error' : 'warning',
        related: mappedAt(field, block),
      });
    }
  },
};
