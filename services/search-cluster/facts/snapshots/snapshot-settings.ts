import { unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, MisplacedField, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { anything, text } from '@rulebook/catalogue/shapes';
import { onceOnly } from '../indices/setting-names';
import { duration, orUnset, settingFlag, settingNumber, settingSize } from '../setting-shapes';
import { referenceOnRepository, fromRepositories, fromRepository } from './snapshot-sources';
import { refused, refusedIf } from '@rulebook/catalogue/provenance';
import type { BehaviourName } from '../behaviours';
import { serverSource, specification } from '../sources';

const fromSpecification = referenceOnRepository(specification);
/** What servers refuse in settings, beyond the documents. */
const checked = refused(referenceOnRepository(serverSource));
/** What servers make of a value, although the documents say another type. */
const converted = referenceOnRepository(serverSource);

/** Settings of every type that are not in the document's table, but that servers know. */
export const speedFields: readonly Field[] = [
  {
    name: 'chunk_size',
    summary: 'The largest size of a file, for example `1gb`. Larger files are split. By default, files are not split.',
    provenance: checked,
    shape: settingSize(checked, [
      unsuitable(
        String.raw`^\s*(?:-1|0+|0*[0-4]\s*[bB])\s*$`,
        'Servers refuse files that are smaller than 5 bytes.',
        checked,
      ),
    ]),
  },
  {
    name: 'max_restore_bytes_per_sec',
    summary: 'The maximum restore speed of each node. Unlimited by default.',
    provenance: checked,
    shape: settingSize(checked),
  },
  {
    name: 'max_snapshot_bytes_per_sec',
    summary: 'The maximum snapshot speed of each node.',
    provenance: checked,
    default: '"40mb"',
    shape: settingSize(checked),
  },
];

const checkedByMost = refusedIf(checked, 'checked-limits' satisfies BehaviourName);
const maxSnapshots: Field = {
  name: 'max_number_of_snapshots',
  summary: 'The maximum number of snapshots in the repository.',
  provenance: checkedByMost,
  default: '2147483647',
  shape: asWritten(orUnset(settingNumber(checkedByMost, { minimum: 1, maximum: 2_147_483_647 }))),
};

/** Servers read a number as it is written, and no fraction in it. */
function asWritten(shape: ReturnType<typeof settingNumber>): Shape {
  const whole = unsuitable('[.eE]', 'Servers refuse a number with a fraction or an exponent here.', checked, {
    isAsWritten: true,
  });
  return {
    ...shape,
    options: shape.options.map((option) =>
      option.type === 'integer' ? { ...option, constraints: [...(option.constraints ?? []), whole] } : option,
    ),
  };
}

/** Whether the metadata of snapshots is compressed. */
export const compress: Field = {
  name: 'compress',
  summary: 'Whether metadata is compressed.',
  provenance: fromRepository,
  shape: orUnset(settingFlag(fromRepository)),
  reference: {
    text: 'The default is `true`. Servers also accept the strings `"true"` and `"false"`.',
    source: specification,
  },
};

/** Whether the cluster may only read from the repository. */
export const readonly: Field = {
  name: 'readonly',
  summary:
    'Whether this cluster may only read from the repository. If several clusters share a repository, all except one must set it to `true`.',
  provenance: fromRepository,
  shape: orUnset(settingFlag(fromRepository, { isEmptyUnset: true })),
  example: 'true',
  reference: {
    text: 'The default is `false`. Servers also accept the strings `"true"` and `"false"`.',
    source: specification,
  },
};

const location: Field = {
  name: 'location',
  summary:
    'The directory of the repository. The path is absolute, or relative to the first entry of the node setting `path.repo`. Every master and data node must mount the directory at the same place and list it, or a parent of it, in `path.repo`. A change of `path.repo` on running nodes needs a rolling restart. Double the backslashes of a Windows path.',
  provenance: fromRepository,
  required: true,
  shape: {
    type: 'string',
    typeProvenance: converted,
    constraints: [
      unsuitable(
        String.raw`^$|^(?:\.\.|[^/\\.][^/\\]*/\.\./\.\.)(?:/|$)`,
        'Servers refuse a location that is empty, or leads out of the folders of `path.repo`.',
        checked,
      ),
      {
        rule: 'noted-value',
        options: {
          pattern: String.raw`^(?![/\\]|[A-Za-z]:|@|\$).`,
          message: 'This path is relative to the first entry of the node setting `path.repo`.',
        },
        severity: 'hint',
        provenance: fromRepository,
      },
      {
        rule: 'unescaped-backslash',
        options: {
          message: 'A single backslash turned a part of this path into a control character. Double every backslash.',
        },
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
    'The root URL of the shared repository. The protocol is `file`, `ftp`, `http`, `https` or `jar`. A `file` URL must point to a shared file system that `path.repo` lists. An `ftp`, `http` or `https` URL must match the setting `repositories.url.allowed_urls`.',
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
          message:
            'A `file` URL must point to a shared file system. Every master and data node must reach it and list it in `path.repo`.',
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
    summary: 'The maximum number of retries after a transient failure, for `http` and `https` URLs.',
    provenance: fromRepository,
    default: '5',
    shape: settingNumber(fromRepository, { minimum: 0 }),
  },
  {
    name: 'http_socket_timeout',
    summary: 'The maximum time to wait for data on a connection.',
    provenance: fromRepository,
    default: '"50s"',
    shape: duration,
  },
  readonly,
  maxSnapshots,
  ...speedFields,
  { ...compress, provenance: fromSpecification, shape: orUnset(settingFlag(fromSpecification)) },
];

const urlConstraints: readonly Constraint[] = [
  {
    rule: 'ineffective-setting',
    options: {
      fields: ['http_max_retries', 'http_socket_timeout'],
      unless: { member: 'url', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' },
      message: 'This setting has no effect here. It applies only to `http` and `https` URLs.',
    },
    provenance: fromRepository,
  },
  warning(
    'ineffective-setting',
    {
      fields: ['readonly'],
      value: 'false',
      message: 'A `url` repository is always read-only, so `readonly` has no effect here. Remove it.',
    },
    fromRepositories,
  ),
];

/** A spelling of `readonly` that servers ignore, so the repository stays writable. */
export const otherSpelling: MisplacedField = {
  names: ['read_only', 'readOnly', 'read-only'],
  severity: 'warning',
  message:
    'The setting is called `readonly`. Reference: Servers ignore the other name without an error, so the repository stays writable.',
  provenance: fromRepository,
  fix: { kind: 'rename', to: 'readonly' },
};

const belongsIntoQuery: MisplacedField = {
  names: ['verify'],
  severity: 'warning',
  message: '`verify` has no effect as a setting. Use the query parameter `verify`.',
  provenance: fromRepositories,
  fix: { kind: 'remove' },
};

/** Settings that the document gives to only one type. */
const owners: Readonly<Record<string, readonly string[]>> = {
  fs: ['location'],
  url: ['url', 'http_max_retries', 'http_socket_timeout'],
  source: ['delegate_type'],
};

/** Returns the remarks on settings that belong to types other than those given. */
function foreignSettings(types: readonly string[]): readonly MisplacedField[] {
  return Object.entries(owners)
    .filter(([type]) => !types.includes(type))
    .map(([type, names]) => ({
      names,
      severity: 'warning',
      message: `This setting is documented only for repositories of type \`${type}\`.`,
      provenance: fromRepository,
      fix: { kind: 'remove' },
    }));
}

/** The settings of one type. */
export interface SettingsOfType {
  readonly type: string;
  readonly fields: readonly Field[];
  readonly constraints?: readonly Constraint[];
  /** Whether servers accept settings that are not listed. */
  readonly isOpen?: boolean;
  /** Settings that belong elsewhere. */
  readonly misplaced?: readonly MisplacedField[];
}

/** The types that the document describes, with their own settings. */
export const documentedTypes: readonly SettingsOfType[] = [
  { type: 'fs', fields: [location, compress, readonly, maxSnapshots, ...speedFields] },
  { type: 'url', fields: urlFields, constraints: urlConstraints },
];

/** Returns the settings' shape of a type; `before` is in front, for the delegate of a `source` repository. */
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

/** All settings of the documented types, as a response shows them. */
export const settingsInResponse: readonly Field[] = [
  { ...location, required: false, shape: text },
  { ...url, required: false, shape: text },
  ...urlFields.slice(1),
];

/** The same for an unknown type: it may have settings with these names. */
export const settingsOfAnyType: readonly Field[] = settingsInResponse.map((field) => ({ ...field, shape: anything }));
