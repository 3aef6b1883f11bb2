import { field, warning } from '@rulebook/catalogue/makers';
import type { Field, MisplacedField, ObjectShape, SwitchShape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { refused } from '@rulebook/catalogue/provenance';
import { text } from '@rulebook/catalogue/shapes';
import { pluginTypes } from './snapshot-plugins';
import {
  settingsInResponse,
  documentedTypes,
  otherSpelling,
  settingsOfAnyType,
  settingsShape,
  type SettingsOfType,
} from './snapshot-settings';
import { referenceOnRepository, fromRepositories, fromRepository, pluginPages } from './snapshot-sources';
import { serverSource, specification } from '../sources';

const fromPlugins = referenceOnRepository(pluginPages);

const storingTypes: ValueSet['values'] = [
  { value: 'fs', summary: 'A shared file system. Requires the setting `location`.' },
  { value: 'url', summary: 'A read-only repository at a URL. Requires the setting `url`.' },
  { value: 's3', summary: 'An S3 bucket. Requires the setting `bucket`.', provenance: fromPlugins },
  { value: 'gcs', summary: 'A Google Cloud Storage bucket. Requires the setting `bucket`.', provenance: fromPlugins },
  { value: 'azure', summary: 'An Azure Blob Storage container.', provenance: fromPlugins },
  { value: 'hdfs', summary: 'A Hadoop file system. Requires the settings `uri` and `path`.', provenance: fromPlugins },
];

/** Servers refuse unknown types. Plugins add types, so only near misses and these names are certain. */
const unknownType = refused(referenceOnRepository(serverSource));

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
  summary: 'The type of the repository: where it stores its data. The type decides which settings apply.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'information',
      // Types of third-party plugins.
      exempt: '^(cfs|cos|encrypted|ks3|obs|oss|swift)$',
      noun: 'repository type',
      provenance: fromRepository,
      refusal: unknownType,
      foreign: otherNames,
      variesAs: 'repository types',
      values: [
        ...storingTypes.slice(0, 2),
        {
          value: 'source',
          summary:
            'A source-only repository: snapshots contain only stored fields and index metadata, which saves up to half of the space. Another repository type stores the data. Requires the setting `delegate_type`. It needs the `_source` field without source filtering. A restored index is read-only, supports only `match_all` searches, scrolls and `_get`, and must be reindexed to be searchable.',
        },
        ...storingTypes.slice(2),
      ],
    },
  },
  reference: { text: 'Plugins add more types.', source: pluginPages },
};

const delegateType: Field = {
  name: 'delegate_type',
  summary: 'The type of the repository that stores the data. Add the settings of that type in addition to this one.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'information',
      exempt: '^(source|cfs|cos|encrypted|ks3|obs|oss|swift)$',
      noun: 'repository type',
      provenance: fromRepository,
      refusal: unknownType,
      foreign: otherNames,
      values: storingTypes,
    },
    constraints: [
      warning(
        'noted-value',
        {
          value: 'source',
          message: '`delegate_type` must be a repository type that stores data itself, for example `fs`.',
        },
        fromRepository,
      ),
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

/** The settings of a repository, which depend on the `type` next to them. */
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
  summary: 'The settings of the repository. They depend on `type`.',
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
    message: '`verify` does not belong in the body. Use the query parameter `verify`.',
    provenance: fromRepositories,
    fix: { kind: 'remove' },
  },
  {
    names: ['uuid'],
    severity: 'warning',
    message: 'The service sets `uuid` itself and returns it when you read the repository. Remove it from the request.',
    provenance: fromRepository,
    fix: { kind: 'remove' },
  },
  {
    names: settingNames,
    severity: 'warning',
    message: 'This is a setting. Move it into `settings`.',
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
    message: 'This repository type has required settings. Add `settings`.',
  },
});
const withOptionalSettings = bodyShape(settings);

/** The body that registers a repository. A type with a required setting also requires `settings`. */
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

/** The repositories in a response, by name. A response leaves out what a server keeps to itself. */
export const repositoriesResponse: ObjectShape = {
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
        field('uuid', text, 'The unique id of the repository.', fromRepository),
        {
          ...settings,
          required: true,
          shape: { type: 'object', name: 'repository settings', fields: settingsInResponse, isOpen: true },
        },
      ],
    },
  },
};

/** The response to a cleanup. */
export const cleanupResponse: ObjectShape = {
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
            summary: 'The number of deleted bytes. It is exact or approximate, depending on the repository type.',
            provenance: fromRepository,
            required: true,
            shape: { type: 'integer' },
          },
          {
            name: 'deleted_blobs',
            summary: 'The number of deleted files (blobs). If it is not zero, unreferenced data was found and removed.',
            provenance: fromRepository,
            required: true,
            shape: { type: 'integer' },
          },
        ],
      },
    },
  ],
};

const nextToResponse = referenceOnRepository(specification);

/** The response to a verification: the nodes on which it succeeded. */
export const verifyResponse: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [
    {
      name: 'nodes',
      summary: 'The nodes on which the verification succeeded, by id.',
      provenance: nextToResponse,
      required: { severity: 'information', provenance: nextToResponse },
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
            fields: [field('name', text, 'The name of the node.', nextToResponse)],
          },
        },
      },
    },
  ],
};

/** The response to registering and unregistering. */
export const acknowledgement: ObjectShape = {
  type: 'object',
  name: 'answer',
  isOpen: true,
  fields: [field('acknowledged', { type: 'boolean' }, 'Whether the cluster acknowledged the change.', nextToResponse)],
};
