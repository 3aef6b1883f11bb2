import type { ObjectShape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { anything, flag, text, undescribedObject } from '@rulebook/catalogue/shapes';
import { anyDocument } from './document';
import { referenceOnFlattened } from './mappings/flattened-sources';
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
    {
      rule: 'member-count',
      options: { minimum: 1, fields: ['doc', 'script'] },
      severity: 'warning',
      provenance: refusal,
    },
    {
      rule: 'conflicting-fields',
      options: { fields: ['doc', 'script'] },
      severity: 'warning',
      provenance: refusal,
    },
  ],
  fields: [
    {
      name: 'doc',
      role: 'partial-document',
      summary: 'The fields to change.',
      provenance: fromReference,
      shape: anyDocument,
    },
    {
      name: 'doc_as_upsert',
      summary: 'Whether to store `doc` if the document does not exist.',
      provenance: fromReference,
      default: 'false',
      shape: flag,
    },
    {
      name: 'upsert',
      summary: 'The document to store if the document does not exist.',
      provenance: fromReference,
      shape: anyDocument,
    },
    {
      name: 'script',
      summary: 'The script that changes the document.',
      provenance: fromReference,
      shape: { type: 'choice', options: [undescribedObject('script'), text] },
    },
    {
      name: 'scripted_upsert',
      summary: 'Whether the script also runs if the document does not exist.',
      provenance: fromReference,
      default: 'false',
      shape: flag,
    },
    {
      name: 'detect_noop',
      summary: 'Whether to skip an update that changes nothing.',
      provenance: fromReference,
      default: 'true',
      shape: flag,
    },
    {
      name: '_source',
      summary: 'The fields of the changed document that the response includes.',
      provenance: fromReference,
      shape: anything,
    },
    { name: 'lang', summary: 'The language of the script.', provenance: fromReference, shape: text },
    { name: 'params', summary: 'The parameters of the script.', provenance: fromReference, shape: anything },
  ],
};
