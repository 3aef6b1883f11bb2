import { field, unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { Operation, QueryRelation, ResponseSpec } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { anyNumber, flag, text, undescribedObject, wholeNumber } from '@rulebook/catalogue/shapes';
import { referenceOnFlattened, fromFlattenedUsage } from './mappings/flattened-sources';
import {
  documentId,
  writtenIndexName,
  pipeline,
  refresh,
  requireAlias,
  routing,
  sourceOnError,
  timeout,
  waitForActiveShards,
} from './indices/index-parameters';
import { blankName, metadataFields, writtenMetadataFields } from './mappings/metadata-fields';
import { serverSource, specification } from './sources';

const fromReference = referenceOnFlattened(specification);
const refusal = refused(referenceOnFlattened(serverSource));

/** A whole number that is not negative. */
const ordinal: Shape = {
  type: 'integer',
  constraints: [warning('number-range', { minimum: 0 }, refusal)],
};

/** The conditions of a write, as query parameters and in bulk actions. */
export const writeConditions: readonly Field[] = [
  field('if_seq_no', ordinal, 'Write only if the document has this sequence number.', refusal),
  {
    name: 'if_primary_term',
    summary: 'Write only if the document has this primary term.',
    provenance: refusal,
    shape: {
      type: 'integer',
      constraints: [warning('number-range', { minimum: 1 }, refusal)],
    },
  },
];

/** The type of versioning of a document. */
export const versionType: Field = {
  name: 'version_type',
  summary: 'The type of versioning: who sets the version numbers.',
  provenance: fromReference,
  default: 'internal',
  shape: {
    type: 'string',
    values: {
      closed: false,
      isComplete: true,
      unlisted: 'warning',
      refusal,
      provenance: fromReference,
      values: [{ value: 'internal' }, { value: 'external' }, { value: 'external_gte' }],
    },
  },
};

const noVersion = 'A creation takes no `version`. The document must not exist yet.';
const relation = { severity: 'warning', provenance: refusal } as const;
const isExternal = { name: 'version_type', pattern: '^external' } as const;

/** What the conditions on sequence numbers need of each other. */
export const sequenceRelations: readonly QueryRelation[] = [
  {
    ...relation,
    name: 'if_seq_no',
    requires: { name: 'if_primary_term' },
    message: '`if_seq_no` needs `if_primary_term`.',
  },
  {
    ...relation,
    name: 'if_primary_term',
    requires: { name: 'if_seq_no' },
    message: '`if_primary_term` needs `if_seq_no`.',
  },
];

/** What the versions of a write need of each other. */
export const versionRelations: readonly QueryRelation[] = [
  ...sequenceRelations,
  {
    ...relation,
    name: 'version',
    requires: isExternal,
    message: '`version` needs an external `version_type`. Otherwise use `if_seq_no` and `if_primary_term`.',
  },
  { ...relation, ...isExternal, requires: { name: 'version' }, message: 'An external `version_type` needs `version`.' },
  {
    ...relation,
    name: 'if_seq_no',
    excludes: { name: 'version' },
    message: '`if_seq_no` must not be combined with `version`.',
  },
  {
    ...relation,
    name: 'op_type',
    pattern: '^create$',
    excludes: isExternal,
    message: 'A creation takes no external version.',
  },
  { ...relation, name: 'op_type', pattern: '^create$', excludes: { name: 'version' }, message: noVersion },
];

const creationRelations: readonly QueryRelation[] = [
  { ...relation, ...isExternal, message: 'A creation takes no external version.' },
  { ...relation, name: 'version', message: noVersion },
  { ...relation, name: 'if_seq_no', message: 'A creation takes no `if_seq_no`.' },
  { ...relation, name: 'op_type', pattern: '^index$', message: 'This operation only creates documents.' },
];

const writeQuery: readonly Field[] = [
  refresh,
  routing,
  timeout,
  pipeline,
  waitForActiveShards,
  requireAlias,
  field('version', ordinal, 'The version number of the document.', refusal),
  versionType,
  sourceOnError,
  ...writeConditions,
  {
    name: 'op_type',
    summary: 'Whether to replace an existing document or only create a new one.',
    provenance: fromReference,
    shape: {
      type: 'string',
      values: {
        closed: false,
        isComplete: true,
        unlisted: 'warning',
        exempt: '^(?:INDEX|CREATE)$',
        refusal,
        provenance: fromReference,
        values: [{ value: 'index' }, { value: 'create' }],
      },
    },
  },
  {
    name: 'require_data_stream',
    variesAs: 'require_data_stream',
    summary: 'Whether the name must be a data stream.',
    provenance: fromReference,
    default: 'false',
    bare: 'true',
    shape: flag,
  },
];

/** The number of shards that took part. */
export const shardCounts: ObjectShape = {
  type: 'object',
  name: 'shard counts',
  isOpen: true,
  fields: [
    field('total', wholeNumber, 'The number of shards in total.', fromFlattenedUsage),
    field('successful', wholeNumber, 'The number of shards that succeeded.', fromFlattenedUsage),
    {
      name: 'skipped',
      summary: 'The number of shards that were skipped because they cannot contain a match.',
      provenance: fromFlattenedUsage,
      shape: wholeNumber,
    },
    field('failed', wholeNumber, 'The number of shards that failed.', fromFlattenedUsage),
  ],
};

/** The response about one written document. */
export const writeResult: ObjectShape = {
  type: 'object',
  name: 'result of a write',
  isOpen: true,
  fields: [
    field('_index', text, 'The index of the document.', fromReference),
    field('_id', text, 'The id of the document.', fromReference),
    field('_version', wholeNumber, 'The version of the document. Every write increases it.', fromReference),
    {
      name: 'result',
      summary: 'The result of the write.',
      provenance: fromReference,
      shape: {
        type: 'string',
        values: {
          closed: false,
          provenance: fromReference,
          values: [
            { value: 'created' },
            { value: 'updated' },
            { value: 'deleted' },
            { value: 'not_found' },
            { value: 'noop' },
          ],
        },
      },
    },
    field('_shards', shardCounts, 'The shards that took part in the write.', fromReference),
    field('_seq_no', anyNumber, 'The sequence number of the write.', fromReference),
    field('_primary_term', anyNumber, 'The primary term of the write.', fromReference),
  ],
};

const responses: readonly ResponseSpec[] = [
  { status: 200, summary: 'The document was replaced.', shape: writeResult, provenance: fromReference },
  { status: 201, summary: 'The document was created.', shape: writeResult, provenance: fromReference },
  { status: 400, summary: 'The document does not fit the mapping.', provenance: fromReference },
  { status: 409, summary: 'The document already exists, or has another version.', provenance: fromReference },
];

const depthNote = {
  message: 'A document that exceeds the depth limit of a flattened field leads to an error.',
  provenance: fromFlattenedUsage,
};

/** A document with any content. The mapping of its index describes its fields. */
export const anyDocument = undescribedObject('document');

/** A whole document. Names of fields that the mapping cannot have are refused. */
const wholeDocument: ObjectShape = {
  ...anyDocument,
  constraints: [
    unsuitable(
      `^(?:${[...metadataFields].filter((name) => !writtenMetadataFields.has(name)).join('|')})$`,
      'The server defines this field itself. A document cannot contain it.',
      refusal,
      { ofKeys: true },
    ),
    warning('unsuitable-text', { ofKeys: true, ...blankName }, refusal),
  ],
};

const common = {
  service: 'search-cluster',
  indexEffect: 'write',
  notes: [depthNote],
  responses,
  body: { shape: wholeDocument, required: true, provenance: fromFlattenedUsage },
} as const satisfies Partial<Operation>;

/** The operations on single documents. */
export const documentOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.document.put',
    title: 'Index a document',
    summary: 'Stores a document under an id. It replaces an existing document with this id.',
    provenance: fromFlattenedUsage,
    methods: ['POST', 'PUT'],
    path: '/{index}/_doc/{id}',
    parameters: { path: [writtenIndexName, documentId], query: writeQuery },
    queryRelations: versionRelations,
    reference: { text: '`PUT` does the same as the documented `POST`. It is the usual method.', source: specification },
  },
  {
    ...common,
    id: 'search-cluster.document.add',
    title: 'Index a document without an id',
    summary: 'Stores a document under a new id that the service generates.',
    provenance: fromReference,
    methods: ['POST'],
    path: '/{index}/_doc',
    parameters: { path: [writtenIndexName], query: writeQuery },
    queryRelations: versionRelations,
  },
  {
    ...common,
    id: 'search-cluster.document.create',
    title: 'Create a document',
    summary: 'Stores a document under an id that must not exist yet.',
    provenance: fromReference,
    methods: ['PUT', 'POST'],
    path: '/{index}/_create/{id}',
    parameters: { path: [writtenIndexName, documentId], query: writeQuery },
    queryRelations: creationRelations,
  },
];
