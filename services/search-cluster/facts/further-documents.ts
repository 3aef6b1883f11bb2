import { field, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import { anything, anyNumber, flag, text, wholeNumber } from '@rulebook/catalogue/shapes';
import { refused } from '@rulebook/catalogue/provenance';
import { sourceQuery } from './bulk';
import { updateLine } from './update-line';
import { sequenceRelations, writeConditions, writeResult } from './document';
import {
  documentId,
  indexName,
  refresh,
  requireAlias,
  routing,
  timeout,
  waitForActiveShards,
  writtenIndexName,
} from './indices/index-parameters';
import { referenceOnFlattened } from './mappings/flattened-sources';
import { typeOfDocuments } from './search/misplaced-queries';
import { serverSource, specification, textBehind } from './sources';

const fromReference = referenceOnFlattened(specification);
const refusal = refused(referenceOnFlattened(serverSource));

/** Servers read any number or boolean as a string here. */
const identifier: Shape = { type: 'choice', options: [text, anyNumber, flag] };

function wanted(needsIndex: boolean): ObjectShape {
  const fields: readonly Field[] = [
    {
      name: '_id',
      summary: 'The id of the document.',
      provenance: refusal,
      required: { severity: 'warning', provenance: refusal },
      shape: identifier,
    },
    {
      name: '_index',
      summary: 'The index of the document. Required if the path has no index.',
      provenance: fromReference,
      shape: text,
      ...(needsIndex && { required: { severity: 'warning', provenance: refusal } }),
    },
    field('routing', identifier, 'The value that selected the shard.', fromReference),
    field('_source', anything, 'The members of the document that the response has.', fromReference),
    field('stored_fields', anything, 'The stored fields that the response has.', fromReference),
    field('version', wholeNumber, 'The version that the document must have.', fromReference),
    field('version_type', text, 'The type of versioning.', fromReference),
  ];
  return {
    type: 'object',
    name: 'wanted document',
    isComplete: true,
    unlisted: 'warning',
    refusal,
    misplaced: [typeOfDocuments],
    fields,
  };
}

function list(needsIndex: boolean): ObjectShape {
  const atLeastOne = warning('item-count', { minimum: 1 }, refusal);
  const ids: Field = {
    name: 'ids',
    summary: 'The ids of the documents, if the path has their index.',
    provenance: refusal,
    shape: { type: 'array', items: identifier, constraints: [atLeastOne] },
  };
  const docs: Field = {
    name: 'docs',
    summary: 'The documents to read.',
    provenance: refusal,
    shape: { type: 'array', items: wanted(needsIndex), constraints: [atLeastOne] },
  };
  return {
    type: 'object',
    name: 'list of documents',
    isComplete: true,
    unlisted: 'warning',
    refusal,
    provenance: refusal,
    fields: needsIndex ? [docs] : [docs, ids],
    ...(needsIndex && {
      misplaced: [
        {
          names: ['ids'],
          severity: 'warning',
          message: 'The path has no index of these ids. Name the index in the path, or list the documents in `docs`.',
          provenance: refusal,
        },
      ],
    }),
    constraints: [warning('member-count', { minimum: 1, fields: needsIndex ? ['docs'] : ['docs', 'ids'] }, refusal)],
  };
}

const updateQuery: readonly Field[] = [
  field('retry_on_conflict', wholeNumber, 'How often to try again after a conflict.', refusal, { default: '0' }),
  {
    name: 'doc_as_upsert',
    summary: 'Whether to store `doc` if the document does not exist.',
    provenance: referenceOnFlattened(serverSource),
    default: 'false',
    bare: 'true',
    shape: flag,
  },
];

const readQuery: readonly Field[] = [
  ...sourceQuery,
  routing,
  ...['preference', 'stored_fields'].map((name) => ({
    name,
    summary: name === 'preference' ? 'The copies of the shard to read from.' : 'The stored fields to read.',
    provenance: fromReference,
    shape: text,
  })),
  ...['realtime', 'refresh'].map((name) => ({
    name,
    summary:
      name === 'realtime' ? 'Whether to read changes that searches do not see yet.' : 'Whether to refresh first.',
    provenance: fromReference,
    default: name === 'realtime' ? 'true' : 'false',
    bare: 'true',
    shape: flag,
  })),
];

const reading = {
  service: 'search-cluster',
  provenance: fromReference,
  methods: ['GET', 'POST'],
  responses: [{ status: 200, summary: 'The documents, in the order of the request.', provenance: fromReference }],
  notes: [],
} as const satisfies Partial<Operation>;

/** Updates of documents, and reading several of them. */
export const furtherDocumentOperations: readonly Operation[] = [
  {
    id: 'search-cluster.document.update',
    service: 'search-cluster',
    title: 'Update a document',
    indexEffect: 'write',
    summary: 'Changes members of a document, or stores it if it does not exist.',
    provenance: fromReference,
    methods: ['POST'],
    path: '/{index}/_update/{id}',
    parameters: {
      path: [writtenIndexName, documentId],
      query: [
        refresh,
        routing,
        timeout,
        waitForActiveShards,
        requireAlias,
        ...sourceQuery,
        ...updateQuery,
        ...writeConditions,
      ],
    },
    queryRelations: [
      ...sequenceRelations,
      {
        name: 'if_seq_no',
        excludes: { name: 'retry_on_conflict', pattern: '^[1-9]' },
        message: 'An update with `if_seq_no` cannot be tried again.',
        severity: 'warning',
        provenance: refusal,
      },
      {
        name: 'lang',
        message:
          'Servers refuse `lang` here, although the public specification lists it. Name the language in `script`.',
        severity: 'warning',
        provenance: refusal,
      },
    ],
    body: { shape: updateLine, required: true, provenance: fromReference, textBehind },
    responses: [
      { status: 200, summary: 'The document was updated.', shape: writeResult, provenance: fromReference },
      { status: 404, summary: 'There is no such document.', provenance: fromReference },
      { status: 409, summary: 'The document was changed in the meantime.', provenance: fromReference },
    ],
    notes: [],
  },
  {
    ...reading,
    id: 'search-cluster.document.several',
    title: 'Read several documents of an index',
    summary: 'Reads documents of an index by their ids.',
    path: '/{index}/_mget',
    parameters: { path: [indexName], query: readQuery },
    body: { shape: list(false), required: true, provenance: fromReference, textBehind },
  },
  {
    ...reading,
    id: 'search-cluster.document.several-anywhere',
    title: 'Read several documents',
    summary: 'Reads documents of several indices by their ids.',
    path: '/_mget',
    parameters: { path: [], query: readQuery },
    body: { shape: list(true), required: true, provenance: fromReference, textBehind },
  },
];
