import type { Field, MisplacedField, ObjectShape, SwitchShape, ValueSet } from '../model';
import { refused } from '../provenance';
import { text } from '../shapes';
import { pluginTypes } from './snapshot-plugins';
import {
  answeredSettings,
  documentedTypes,
  otherSpelling,
  settingsOfAnyType,
  settingsShape,
  type SettingsOfType,
} from './snapshot-settings';
import { besideRepository, fromRepositories, fromRepository, pluginPages } from './snapshot-sources';
import { serverSource, specification } from './sources';

const fromPlugins = besideRepository(pluginPages);

const storingTypes: ValueSet['values'] = [
  { value: 'fs', summary: 'A shared file system; needs `location`.' },
  { value: 'url', summary: 'A read-only repository behind a URL; needs `url`.' },
  { value: 's3', summary: 'A bucket of an S3 store; needs `bucket`.', provenance: fromPlugins },
  { value: 'gcs', summary: 'A bucket of Google Cloud Storage; needs `bucket`.', provenance: fromPlugins },
  { value: 'azure', summary: 'A container of Azure Blob Storage.', provenance: fromPlugins },
  { value: 'hdfs', summary: 'A Hadoop file system; needs `uri` and `path`.', provenance: fromPlugins },
];

/** Servers answer that there is no such type; plugins add types, so only near misses and these names are certain. */
const unknownType = refused(besideRepository(serverSource));

const otherNames: ValueSet['foreign'] = Object.entries({
  aws: 's3',
  amazon: 's3',
  minio: 's3',
  gcp: 'gcs',
  gs: 'gcs',
  google: 'gcs',
  azblob: 'azure',
  blob: 'azure',
  file: 'fs',
  filesystem: 'fs',
  nfs: 'fs',
  http: 'url',
  https: 'url',
  hadoop: 'hdfs',
}).map(([value, use]) => ({ value, use, provenance: unknownType }));

const type: Field = {
  name: 'type',
  summary: 'What stores the repository. The settings depend on it.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'information',
      // Types of plugins that others offer.
      exempt: '^(cfs|cos|encrypted|ks3|obs|oss|swift)$',
      noun: 'type of repository',
      provenance: fromRepository,
      refusal: unknownType,
      foreign: otherNames,
      values: [
        ...storingTypes.slice(0, 2),
        {
          value: 'source',
          summary:
            'Stored fields and index metadata only, which can save half of the space, kept by another type of repository; needs `delegate_type`. A restored index is read-only, answers `match_all`, scrolls and `_get` only, and must be reindexed to be searchable. Fields without `_source`, or with a filtered one, cannot be kept.',
        },
        ...storingTypes.slice(2),
      ],
    },
  },
  reference: { text: 'Plugins add types of their own.', source: pluginPages },
};

const delegateType: Field = {
  name: 'delegate_type',
  summary: 'The type of the repository that stores the data; its own settings stand beside this one.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'information',
      exempt: '^(source|cfs|cos|encrypted|ks3|obs|oss|swift)$',
      noun: 'type of repository',
      provenance: fromRepository,
      refusal: unknownType,
      foreign: otherNames,
      values: storingTypes,
    },
    constraints: [
      {
        rule: 'noted-value',
        options: {
          value: 'source',
          message: '`delegate_type` must name a type of repository that stores data itself.',
        },
        severity: 'warning',
        provenance: fromRepository,
      },
    ],
  },
};

const allTypes: readonly SettingsOfType[] = [...documentedTypes, ...pluginTypes];

const openSettings: ObjectShape = {
  type: 'object',
  name: 'repository settings',
  fields: settingsOfAnyType,
  isOpen: true,
  misplaced: [otherSpelling],
};

const sourceSettings: SwitchShape = {
  type: 'switch',
  name: 'settings of type `source`',
  on: 'delegate_type',
  of: 'self',
  cases: Object.fromEntries(allTypes.map((own) => [own.type, settingsShape(own, [delegateType])])),
  otherwise: { ...openSettings, fields: [delegateType, ...settingsOfAnyType] },
};

/** The settings of a repository, which depend on the `type` beside them. */
const settingsByType: SwitchShape = {
  type: 'switch',
  name: 'repository settings',
  on: 'type',
  of: 'parent',
  cases: { ...Object.fromEntries(allTypes.map((own) => [own.type, settingsShape(own)])), source: sourceSettings },
  otherwise: openSettings,
};

const settings: Field = {
  name: 'settings',
  summary: 'Where and how the repository is stored. Which settings there are depends on `type`.',
  provenance: fromRepository,
  shape: settingsByType,
};

const settingNames = [
  ...new Set(
    [...allTypes.flatMap(({ fields }) => fields.map(({ name }) => name)), delegateType.name, 'read_only'].filter(
      (name) => !name.includes('.'),
    ),
  ),
];

const misplaced: readonly MisplacedField[] = [
  {
    names: ['verify'],
    severity: 'warning',
    message: '`verify` is a query parameter of the request, not a member of its body.',
    provenance: fromRepositories,
    fix: { kind: 'remove' },
  },
  {
    names: ['uuid'],
    severity: 'warning',
    message: '`uuid` is part of the answer when a repository is read, not of the request.',
    provenance: fromRepository,
    fix: { kind: 'remove' },
  },
  {
    names: settingNames,
    severity: 'warning',
    message: 'This is a setting: it belongs into `settings`, beside `type` it is not known.',
    provenance: fromRepositories,
    fix: { kind: 'move-into', into: 'settings' },
  },
];

function bodyShape(settingsField: Field): ObjectShape {
  return {
    type: 'object',
    name: 'snapshot repository',
    provenance: fromRepository,
    fields: [type, settingsField],
    misplaced,
  };
}

const withDocumentedSettings = bodyShape({ ...settings, required: true });
const withReferenceSettings = bodyShape({
  ...settings,
  required: {
    severity: 'warning',
    provenance: fromPlugins,
    message: 'A repository of this type needs `settings`.',
  },
});
const withOptionalSettings = bodyShape(settings);

/** The body that registers a repository. A type with a required setting also needs `settings`. */
export const repositoryBody: SwitchShape = {
  type: 'switch',
  name: 'snapshot repository',
  on: 'type',
  of: 'self',
  cases: {
    fs: withDocumentedSettings,
    url: withDocumentedSettings,
    source: withDocumentedSettings,
    s3: withReferenceSettings,
    gcs: withReferenceSettings,
    hdfs: withReferenceSettings,
    azure: withOptionalSettings,
  },
  absent: withDocumentedSettings,
  otherwise: withOptionalSettings,
};

/** Repositories as they are answered, by name. An answer leaves out what a server keeps for itself. */
export const repositoriesAnswer: ObjectShape = {
  type: 'object',
  name: 'snapshot repositories',
  fields: [],
  entries: {
    keyName: 'repository name',
    summary: 'A registered repository.',
    shape: {
      type: 'object',
      name: 'snapshot repository',
      isOpen: true,
      fields: [
        type,
        { name: 'uuid', summary: 'The id that the repository gave itself.', provenance: fromRepository, shape: text },
        {
          ...settings,
          required: true,
          shape: { type: 'object', name: 'repository settings', fields: answeredSettings, isOpen: true },
        },
      ],
    },
  },
};

/** What a cleanup answers. */
export const cleanupAnswer: ObjectShape = {
  type: 'object',
  name: 'answer',
  fields: [
    {
      name: 'results',
      summary: 'What was removed.',
      provenance: fromRepository,
      required: true,
      shape: {
        type: 'object',
        name: 'result',
        fields: [
          {
            name: 'deleted_bytes',
            summary: 'How many bytes were freed; exact or not, depending on the type of repository.',
            provenance: fromRepository,
            required: true,
            shape: { type: 'integer' },
          },
          {
            name: 'deleted_blobs',
            summary: 'How many files were removed; above zero there was data that no snapshot referred to.',
            provenance: fromRepository,
            required: true,
            shape: { type: 'integer' },
          },
        ],
      },
    },
  ],
};

const besideAnswer = besideRepository(specification);

/** What a verification answers: the nodes on which it succeeded. */
export const verifyAnswer: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [
    {
      name: 'nodes',
      summary: 'The nodes on which the verification succeeded, by id.',
      provenance: besideAnswer,
      required: { severity: 'information', provenance: besideAnswer },
      shape: {
        type: 'object',
        name: 'nodes',
        fields: [],
        entries: {
          keyName: 'node id',
          summary: 'A node that can use the repository.',
          shape: {
            type: 'object',
            name: 'node',
            isOpen: true,
            fields: [{ name: 'name', summary: 'The name of the node.', provenance: besideAnswer, shape: text }],
          },
        },
      },
    },
  ],
};

/** What registering and unregistering answer. */
export const acknowledgement: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [
    {
      name: 'acknowledged',
      summary: 'Whether the cluster took note of the change.',
      provenance: besideAnswer,
      shape: { type: 'boolean' },
    },
  ],
};
