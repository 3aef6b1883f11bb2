import type { FieldNaming } from '../catalogue/model';
import { followMappings, indexGroupOf, mappedAt, type NamedField } from './across/follow-mappings';
import type { FileRule } from './rule';
import { code, withRemark } from './support/wording';

/** Reports what a search does with a flattened field that such fields do not support. */
export const unsupportedUse: FileRule = {
  id: 'unsupported-use',
  scope: 'file',
  severity: 'warning',
  docs: {
    what: 'Reports a query, an aggregation or highlighting that flattened fields do not support.',
    why: 'The leaves of a flattened field are plain keywords: there are no numbers to compute with, no order of words to search in, and no text to highlight. Which fields are flattened is known from the mapping in the same file.',
    remedy:
      'Take one of the queries that the page of the flattened field names, a keyword aggregation such as `terms`, or give the key a field of its own.',
    valid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "prefix": { "labels.a": "x" } }, "aggs": { "all": { "terms": { "field": "labels" } } } }\n',
      'POST /books/_search\n\n{ "query": { "fuzzy": { "labels.a": "x" } } }\n',
    ],
    invalid: [
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "query": { "fuzzy": { "labels.a": "x" } } }\n',
      'PUT /books\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n\n###\nPOST /books/_search\n\n{ "aggs": { "mean": { "avg": { "field": "labels.pages" } } } }\n',
    ],
  },
  groupOf: indexGroupOf,
  check(group, report) {
    for (const named of followMappings(group).names) {
      const { block, use, field, key } = named;
      const { naming, span } = use;
      if (naming.isFlattenedAllowed) continue;
      const isMilder =
        naming.provenance.kind === 'reference' ||
        naming.use !== 'query' ||
        (key === undefined && naming.atTopLevel !== undefined);
      report(block, {
        message: messageOf(named, naming),
        span,
        provenance: naming.provenance,
        severity: isMilder ? 'warning' : 'error',
        related: mappedAt(field, block),
      });
    }
  },
};

function messageOf({ field, key }: NamedField, naming: FieldNaming): string {
  const name = code(field.path);
  if (naming.use === 'highlight') return `Highlighting is not supported on flattened fields such as ${name}.`;
  const kind = code(naming.kind ?? '');
  if (naming.use === 'aggregation') {
    return `Aggregation ${kind} is none of the simple keyword aggregations, such as \`terms\`, that the flattened field ${name} supports.`;
  }
  const reality = key === undefined ? naming.atTopLevel : undefined;
  return withRemark(`Query ${kind} is not supported on the flattened field ${name}.`, reality);
}
