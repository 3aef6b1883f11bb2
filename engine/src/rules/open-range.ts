import { followMappings, indexGroupOf, mappedAt } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code } from './support/wording';

/** Reports a range of a key of a flattened field with one end only. */
export const openRange: FileRule = {
  id: 'open-range',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a range of a key of a flattened field that has one end only.',
    why: 'The keys of a flattened field share one list of values, so servers refuse a range that does not say where the key’s values begin and end.',
    remedy: 'Give both ends.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "range": { "labels.release": { "gte": "a", "lt": "c" } } } }\n',
    ],
    invalid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "range": { "labels.release": { "gte": "a" } } } }\n',
    ],
  },
  groupOf: indexGroupOf,
  check(group, report) {
    for (const { block, use, field, key } of followMappings(group).names) {
      const { range, naming, span } = use;
      if (range === undefined || key === undefined || naming.bothEnds === undefined) continue;
      if (range.hasLower === range.hasUpper) continue;
      report(block, {
        message: `A range of a key of the flattened field ${code(field.path)} needs both ends.`,
        span,
        provenance: naming.bothEnds,
        related: mappedAt(field, block),
      });
    }
  },
};
