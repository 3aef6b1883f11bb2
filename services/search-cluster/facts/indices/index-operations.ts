import { field } from '@rulebook/catalogue/makers';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import { refused, refusedIf } from '@rulebook/catalogue/provenance';
import type { BehaviourName } from '../behaviours';
import { flag, text } from '@rulebook/catalogue/shapes';
import { indexMapping } from '../mappings/field-mapping';
import {
  referenceOnFlattened,
  fromFlattenedField,
  fromFlattenedUsage,
  fromLimits,
} from '../mappings/flattened-sources';
import { newAliases } from './alias-operations';
import { changeBody, indexSettings } from './index-setting-objects';
import { longestMetadataName } from '../mappings/metadata-fields';
import { similarityTypes, staticSettings } from './fixed-settings';
import { depthLimit, fieldLimit, nameLimit, resultWindow, termLimit } from './index-settings';
import { fromSettingsPage, settingsRefused } from './setting-values';
import {
  indexChoice,
  listedIndexName,
  masterTimeout,
  newIndexName,
  timeout,
  waitForActiveShards,
} from './index-parameters';
import { serverSource, specification, textBehind } from '../sources';

const fromReference = referenceOnFlattened(specification);

/** Servers refuse unknown keys. */
const othersRefused = refused(referenceOnFlattened(serverSource));

const createBody: ObjectShape = {
  type: 'object',
  name: 'index',
  // Servers create an index also with a body that is not an object; some read such a body.
  typeProvenance: refusedIf(fromReference, 'recognized-bodies' satisfies BehaviourName),
  refusal: othersRefused,
  misplaced: [
    {
      names: ['remote_cluster', 'leader_index'],
      severity: 'warning',
      message: 'This field belongs to a follow request. Send it to `PUT /{index}/_ccr/follow`.',
      provenance: othersRefused,
    },
    {
      names: ['properties'],
      severity: 'warning',
      message: '`properties` belongs inside `mappings`. Move it there.',
      provenance: othersRefused,
      fix: { kind: 'move-into', into: 'mappings' },
    },
    {
      names: ['number_of_shards', 'number_of_replicas'],
      severity: 'warning',
      message: 'This is a setting. Move it into `settings`.',
      provenance: othersRefused,
      fix: { kind: 'move-into', into: 'settings' },
    },
  ],
  fields: [
    {
      name: 'mappings',
      role: 'mapping',
      summary: 'The mapping of the index: its fields and their types.',
      provenance: fromFlattenedUsage,
      shape: indexMapping,
      example: '{\n  "properties": {\n    "${1:labels}": { "type": "${2:flattened}" }\n  }\n}',
    },
    field('settings', indexSettings, 'The settings of the index.', fromReference),
    field('aliases', newAliases, 'The aliases of the index.', fromReference),
  ],
};

const heldLimits: Operation['heldLimits'] = {
  settings: {
    fields: fieldLimit.name,
    depth: depthLimit.name,
    nameLength: nameLimit.name,
    window: resultWindow.name,
    terms: termLimit.name,
  },
  longestName: longestMetadataName,
  provenance: settingsRefused,
};

const created: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [
    field('acknowledged', flag, 'Whether the cluster acknowledged the request.', fromReference),
    field('shards_acknowledged', flag, 'Whether enough copies of the shards became active in time.', fromReference),
    field('index', text, 'The name of the index.', fromReference),
  ],
};

const acknowledged: ObjectShape = { ...created, fields: created.fields.slice(0, 1) };

const typeNotes: Operation['notes'] = [
  {
    message:
      'A flattened field is one mapping entry for a whole object. Its leaf values are keywords. There are no numbers or dates.',
    provenance: fromFlattenedField,
  },
  { message: 'The flattened type is not suited to whole documents.', provenance: fromFlattenedUsage },
  {
    message: 'The depth of a flattened field is limited. The length of its leaf values is not limited by default.',
    provenance: fromLimits,
  },
];

const putMapping = {
  service: 'search-cluster',
  title: 'Add fields to an index',
  summary: 'Adds fields to the mapping of an index, and changes the parameters that can be changed.',
  provenance: fromReference,
  parameters: {
    path: [listedIndexName],
    query: [
      timeout,
      masterTimeout,
      {
        name: 'write_index_only',
        summary: 'Whether to change only the write index of an alias.',
        provenance: fromReference,
        default: 'false',
        bare: 'true',
        shape: flag,
      },
      ...indexChoice,
    ],
  },
  body: { shape: indexMapping, required: true, provenance: fromReference, textBehind },
  responses: [
    { status: 200, summary: 'The mapping was changed.', shape: acknowledged, provenance: fromReference },
    { status: 400, summary: 'The service refused the mapping.', provenance: fromReference },
  ],
  notes: typeNotes,
} as const satisfies Partial<Operation>;

const putSettings = {
  service: 'search-cluster',
  title: 'Update the settings of an index',
  settingLimits: { isNew: false, similarityTypes, provenance: settingsRefused },
  summary: 'Changes settings of one or more indices. Settings that are not dynamic need a closed index or `reopen`.',
  provenance: fromReference,
  parameters: {
    path: [listedIndexName],
    query: [
      timeout,
      masterTimeout,
      {
        name: 'preserve_existing',
        summary: 'Whether settings that an index has keep their values.',
        provenance: fromReference,
        default: 'false',
        bare: 'true',
        shape: flag,
      },
      {
        name: 'reopen',
        variesAs: 'settings.reopen',
        summary: 'Whether to close and open the index for settings that are not dynamic.',
        provenance: fromReference,
        default: 'false',
        bare: 'true',
        shape: flag,
      },
      {
        name: 'flat_settings',
        summary: 'Whether the response has dotted names instead of nested objects.',
        provenance: fromReference,
        default: 'false',
        bare: 'true',
        shape: flag,
      },
      ...indexChoice,
    ],
  },
  body: { shape: changeBody, required: true, provenance: fromSettingsPage, textBehind },
  responses: [
    { status: 200, summary: 'The settings were changed.', shape: acknowledged, provenance: fromReference },
    {
      status: 400,
      summary: 'A setting is unknown, cannot be changed, or has a wrong value.',
      provenance: fromReference,
    },
  ],
  notes: [],
} as const satisfies Partial<Operation>;

/** The operations on indices, their mappings and their settings. */
export const indexOperations: readonly Operation[] = [
  {
    id: 'search-cluster.index.create',
    service: 'search-cluster',
    title: 'Create an index',
    summary: 'Creates an index. The body can define its mapping, settings and aliases.',
    provenance: fromFlattenedUsage,
    methods: ['PUT'],
    indexEffect: 'create',
    indexState: 'opened',
    heldLimits,
    settingLimits: { isNew: true, similarityTypes, provenance: settingsRefused },
    path: '/{index}',
    parameters: { path: [newIndexName], query: [waitForActiveShards, timeout, masterTimeout] },
    body: { shape: createBody, provenance: fromFlattenedUsage, textBehind },
    responses: [
      { status: 200, summary: 'The index was created.', shape: created, provenance: fromReference },
      {
        status: 400,
        summary: 'The index already exists, or the service refused its mapping.',
        provenance: fromReference,
      },
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
  {
    ...putMapping,
    id: 'search-cluster.index.mapping-too',
    title: 'Add fields to an index, by the longer path',
    provenance: referenceOnFlattened(serverSource),
    indexEffect: 'map',
    methods: ['PUT', 'POST'],
    path: '/{index}/_mappings',
  },
  {
    ...putSettings,
    indexEffect: 'configure',
    heldLimits,
    indexState: 'configured',
    closedOnly: { settings: staticSettings, provenance: settingsRefused },
    id: 'search-cluster.index.settings',
    methods: ['PUT'],
    path: '/{index}/_settings',
  },
  {
    ...putSettings,
    title: 'Update the settings of all indices',
    parameters: { path: [], query: putSettings.parameters.query },
    id: 'search-cluster.index.settings.all',
    methods: ['PUT'],
    path: '/_settings',
  },
];
