import type { Constraint, Field, MisplacedField, ObjectShape } from '../model';
import { anything, text } from '../shapes';
import { onceOnly } from './setting-names';
import { byteSize, duration, settingFlag, settingNumber } from './setting-shapes';
import { besideRepository, fromRepositories, fromRepository } from './snapshot-sources';
import { specification } from './sources';

const fromSpecification = besideRepository(specification);

/** Settings of every type that servers know beside the document's table. */
export const speedFields: readonly Field[] = [
  {
    name: 'chunk_size',
    summary: 'Files above this size are stored in pieces, for example `1gb`; without it they stay whole.',
    provenance: fromSpecification,
    shape: byteSize,
  },
  {
    name: 'max_restore_bytes_per_sec',
    summary: 'The speed at which each node restores; unlimited by default.',
    provenance: fromSpecification,
    shape: byteSize,
  },
  {
    name: 'max_snapshot_bytes_per_sec',
    summary: 'The speed at which each node writes snapshots.',
    provenance: fromSpecification,
    default: '"40mb"',
    shape: byteSize,
  },
];

const maxSnapshots: Field = {
  name: 'max_number_of_snapshots',
  summary: 'How many snapshots the repository may hold.',
  provenance: fromSpecification,
  default: '2147483647',
  shape: settingNumber(fromSpecification),
};

/** Whether the metadata of snapshots is compressed. */
export const compress: Field = {
  name: 'compress',
  summary: 'Whether metadata is compressed.',
  provenance: fromRepository,
  shape: settingFlag(fromRepository),
  reference: { text: 'On by default. Servers read the texts `"true"` and `"false"` as well.', source: specification },
};

/** Whether the cluster may only read. */
export const readonly: Field = {
  name: 'readonly',
  summary:
    'With `true` this cluster only reads the repository. Of several clusters that share one, all but one must set it.',
  provenance: fromRepository,
  shape: settingFlag(fromRepository),
  example: 'true',
  reference: { text: 'Off by default. Servers read the texts `"true"` and `"false"` as well.', source: specification },
};

const location: Field = {
  name: 'location',
  summary:
    'The directory of the repository: absolute, or relative to the first entry of the node setting `path.repo`. It, or a directory above it, must be listed in `path.repo` on every master and data node, and be mounted at the same place on all of them; nodes take a changed `path.repo` when they restart, one after the other. Backslashes of Windows paths are doubled.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    constraints: [
      {
        rule: 'noted-value',
        options: {
          pattern: String.raw`^(?![/\\]|[A-Za-z]:|@|\$).`,
          message: 'A relative path counts from the first entry of the node setting `path.repo`.',
        },
        severity: 'hint',
        provenance: fromRepository,
      },
      {
        rule: 'unescaped-backslash',
        options: { message: 'A single backslash made a control character of this path; backslashes must be doubled.' },
        provenance: fromRepository,
      },
    ],
  },
  example: '"/mnt/backups/my-repository"',
};

const protocols = ['file', 'ftp', 'http', 'https', 'jar'];

const url: Field = {
  name: 'url',
  summary:
    'The root of the repository that is read, with the protocol `file`, `ftp`, `http`, `https` or `jar`. A `file` URL must point to a shared file system that `path.repo` lists; `ftp`, `http` and `https` URLs must match the setting `repositories.url.allowed_urls`.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    constraints: [
      { rule: 'unsupported-protocol', options: { protocols }, provenance: fromRepository },
      {
        rule: 'noted-value',
        options: {
          pattern: '^[Ff][Ii][Ll][Ee]:',
          message: 'A `file` URL must point to a shared file system that `path.repo` lists on master and data nodes.',
        },
        severity: 'hint',
        provenance: fromRepositories,
      },
      {
        rule: 'noted-value',
        options: {
          pattern: '^([Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp]):',
          message: 'The URL must match the setting `repositories.url.allowed_urls` of the nodes.',
        },
        severity: 'hint',
        provenance: fromRepositories,
      },
    ],
  },
  example: '"file:/mnt/backups/my-repository"',
};

const urlFields: readonly Field[] = [
  url,
  {
    name: 'http_max_retries',
    summary: 'How often a transient failure of an `http` or `https` URL is tried again.',
    provenance: fromRepository,
    default: '5',
    shape: settingNumber(fromRepository, { minimum: 0 }),
  },
  {
    name: 'http_socket_timeout',
    summary: 'How long to wait for data on a connection.',
    provenance: fromRepository,
    default: '"50s"',
    shape: duration,
  },
  readonly,
  maxSnapshots,
  ...speedFields,
  { ...compress, provenance: fromSpecification, shape: settingFlag(fromSpecification) },
];

const urlConstraints: readonly Constraint[] = [
  {
    rule: 'ineffective-setting',
    options: {
      fields: ['http_max_retries', 'http_socket_timeout'],
      unless: { member: 'url', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' },
      message: 'This setting applies to `http` and `https` URLs only.',
    },
    provenance: fromRepository,
  },
  {
    rule: 'ineffective-setting',
    options: {
      fields: ['readonly'],
      value: 'false',
      message: 'A `url` repository is always read-only, so `readonly` has no effect here.',
    },
    severity: 'warning',
    provenance: fromRepositories,
  },
];

/** A spelling of `readonly` that servers overlook, so that the repository stays writable. */
export const otherSpelling: MisplacedField = {
  names: ['read_only', 'readOnly', 'read-only'],
  severity: 'warning',
  message:
    'The setting is spelt `readonly`. Reference: Servers overlook another name without an error, and the repository stays writable.',
  provenance: fromRepository,
  fix: { kind: 'rename', to: 'readonly' },
};

const belongsIntoQuery: MisplacedField = {
  names: ['verify'],
  severity: 'warning',
  message: '`verify` is a query parameter of the request, not a setting; here it has no effect.',
  provenance: fromRepositories,
  fix: { kind: 'remove' },
};

/** Settings that the document gives to one type only. */
const owners: Readonly<Record<string, readonly string[]>> = {
  fs: ['location'],
  url: ['url', 'http_max_retries', 'http_socket_timeout'],
  source: ['delegate_type'],
};

/** Returns the remarks on settings that belong to other types than those given. */
export function foreignSettings(types: readonly string[]): readonly MisplacedField[] {
  return Object.entries(owners)
    .filter(([type]) => !types.includes(type))
    .map(([type, names]) => ({
      names,
      severity: 'warning',
      message: `This setting is documented for repositories of type \`${type}\`.`,
      provenance: fromRepository,
      fix: { kind: 'remove' },
    }));
}

/** What the settings of one type are made of. */
export interface SettingsOfType {
  readonly type: string;
  readonly fields: readonly Field[];
  readonly constraints?: readonly Constraint[];
  /** Servers take more than is listed, without a remark. */
  readonly isOpen?: boolean;
  /** Settings that belong elsewhere. */
  readonly misplaced?: readonly MisplacedField[];
}

/** The types that the document describes, with their own settings. */
export const documentedTypes: readonly SettingsOfType[] = [
  { type: 'fs', fields: [location, compress, readonly, maxSnapshots, ...speedFields] },
  { type: 'url', fields: urlFields, constraints: urlConstraints },
];

/** Returns the settings' shape of a type; `before` stands in front, for the delegate of a `source` repository. */
export function settingsShape(
  { type, fields, constraints = [], isOpen, misplaced = [] }: SettingsOfType,
  before: readonly Field[] = [],
): ObjectShape {
  const types = before.length === 0 ? [type] : [type, 'source'];
  return {
    type: 'object',
    name: `settings of type \`${before.length === 0 ? type : 'source'}\``,
    fields: [...before, ...fields],
    unlisted: 'information',
    ...(isOpen === true ? { isOpen, misspelt: 'information' } : {}),
    misplaced: [otherSpelling, belongsIntoQuery, ...misplaced, ...foreignSettings(types)],
    constraints: [...constraints, ...onceOnly()],
  };
}

/** All settings of the documented types, as an answer shows them. */
export const answeredSettings: readonly Field[] = [
  { ...location, required: false, shape: text },
  { ...url, required: false, shape: text },
  ...urlFields.slice(1),
];

/** The same for a type that is not known: other types may have settings of these names. */
export const settingsOfAnyType: readonly Field[] = answeredSettings.map((field) => ({ ...field, shape: anything }));
