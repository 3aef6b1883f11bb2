import { isRecorded } from './support/bound-values';
import { formattedValue } from './support/formats';
import type { BlockRule } from './rule';
import { provenanceOf, subjectOf } from './support/wording';

/** Reports a search query that is given as a string but is not JSON. */
export const malformedQueryText: BlockRule = {
  id: 'malformed-query-text',
  scope: 'block',
  category: 'correctness',
  severity: 'hint',
  docs: {
    what: 'Reports a search query that is given as a string but is not JSON.',
    why: 'A query in a string is the JSON text of the query, with escaped quotes.',
    remedy: 'Write the query as an object or as escaped JSON text.',
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'json-text',
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'json-text');
    // An empty string is not a query.
    if (formatted === undefined || formatted.text === '' || isJsonObject(formatted.text)) return;
    report({
      message: `${subjectOf(value)} is not the JSON text of a query; write the query as an object.`,
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
