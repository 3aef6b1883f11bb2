import type { ObjectShape, Operation } from '../model';
import { refused } from '../provenance';
import { flag, text, undescribedObject } from '../shapes';
import { indexMapping } from './field-mapping';
import { besideFlattened, fromFlattenedField, fromFlattenedUsage, fromLimits } from './flattened-sources';
import { ignoreAbove, replicaCount, resultWindow, retentionLeasePeriod, shardCount } from './index-settings';
import { settingsObject } from './setting-names';
import { indexChoice, indexName, masterTimeout, newIndexName, timeout, waitForActiveShards } from './index-parameters';
import { serverSource, specification } from './sources';

const beside = besideFlattened(specification);

/** Servers answer that they do not know the key. */
const othersRefused = refused(besideFlattened(serverSource));

const createBody: ObjectShape = {
  type: 'object',
  name: 'index',
  refusal: othersRefused,
  misplaced: [
    {
      names: ['remote_cluster', 'leader_index'],
      severity: 'warning',
      message: 'This is a member of a follow request, which goes to `PUT /{index}/_ccr/follow`.',
      provenance: othersRefused,
    },
    {
      names: ['properties'],
      severity: 'warning',
      message: '`properties` stands in `mappings`.',
      provenance: othersRefused,
      fix: { kind: 'move-into', into: 'mappings' },
    },
    {
      names: ['number_of_shards', 'number_of_replicas'],
      severity: 'warning',
      message: 'This is a setting: it stands in `settings`.',
      provenance: othersRefused,
      fix: { kind: 'move-into', into: 'settings' },
    },
  ],
  fields: [
    {
      name: 'mappings',
      role: 'mapping',
      summary: 'The fields of the index.',
      provenance: fromFlattenedUsage,
      shape: indexMapping,
      example: '{\n  "properties": {\n    "${1:labels}": { "type": "${2:flattened}" }\n  }\n}',
    },
    {
      name: 'settings',
      summary: 'How the index is kept.',
      provenance: beside,
      shape: settingsObject('index settings', [
        retentionLeasePeriod,
        shardCount,
        replicaCount,
        resultWindow,
        ignoreAbove,
      ]),
    },
    {
      name: 'aliases',
      summary: 'Further names of the index.',
      provenance: beside,
      shape: undescribedObject('aliases'),
    },
  ],
};

const created: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [
    { name: 'acknowledged', summary: 'Whether the cluster has taken note.', provenance: beside, shape: flag },
    {
      name: 'shards_acknowledged',
      summary: 'Whether enough copies of the shards were there in time.',
      provenance: beside,
      shape: flag,
    },
    { name: 'index', summary: 'The name of the index.', provenance: beside, shape: text },
  ],
};

const acknowledged: ObjectShape = { ...created, fields: created.fields.slice(0, 1) };

const typeNotes: Operation['notes'] = [
  {
    message:
      'A flattened field makes one entry of the mapping for a whole object; its leaves are keywords, without numbers or dates.',
    provenance: fromFlattenedField,
  },
  { message: 'Flattened fields are not made for whole documents.', provenance: fromFlattenedUsage },
  {
    message: 'How deep a flattened field may go is limited; the length of its leaves is not, unless you set it.',
    provenance: fromLimits,
  },
];

const putMapping = {
  service: 'search-cluster',
  title: 'Add fields to an index',
  summary: 'Adds fields to the mapping of an index, and changes those parameters that can be changed.',
  provenance: beside,
  parameters: {
    path: [indexName],
    query: [
      timeout,
      masterTimeout,
      {
        name: 'write_index_only',
        summary: 'Whether only the index that an alias writes to is changed.',
        provenance: beside,
        default: 'false',
        bare: 'true',
        shape: flag,
      },
      ...indexChoice,
    ],
  },
  body: { shape: indexMapping, required: true, provenance: beside },
  responses: [
    { status: 200, summary: 'The mapping was changed.', shape: acknowledged, provenance: beside },
    { status: 400, summary: 'The mapping was refused.', provenance: beside },
  ],
  notes: typeNotes,
} as const satisfies Partial<Operation>;

/** The operations on indices and their mappings. */
export const indexOperations: readonly Operation[] = [
  {
    id: 'search-cluster.index.create',
    service: 'search-cluster',
    title: 'Create an index',
    summary: 'Creates an index, with the mapping of its fields.',
    provenance: fromFlattenedUsage,
    methods: ['PUT'],
    indexEffect: 'create',
    path: '/{index}',
    parameters: { path: [newIndexName], query: [waitForActiveShards, timeout, masterTimeout] },
    body: { shape: createBody, provenance: fromFlattenedUsage },
    responses: [
      { status: 200, summary: 'The index was created.', shape: created, provenance: beside },
      { status: 400, summary: 'The index exists already, or its mapping was refused.', provenance: beside },
    ],
    notes: typeNotes,
  },
  {
    ...putMapping,
    id: 'search-cluster.index.mapping',
    indexEffect: 'map',
    methods: ['PUT', 'POST'],
    path: '/{index}/_mapping',
  },
];
