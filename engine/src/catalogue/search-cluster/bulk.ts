import type { BodyAction, Field, ObjectShape, Operation, Shape } from '../model';
import { refused } from '../provenance';
import { anything, anyNumber, flag, text, undescribedObject, wholeNumber } from '../shapes';
import { anyDocument, versionType, writeConditions, writeResult } from './document';
import { besideFlattened, fromFlattenedUsage } from './flattened-sources';
import {
  writtenIndexName,
  pipeline,
  refresh,
  requireAlias,
  routing,
  timeout,
  waitForActiveShards,
} from './index-parameters';
import { serverSource, specification } from './sources';

const beside = besideFlattened(specification);
const refusal = refused(besideFlattened(serverSource));

/** Servers read any plain value as text here, and null as nothing. */
const identifier: Shape = { type: 'choice', options: [text, anyNumber, { ...flag }, { type: 'null' }] };

const metadata: readonly Field[] = [
  {
    name: '_index',
    role: 'target-index',
    summary: 'The index of the document; needed when the path names none.',
    provenance: beside,
    shape: text,
  },
  {
    name: '_id',
    summary: 'The id of the document; left out, the service makes one.',
    provenance: beside,
    shape: identifier,
    example: '"$1"',
  },
  {
    name: 'routing',
    aliases: ['_routing'],
    summary: 'The value that chooses the shard, in place of the id.',
    provenance: beside,
    shape: identifier,
    example: '"$1"',
  },
  { name: 'pipeline', summary: 'The ingest pipeline of this document.', provenance: beside, shape: text },
  {
    name: 'require_alias',
    summary: 'Whether the name must be that of an alias.',
    provenance: beside,
    default: 'false',
    shape: flag,
  },
  {
    name: 'dynamic_templates',
    summary: 'The dynamic template of each new field, by the field’s path.',
    provenance: beside,
    shape: undescribedObject('dynamic templates'),
  },
  ...writeConditions,
  {
    name: 'version',
    aliases: ['_version'],
    summary: 'The version that the document gets.',
    provenance: beside,
    shape: anyNumber,
  },
  // In a body, a default is JSON text.
  { ...versionType, aliases: ['_version_type'], default: JSON.stringify(versionType.default) },
  {
    name: 'retry_on_conflict',
    aliases: ['_retry_on_conflict'],
    summary: 'How often an update is tried again after a conflict.',
    provenance: beside,
    shape: wholeNumber,
  },
  {
    name: '_source',
    summary: 'What of a changed document is answered.',
    provenance: besideFlattened(serverSource),
    shape: anything,
  },
  {
    name: 'require_data_stream',
    summary: 'Whether the name must be that of a data stream.',
    provenance: beside,
    default: 'false',
    shape: flag,
  },
  {
    name: 'list_executed_pipelines',
    summary: 'Whether the answer names the ingest pipelines that ran.',
    provenance: besideFlattened(serverSource),
    default: 'false',
    shape: flag,
  },
  {
    name: '_type',
    summary: 'The mapping type, which versions before 8 know.',
    provenance: besideFlattened(serverSource),
    shape: anything,
  },
  {
    name: 'op_type',
    summary: 'Whether an existing document may be replaced.',
    provenance: besideFlattened(serverSource),
    shape: text,
  },
];

function actionObject(name: string): ObjectShape {
  return { type: 'object', name: `${name} action`, fields: metadata, unlisted: 'information', refusal };
}

const actionLine: ObjectShape = {
  type: 'object',
  name: 'action line',
  unlisted: 'information',
  refusal,
  fields: [
    {
      name: 'index',
      summary: 'Stores the document of the next line, in place of one that is there already.',
      provenance: beside,
      shape: actionObject('index'),
      example: '{}',
    },
    {
      name: 'create',
      summary: 'Stores the document of the next line under an id that must be free.',
      provenance: beside,
      shape: actionObject('create'),
      example: '{}',
    },
    {
      name: 'update',
      summary: 'Changes a document as the next line says.',
      provenance: beside,
      shape: actionObject('update'),
      example: '{ "_id": "$1" }',
    },
    {
      name: 'delete',
      summary: 'Deletes a document; no line follows.',
      provenance: beside,
      shape: actionObject('delete'),
      example: '{ "_id": "$1" }',
    },
  ],
};

const updateLine: ObjectShape = {
  type: 'object',
  name: 'update line',
  unlisted: 'information',
  refusal,
  fields: [
    {
      name: 'doc',
      role: 'partial-document',
      summary: 'The members to change.',
      provenance: beside,
      shape: anyDocument,
    },
    {
      name: 'doc_as_upsert',
      summary: 'Whether `doc` is stored when there is no document yet.',
      provenance: beside,
      default: 'false',
      shape: flag,
    },
    {
      name: 'upsert',
      summary: 'What is stored when there is no document yet.',
      provenance: beside,
      shape: anyDocument,
    },
    { name: 'script', summary: 'The script that changes the document.', provenance: beside, shape: anything },
    {
      name: 'scripted_upsert',
      summary: 'Whether the script runs also when there is no document yet.',
      provenance: beside,
      default: 'false',
      shape: flag,
    },
    {
      name: 'detect_noop',
      summary: 'Whether an update that changes nothing is left out.',
      provenance: beside,
      default: 'true',
      shape: flag,
    },
    { name: '_source', summary: 'What of the changed document is answered.', provenance: beside, shape: anything },
    { name: 'lang', summary: 'The language of the script.', provenance: beside, shape: text },
    { name: 'params', summary: 'The parameters of the script.', provenance: beside, shape: anything },
  ],
};

/** The actions of a bulk body. */
export const bulkActions: readonly BodyAction[] = [
  { name: 'index', document: { type: 'any' } },
  { name: 'create', document: { type: 'any' } },
  { name: 'update', document: updateLine },
  { name: 'delete' },
];

const bulkResult: ObjectShape = {
  type: 'object',
  name: 'result of the lines',
  isOpen: true,
  fields: [
    { name: 'took', summary: 'How long it took, in milliseconds.', provenance: beside, shape: anyNumber },
    { name: 'errors', summary: 'Whether some line failed.', provenance: beside, shape: flag },
    {
      name: 'items',
      summary: 'The result of each action, in their order.',
      provenance: beside,
      shape: {
        type: 'array',
        items: {
          type: 'object',
          name: 'result of an action',
          fields: [],
          entries: { keyName: 'action', summary: 'The action and its result.', shape: writeResult },
        },
      },
    },
  ],
};

const common = {
  service: 'search-cluster',
  indexEffect: 'write',
  responses: [
    {
      status: 200,
      summary: 'All lines were read; whether each worked stands in `items`.',
      shape: bulkResult,
      provenance: beside,
    },
    { status: 400, summary: 'The lines could not be read.', provenance: beside },
  ],
  notes: [
    {
      message: 'One JSON object a line: an action, and below it the document that it needs.',
      provenance: fromFlattenedUsage,
    },
    { message: 'The last line ends with a line end, too; Rulebook adds it when it sends.', provenance: beside },
  ],
  body: { shape: actionLine, required: true, provenance: fromFlattenedUsage, actions: bulkActions },
} as const satisfies Partial<Operation>;

const query: readonly Field[] = [
  refresh,
  routing,
  timeout,
  pipeline,
  waitForActiveShards,
  requireAlias,
  { name: '_source', summary: 'What of changed documents is answered.', provenance: beside, shape: text },
];

/** The operations on many documents at once. */
export const bulkOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.document.bulk',
    title: 'Index several documents',
    summary: 'Stores, changes and deletes many documents of an index by one request.',
    provenance: fromFlattenedUsage,
    methods: ['POST', 'PUT'],
    path: '/{index}/_bulk',
    parameters: { path: [writtenIndexName], query },
    reference: { text: '`PUT` does the same as the documented `POST`.', source: specification },
  },
  {
    ...common,
    id: 'search-cluster.bulk',
    title: 'Index documents of several indices',
    summary: 'Stores, changes and deletes many documents; each action names its index.',
    provenance: beside,
    methods: ['POST', 'PUT'],
    path: '/_bulk',
    parameters: { path: [], query },
  },
];
