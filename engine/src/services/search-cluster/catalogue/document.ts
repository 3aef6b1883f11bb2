import type { Field, ObjectShape } from '../../../catalogue/shape';
import type { Operation, ResponseSpec } from '../../../catalogue/operation';
import { anyNumber, flag, text, undescribedObject, wholeNumber } from '../../../catalogue/shapes';
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
import { specification } from './sources';

const fromReference = referenceOnFlattened(specification);

/** The conditions of a write, as query parameters and in bulk actions. */
export const writeConditions: readonly Field[] = [
  {
    name: 'if_seq_no',
    summary: 'Write only if the document has this sequence number.',
    provenance: fromReference,
    shape: wholeNumber,
  },
  {
    name: 'if_primary_term',
    summary: 'Write only if the document has this primary term.',
    provenance: fromReference,
    shape: wholeNumber,
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
      provenance: fromReference,
      values: [{ value: 'internal' }, { value: 'external' }, { value: 'external_gte' }],
    },
  },
};

const writeQuery: readonly Field[] = [
  refresh,
  routing,
  timeout,
  pipeline,
  waitForActiveShards,
  requireAlias,
  { name: 'version', summary: 'The version number of the document.', provenance: fromReference, shape: wholeNumber },
  versionType,
  sourceOnError,
  ...writeConditions,
  {
    name: 'op_type',
    summary: 'Whether to replace an existing document or only create a new one.',
    provenance: fromReference,
    shape: {
      type: 'string',
      values: { closed: false, provenance: fromReference, values: [{ value: 'index' }, { value: 'create' }] },
    },
  },
  {
    name: 'require_data_stream',
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
    { name: 'total', summary: 'The number of shards in total.', provenance: fromFlattenedUsage, shape: wholeNumber },
    {
      name: 'successful',
      summary: 'The number of shards that succeeded.',
      provenance: fromFlattenedUsage,
      shape: wholeNumber,
    },
    {
      name: 'skipped',
      summary: 'The number of shards that were skipped because they cannot contain a match.',
      provenance: fromFlattenedUsage,
      shape: wholeNumber,
    },
    {
      name: 'failed',
      summary: 'The number of shards that failed.',
      provenance: fromFlattenedUsage,
      shape: wholeNumber,
    },
  ],
};

/** The response about one written document. */
export const writeResult: ObjectShape = {
  type: 'object',
  name: 'result of a write',
  isOpen: true,
  fields: [
    { name: '_index', summary: 'The index of the document.', provenance: fromReference, shape: text },
    { name: '_id', summary: 'The id of the document.', provenance: fromReference, shape: text },
    {
      name: '_version',
      summary: 'The version of the document. Every write increases it.',
      provenance: fromReference,
      shape: wholeNumber,
    },
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
    {
      name: '_shards',
      summary: 'The shards that took part in the write.',
      provenance: fromReference,
      shape: shardCounts,
    },
    { name: '_seq_no', summary: 'The sequence number of the write.', provenance: fromReference, shape: anyNumber },
    { name: '_primary_term', summary: 'The primary term of the write.', provenance: fromReference, shape: anyNumber },
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

const common = {
  service: 'search-cluster',
  indexEffect: 'write',
  notes: [depthNote],
  responses,
  body: { shape: anyDocument, required: true, provenance: fromFlattenedUsage },
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
  },
];
