import type { Field, ObjectShape, Operation, ResponseSpec } from '../model';
import { anyNumber, flag, text, undescribedObject, wholeNumber } from '../shapes';
import { besideFlattened, fromFlattenedUsage } from './flattened-sources';
import {
  documentId,
  writtenIndexName,
  pipeline,
  refresh,
  requireAlias,
  routing,
  timeout,
  waitForActiveShards,
} from './index-parameters';
import { specification } from './sources';

const beside = besideFlattened(specification);

/** On what a write of a document depends, as a query parameter and in a bulk action. */
export const writeConditions: readonly Field[] = [
  {
    name: 'if_seq_no',
    summary: 'Writes only while the document has this sequence number.',
    provenance: beside,
    shape: wholeNumber,
  },
  {
    name: 'if_primary_term',
    summary: 'Writes only while the document has this primary term.',
    provenance: beside,
    shape: wholeNumber,
  },
];

/** Who counts the versions of a document. */
export const versionType: Field = {
  name: 'version_type',
  summary: 'Who counts the versions.',
  provenance: beside,
  default: 'internal',
  shape: {
    type: 'string',
    values: {
      closed: false,
      provenance: beside,
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
  { name: 'version', summary: 'The version that the document gets.', provenance: beside, shape: wholeNumber },
  versionType,
  ...writeConditions,
  {
    name: 'op_type',
    summary: 'Whether an existing document may be replaced.',
    provenance: beside,
    shape: {
      type: 'string',
      values: { closed: false, provenance: beside, values: [{ value: 'index' }, { value: 'create' }] },
    },
  },
  {
    name: 'require_data_stream',
    summary: 'Whether the name must be that of a data stream.',
    provenance: beside,
    default: 'false',
    bare: 'true',
    shape: flag,
  },
];

/** How many copies of a shard took part. */
export const shardCounts: ObjectShape = {
  type: 'object',
  name: 'shard counts',
  isOpen: true,
  fields: [
    { name: 'total', summary: 'All shards that were asked.', provenance: fromFlattenedUsage, shape: wholeNumber },
    { name: 'successful', summary: 'Shards that answered.', provenance: fromFlattenedUsage, shape: wholeNumber },
    {
      name: 'skipped',
      summary: 'Shards that could not hold a hit, so were not asked.',
      provenance: fromFlattenedUsage,
      shape: wholeNumber,
    },
    { name: 'failed', summary: 'Shards that failed.', provenance: fromFlattenedUsage, shape: wholeNumber },
  ],
};

/** What is answered about one written document. */
export const writeResult: ObjectShape = {
  type: 'object',
  name: 'result of a write',
  isOpen: true,
  fields: [
    { name: '_index', summary: 'The index that holds the document.', provenance: beside, shape: text },
    { name: '_id', summary: 'The id of the document.', provenance: beside, shape: text },
    {
      name: '_version',
      summary: 'How often the document was written.',
      provenance: beside,
      shape: wholeNumber,
    },
    {
      name: 'result',
      summary: 'What happened.',
      provenance: beside,
      shape: {
        type: 'string',
        values: {
          closed: false,
          provenance: beside,
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
    { name: '_shards', summary: 'How many copies took part.', provenance: beside, shape: shardCounts },
    { name: '_seq_no', summary: 'The sequence number of the write.', provenance: beside, shape: anyNumber },
    { name: '_primary_term', summary: 'The primary term of the write.', provenance: beside, shape: anyNumber },
  ],
};

const responses: readonly ResponseSpec[] = [
  { status: 200, summary: 'The document was replaced.', shape: writeResult, provenance: beside },
  { status: 201, summary: 'The document was created.', shape: writeResult, provenance: beside },
  { status: 400, summary: 'The document does not fit the mapping.', provenance: beside },
  { status: 409, summary: 'The document exists already, or has another version.', provenance: beside },
];

const depthNote = {
  message: 'A document that goes deeper into a flattened field than its depth limit is answered with an error.',
  provenance: fromFlattenedUsage,
};

/** A document of any form; what its fields must be stands in the mapping of its index. */
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
    summary: 'Stores a document under an id, in place of one that is there already.',
    provenance: fromFlattenedUsage,
    methods: ['POST', 'PUT'],
    path: '/{index}/_doc/{id}',
    parameters: { path: [writtenIndexName, documentId], query: writeQuery },
    reference: { text: '`PUT` does the same as the documented `POST`, and is the usual form.', source: specification },
  },
  {
    ...common,
    id: 'search-cluster.document.add',
    title: 'Index a document under a new id',
    summary: 'Stores a document under an id that the service makes.',
    provenance: beside,
    methods: ['POST'],
    path: '/{index}/_doc',
    parameters: { path: [writtenIndexName], query: writeQuery },
  },
  {
    ...common,
    id: 'search-cluster.document.create',
    title: 'Create a document',
    summary: 'Stores a document under an id that must be free.',
    provenance: beside,
    methods: ['PUT', 'POST'],
    path: '/{index}/_create/{id}',
    parameters: { path: [writtenIndexName, documentId], query: writeQuery },
  },
];
