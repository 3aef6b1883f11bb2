import { field, warning } from '@rulebook/catalogue/makers';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { anything, flag, text } from '@rulebook/catalogue/shapes';
import { anyDocument } from './document';
import { referenceOnFlattened } from './mappings/flattened-sources';
import { updateScript } from './search/scripts';
import { serverSource, specification } from './sources';

const fromReference = referenceOnFlattened(specification);
const refusal = refused(referenceOnFlattened(serverSource));

/** What an update says of a document. */
export const updateLine: ObjectShape = {
  type: 'object',
  name: 'update',
  unlisted: 'warning',
  refusal,
  constraints: [
    warning('member-count', { minimum: 1, fields: ['doc', 'script'] }, refusal),
    warning('conflicting-fields', { fields: ['doc', 'script'] }, refusal),
  ],
  fields: [
    field('doc', anyDocument, 'The fields to change.', fromReference, { role: 'partial-document' }),
    {
      name: 'doc_as_upsert',
      summary: 'Whether to store `doc` if the document does not exist.',
      provenance: fromReference,
      default: 'false',
      shape: flag,
    },
    field('upsert', anyDocument, 'The document to store if the document does not exist.', fromReference),
    {
      name: 'script',
      summary: 'The script that changes the document.',
      provenance: fromReference,
      shape: updateScript,
    },
    {
      name: 'scripted_upsert',
      summary: 'Whether the script also runs if the document does not exist.',
      provenance: fromReference,
      default: 'false',
      shape: flag,
    },
    field('detect_noop', flag, 'Whether to skip an update that changes nothing.', fromReference, { default: 'true' }),
    field('_source', anything, 'The fields of the changed document that the response includes.', fromReference),
    field('lang', text, 'The language of the script.', fromReference),
    field('params', anything, 'The parameters of the script.', fromReference),
  ],
};
