import { warning } from '@rulebook/catalogue/makers';
import type { BodyAction, Operation } from '@rulebook/catalogue/operation';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, MisplacedField, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import { refused, refusedIf } from '@rulebook/catalogue/provenance';
import type { BehaviourName } from './behaviours';
import { anything, anyNumber, flag, text, undescribedObject, wholeNumber } from '@rulebook/catalogue/shapes';
import { versionType, writeConditions, writeResult } from './document';
import { bulkActionPrivileges } from './security/operation-privileges';
import { referenceOnFlattened, fromFlattenedUsage } from './mappings/flattened-sources';
import {
  writtenIndexName,
  pipeline,
  refresh,
  requireAlias,
  routing,
  sourceOnError,
  timeout,
  waitForActiveShards,
} from './indices/index-parameters';
import { typeOfDocuments } from './search/misplaced-queries';
import { serverSource, specification } from './sources';
import { updateLine } from './update-line';

const fromReference = referenceOnFlattened(specification);
const refusal = refused(referenceOnFlattened(serverSource));

/** An id has at most so many bytes. */
const limitedText: TextShape = {
  ...text,
  constraints: [warning('length-limit', { maximum: 512, unit: 'byte' }, refusal)],
};

/** Servers read any number or boolean as a string here, and null as absent. */
const identifier: Shape = { type: 'choice', options: [text, anyNumber, { ...flag }, { type: 'null' }] };
const documentIdentifier: Shape = { type: 'choice', options: [limitedText, anyNumber, { ...flag }, { type: 'null' }] };

const metadata: readonly Field[] = [
  {
    name: '_index',
    role: 'target-index',
    summary: 'The index of the document. Required if the path has no index.',
    provenance: fromReference,
    shape: text,
  },
  {
    name: '_id',
    summary: 'The id of the document. Without it, the service generates one.',
    provenance: fromReference,
    shape: documentIdentifier,
    example: '"$1"',
  },
  {
    name: 'routing',
    summary: 'The value that selects the shard, instead of the id.',
    provenance: fromReference,
    shape: identifier,
    example: '"$1"',
  },
  {
    name: 'pipeline',
    summary: 'The ingest pipeline that processes this document first.',
    provenance: fromReference,
    shape: text,
  },
  {
    name: 'require_alias',
    summary: 'Whether the name must be an alias.',
    provenance: fromReference,
    default: 'false',
    shape: flag,
  },
  {
    name: 'dynamic_templates',
    summary: 'The dynamic templates of new fields, by the path of the field.',
    provenance: fromReference,
    shape: undescribedObject('dynamic templates'),
  },
  ...writeConditions,
  {
    name: 'version',
    summary: 'The version number of the document.',
    provenance: fromReference,
    shape: anyNumber,
  },
  // In a body, a default is JSON text.
  { ...versionType, default: JSON.stringify(versionType.default) },
  {
    name: 'retry_on_conflict',
    summary: 'The maximum number of retries of an update after a conflict.',
    provenance: fromReference,
    shape: wholeNumber,
  },
  {
    name: '_source',
    summary: 'The fields of the changed document that the response includes.',
    provenance: referenceOnFlattened(serverSource),
    shape: anything,
  },
  {
    name: 'require_data_stream',
    variesAs: 'require_data_stream',
    summary: 'Whether the name must be a data stream.',
    provenance: fromReference,
    default: 'false',
    shape: flag,
  },
  {
    name: 'list_executed_pipelines',
    variesAs: 'list_executed_pipelines',
    summary: 'Whether the response lists the ingest pipelines that ran.',
    provenance: referenceOnFlattened(serverSource),
    default: 'false',
    shape: flag,
  },
  {
    name: 'op_type',
    summary: 'Whether to replace an existing document or only create a new one.',
    provenance: referenceOnFlattened(serverSource),
    shape: text,
  },
];

const required = { severity: 'warning', provenance: refusal } as const;

/** Names that began with an underscore before version 8. */
const formerNames: readonly MisplacedField[] = ['routing', 'version', 'version_type', 'retry_on_conflict'].map(
  (name) => ({
    names: [`_${name}`],
    severity: 'warning',
    message: `\`_${name}\` was removed in version 8.0. Use \`${name}\`.`,
    removed: '8.0',
    provenance: refusal,
    fix: { kind: 'rename', to: name },
  }),
);

const conditionsOfAction: readonly Constraint[] = [
  ['if_seq_no', 'if_primary_term'],
  ['if_primary_term', 'if_seq_no'],
  ['version', 'version_type'],
].map(([field = '', ...requires]) => warning('dependent-field', { field, requires }, refusal));

type Needs = '_id' | '_index';

function actionObject(name: string, ...needs: readonly Needs[]): ObjectShape {
  return {
    type: 'object',
    name: `${name} action`,
    fields: metadata.map((field) => (needs.some((need) => need === field.name) ? { ...field, required } : field)),
    unlisted: 'warning',
    refusal,
    misplaced: [typeOfDocuments, ...formerNames],
    constraints: conditionsOfAction,
  };
}

const exampleOf = (...needs: readonly Needs[]): string =>
  needs.length === 0 ? '{}' : `{ ${needs.map((name, at) => `"${name}": "${stopOf(name, at + 1)}"`).join(', ')} }`;

/** Returns a stop of a snippet; that of an index has the text of paths. */
const stopOf = (name: Needs, at: number): string => (name === '_index' ? `\${${String(at)}:index}` : `$${String(at)}`);

/** Returns the shape of an action line; without an index in the path, each action names its own. */
const actionLine = (...needs: readonly Needs[]): ObjectShape => ({
  type: 'object',
  name: 'action line',
  unlisted: 'information',
  refusal,
  constraints: [
    warning(
      'member-count',
      { minimum: 1, maximum: 1, fields: ['index', 'create', 'update', 'delete'] },
      refusedIf(referenceOnFlattened(serverSource), 'single-actions' satisfies BehaviourName),
    ),
  ],
  fields: [
    {
      name: 'index',
      summary: 'Stores the document on the next line. It replaces an existing document with the same id.',
      provenance: fromReference,
      shape: actionObject('index', ...needs),
      example: exampleOf(...needs),
    },
    {
      name: 'create',
      summary: 'Stores the document on the next line under an id that must not exist yet.',
      provenance: fromReference,
      shape: actionObject('create', ...needs),
      example: exampleOf(...needs),
    },
    {
      name: 'update',
      summary: 'Updates a document. The next line contains the changes.',
      provenance: fromReference,
      shape: actionObject('update', '_id', ...needs),
      example: exampleOf(...needs, '_id'),
    },
    {
      name: 'delete',
      summary: 'Deletes a document. No second line follows.',
      provenance: fromReference,
      shape: actionObject('delete', '_id', ...needs),
      example: exampleOf(...needs, '_id'),
    },
  ],
});

/** The actions of a bulk body. */
export const bulkActions: readonly BodyAction[] = [
  { name: 'index', document: { type: 'any' }, need: bulkActionPrivileges.index },
  { name: 'create', document: { type: 'any' }, need: bulkActionPrivileges.create },
  { name: 'update', document: updateLine, need: bulkActionPrivileges.update },
  { name: 'delete', loss: { noun: 'document', provenance: fromReference }, need: bulkActionPrivileges.delete },
];

const bulkResult: ObjectShape = {
  type: 'object',
  name: 'bulk response',
  isOpen: true,
  fields: [
    { name: 'took', summary: 'The duration in milliseconds.', provenance: fromReference, shape: anyNumber },
    { name: 'errors', summary: 'Whether at least one action failed.', provenance: fromReference, shape: flag },
    {
      name: 'items',
      summary: 'The results of the actions, in the order of the request.',
      provenance: fromReference,
      shape: {
        type: 'array',
        items: {
          type: 'object',
          name: 'result of an action',
          fields: [],
          entries: { keyName: 'action', summary: 'The result of the action.', shape: writeResult },
        },
      },
    },
  ],
};

const body = { required: true, provenance: fromFlattenedUsage, actions: bulkActions } as const;

const common = {
  service: 'search-cluster',
  indexEffect: 'write',
  responses: [
    {
      status: 200,
      summary: 'The service read all lines. `items` contains the result of each action.',
      shape: bulkResult,
      provenance: fromReference,
    },
    { status: 400, summary: 'The service could not read the lines.', provenance: fromReference },
  ],
  notes: [
    {
      message: 'Write one JSON object on each line: an action, then the document that it needs.',
      provenance: fromFlattenedUsage,
    },
    {
      message: 'The last line must also end with a line break. Rulebook adds it when it sends the request.',
      provenance: fromReference,
    },
  ],
  body: { ...body, shape: actionLine() },
} as const satisfies Partial<Operation>;

/** The members of changed documents that a response has. */
export const sourceQuery: readonly Field[] = [
  {
    name: '_source',
    summary: 'The fields of changed documents that the response includes.',
    provenance: fromReference,
    shape: text,
  },
  {
    name: '_source_includes',
    summary: 'The source fields of changed documents to include.',
    provenance: fromReference,
    shape: text,
  },
  {
    name: '_source_excludes',
    summary: 'The source fields of changed documents to exclude.',
    provenance: fromReference,
    shape: text,
  },
];

const query: readonly Field[] = [
  refresh,
  routing,
  timeout,
  pipeline,
  waitForActiveShards,
  requireAlias,
  ...sourceQuery,
  {
    name: 'list_executed_pipelines',
    variesAs: 'list_executed_pipelines',
    summary: 'Whether the response lists the pipelines that ran.',
    provenance: fromReference,
    bare: 'true',
    shape: flag,
  },
  {
    name: 'require_data_stream',
    variesAs: 'require_data_stream',
    summary: 'Whether the target of each action must be a data stream.',
    provenance: fromReference,
    bare: 'true',
    shape: flag,
  },
  sourceOnError,
];

/** The operations on many documents at once. */
export const bulkOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.document.bulk',
    title: 'Run bulk actions on an index',
    summary: 'Stores, updates and deletes many documents of an index in one request.',
    provenance: fromFlattenedUsage,
    methods: ['POST', 'PUT'],
    path: '/{index}/_bulk',
    parameters: { path: [writtenIndexName], query },
    reference: { text: '`PUT` does the same as the documented `POST`.', source: specification },
  },
  {
    ...common,
    id: 'search-cluster.bulk',
    title: 'Run bulk actions on several indices',
    summary: 'Stores, updates and deletes many documents. Each action names its index.',
    provenance: fromReference,
    methods: ['POST', 'PUT'],
    path: '/_bulk',
    parameters: { path: [], query },
    body: { ...body, shape: actionLine('_index') },
  },
];
