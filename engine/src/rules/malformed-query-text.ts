import { isRecorded } from './support/bound-values';
import { formattedValue } from './support/formats';
import type { BlockRule } from './rule';
import { provenanceOf, subjectOf } from './support/wording';

/** Reports a search query that is given as text but is no JSON. */
export const malformedQueryText: BlockRule = {
  id: 'malformed-query-text',
  scope: 'block',
  severity: 'hint',
  docs: {
    what: 'Reports a search query in a string that is not JSON.',
    why: 'A query in a string is the JSON text of the query, with its quotes escaped.',
    remedy: 'Write the query as an object, or escape its JSON text.',
    valid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": ["a"], "privileges": ["read"], "query": "{\\"match_all\\":{}}" }] } } }\n',
    ],
    invalid: [
      'PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "indices": [{ "names": ["a"], "privileges": ["read"], "query": "match_all" }] } } }\n',
    ],
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'json-text',
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'json-text');
    // An empty text is no query.
    if (formatted === undefined || formatted.text === '' || isJsonObject(formatted.text)) return;
    report({
      message: `${subjectOf(value)} is a string, but not the JSON text of a query.`,
      span: formatted.span,
      provenance: provenanceOf(value, binding),
    });
  },
};

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
