import { field, unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, ListShape, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { refused } from '@rulebook/catalogue/provenance';
import { anything, flag, orNull, text, textList, undescribedObject } from '@rulebook/catalogue/shapes';
import {
  clusterPrivileges,
  indexPrivileges,
  remoteClusterPrivileges,
  remoteIndexPrivileges,
  workflows,
} from './privileges';
import { referenceOnRoleDescriptor, fromRoleDescriptor, serverSource, specification } from '../sources';

const provenance = fromRoleDescriptor;
const byServers = refused(referenceOnRoleDescriptor(serverSource));

/** Returns a list that servers refuse when it is empty. */
function filled(items: Shape, lacking: string): ListShape {
  return {
    type: 'array',
    items,
    constraints: [warning('empty-list', { message: `Servers refuse an empty list here. Add ${lacking}.` }, byServers)],
  };
}

/** The objects of a role descriptor: their members are in one table, and servers refuse others. */
const listed = { provenance, refusal: byServers } as const;

const indexPattern: TextShape = {
  ...text,
  constraints: [
    unsuitable(
      '^(?!/)[^,]+,',
      'An index name cannot contain a comma, so this matches no index. Write each name or pattern as its own item.',
      referenceOnRoleDescriptor(specification),
      { fix: { kind: 'split', separator: ',' } },
    ),
    unsuitable(
      '^/(?:.*[^/])?$',
      'A name that begins with `/` is a regular expression and must end with `/`, too.',
      byServers,
    ),
    unsuitable('^/(?:[^\\\\\\[]|\\\\.)*\\[[^\\]]*/$', 'The regular expression has a `[` without `]`.', byServers),
  ],
};

/** What an entry without a restriction does to another one. */
const mergedEntries =
  'Servers make one entry of those with the same `names`, also of several roles: one without a restriction lifts that of the others.';

const indexPatterns = filled(indexPattern, 'a name or pattern');

const indexPermissionFields = (privileges: ValueSet): readonly Field[] => [
  {
    name: 'names',
    summary: 'The indices that the entry covers: names or patterns.',
    provenance,
    shape: { type: 'choice', options: [indexPattern, indexPatterns] },
    required: true,
    example: '["logs-*"]',
  },
  {
    name: 'privileges',
    summary: 'The index privileges on these indices.',
    provenance,
    shape: filled({ type: 'string', values: privileges }, 'a privilege'),
    required: true,
    example: '["read"]',
  },
  {
    name: 'field_security',
    summary: 'Limits the document fields that the owner of the role can read.',
    provenance,
    reference: { text: mergedEntries, source: serverSource },
    shape: {
      type: 'object',
      name: 'field security',
      provenance: byServers,
      refusal: byServers,
      constraints: [warning('uncovered-item', { list: 'except', by: 'grant' }, byServers)],
      fields: [
        {
          name: 'grant',
          summary: 'The fields that the owner can read.',
          provenance: byServers,
          shape: textList,
          required: {
            severity: 'warning',
            provenance: byServers,
            message: '`field_security` needs `grant`. Servers refuse a role without it.',
          },
          example: '["*"]',
        },
        field('except', textList, 'Fields that are excluded from `grant`. They must be a part of it.', byServers),
      ],
    },
    example: '{ "grant": ["*"] }',
  },
  {
    name: 'query',
    summary:
      'A search query that limits which documents the owner can access. Write an object, or the same JSON as a string.',
    provenance,
    shape: {
      type: 'choice',
      options: [
        { type: 'string', format: 'json-text' },
        undescribedObject('search query'),
        // By the server source, a query is null, a string or an object.
        { type: 'null', isTolerated: true },
      ],
    },
    example: '{ "match_all": {} }',
    reference: {
      text: `Servers also accept a \`template\` with \`source\` or \`id\` instead of a query. ${mergedEntries}`,
      source: specification,
    },
  },
  {
    name: 'allow_restricted_indices',
    summary:
      'Whether patterns in `names` also cover restricted indices. A restricted index with its full name in `names` is checked whatever this value is.',
    provenance,
    shape: flag,
    default: 'false',
  },
  {
    name: 'transient_metadata',
    summary: 'Any data. It is not stored.',
    provenance: referenceOnRoleDescriptor(serverSource),
    shape: undescribedObject('transient metadata'),
  },
];

const restrictedIndices = [
  {
    rule: 'restricted-pattern',
    options: { list: 'names', flag: 'allow_restricted_indices' },
    severity: 'hint',
    provenance,
  },
  {
    rule: 'ineffective-flag',
    options: { list: 'names', flag: 'allow_restricted_indices' },
    severity: 'hint',
    provenance,
  },
] as const;

const clusterAlias = [warning('length-limit', { minimum: 1 }, byServers)] as const;

/** Says of a shape that the document allows it, and that servers of version 8.19 do not. */
export const refusedBefore9 = warning(
  'noted-value',
  { before: '9.0.0', message: 'Servers of version 8.19 refuse this, although the document allows it.' },
  referenceOnRoleDescriptor(serverSource),
);

const clusterName: TextShape = { ...text, constraints: clusterAlias };

const clusterNames = (list: ListShape): Shape => ({
  type: 'choice',
  options: [{ ...clusterName, constraints: [...clusterAlias, refusedBefore9] }, list],
});

const clusters: Field = {
  name: 'clusters',
  summary: 'The aliases of the remote clusters that the entry applies to.',
  provenance,
  shape: clusterNames({ type: 'array', items: clusterName }),
  required: true,
  example: '["leader"]',
  reference: { text: 'Servers of version 8 accept only an array.', source: serverSource },
};

const indexPermission: ObjectShape = {
  type: 'object',
  name: 'index permission entry',
  ...listed,
  fields: indexPermissionFields(indexPrivileges),
  constraints: restrictedIndices,
};

const remoteIndexPermission: ObjectShape = {
  type: 'object',
  name: 'remote index permission entry',
  ...listed,
  fields: [clusters, ...indexPermissionFields(remoteIndexPrivileges)],
  constraints: restrictedIndices,
};

const remoteClusterPermission: ObjectShape = {
  type: 'object',
  name: 'remote cluster permission entry',
  ...listed,
  fields: [
    { ...clusters, shape: clusterNames(filled(clusterName, 'a cluster')) },
    {
      name: 'privileges',
      summary: 'The cluster privileges on these remote clusters.',
      provenance,
      shape: filled({ type: 'string', values: remoteClusterPrivileges }, 'a privilege'),
      required: true,
      example: '["monitor_enrich"]',
      reference: {
        text: '`monitor_stats` was added in 8.17.0. `monitor_enrich` is listed since 8.14.0, before this field was added.',
        source: specification,
      },
    },
  ],
};

const globalPrivileges: ObjectShape = {
  type: 'object',
  name: 'global privileges',
  ...listed,
  fields: [
    {
      name: 'application',
      summary: 'Management of application privileges. This is the only documented global privilege.',
      provenance,
      required: {
        severity: 'warning',
        provenance,
        message: '`global` lacks the required field `application`. Servers accept this.',
      },
      shape: {
        type: 'object',
        name: 'application privilege management',
        provenance: byServers,
        refusal: byServers,
        fields: [
          {
            name: 'manage',
            summary: 'The applications whose privileges the owner may manage.',
            provenance: referenceOnRoleDescriptor(specification),
            shape: {
              type: 'object',
              name: 'managed applications',
              provenance: byServers,
              refusal: byServers,
              fields: [
                {
                  name: 'applications',
                  summary: 'The names or patterns of applications.',
                  provenance: byServers,
                  shape: textList,
                  required: { severity: 'warning', provenance: byServers },
                  example: '["app-*"]',
                },
              ],
            },
          },
        ],
      },
      example: '{ "manage": { "applications": ["app-*"] } }',
    },
    {
      name: 'profile',
      summary: 'The right to write the profiles of users for applications: `write` with `applications`.',
      provenance: referenceOnRoleDescriptor(serverSource),
      shape: undescribedObject('user profile privileges'),
    },
    {
      name: 'role',
      summary: 'The right to manage roles: `manage` with `indices`.',
      provenance: referenceOnRoleDescriptor(serverSource),
      since: '8.16.0',
      shape: undescribedObject('role management privileges'),
    },
    {
      name: 'data_source',
      summary: 'The privileges on data sources.',
      provenance: referenceOnRoleDescriptor(specification),
      since: '9.5.0',
      shape: anything,
    },
  ],
};

/** By the server source, a single string is a list of one. */
const oneText = { type: 'string', isTolerated: true } as const;

const applicationPrivileges: ObjectShape = {
  type: 'object',
  name: 'application privilege entry',
  ...listed,
  fields: [
    {
      name: 'application',
      summary: 'The application that the entry applies to.',
      provenance,
      shape: {
        ...text,
        constraints: [
          unsuitable('^(?!.*[*]).{1,2}$', 'The name of an application has at least 3 characters.', byServers),
          unsuitable(
            '^(?![*])(?![a-z][A-Za-z0-9]*(?:[_*-]|$))|\\s|[*].',
            'The name of an application begins with a lower-case letter, then letters and digits up to a `-` or `_`. It has no whitespace, and `*` only at its end.',
            byServers,
          ),
        ],
      },
      required: true,
      example: '"my-app"',
      reference: { text: 'Servers also accept a pattern such as `app-*`.', source: specification },
    },
    {
      name: 'privileges',
      summary: 'The names of privileges or actions of the application.',
      provenance,
      shape: {
        type: 'choice',
        options: [
          filled(
            {
              ...text,
              constraints: [
                unsuitable(
                  '[^!-~]',
                  'The name of a privilege of an application has only ASCII characters, and no whitespace.',
                  byServers,
                ),
              ],
            },
            'a privilege',
          ),
          oneText,
        ],
      },
      required: true,
      example: '["read"]',
    },
    {
      name: 'resources',
      summary: 'The resources that the privileges apply to.',
      provenance,
      shape: { type: 'choice', options: [filled(text, 'a resource'), oneText] },
      required: true,
      example: '["*"]',
    },
  ],
};

const metadata: Shape = {
  type: 'object',
  name: 'role metadata',
  fields: [],
  entries: { keyName: 'key', summary: 'Your own key and value.', shape: anything },
  constraints: [{ rule: 'reserved-key', options: { prefix: '_' }, severity: 'error', provenance }],
};

/** Servers make one of entries with the same names. */
export const entriesOfOneRole: Constraint = warning(
  'lifted-restriction',
  { list: 'indices' },
  referenceOnRoleDescriptor(serverSource),
);

/** The same of entries of different roles. */
export const entriesOfSeveralRoles: Constraint = warning(
  'lifted-restriction',
  { list: 'indices', isAcross: true },
  referenceOnRoleDescriptor(serverSource),
);

/** The permissions that one role of an API key grants. */
export const roleDescriptor: ObjectShape = {
  type: 'object',
  name: 'role descriptor',
  ...listed,
  constraints: [entriesOfOneRole],
  fields: [
    {
      name: 'cluster',
      summary: 'The cluster privileges that the role grants.',
      provenance,
      shape: orNull({ type: 'array', items: { type: 'string', values: clusterPrivileges } }),
      example: '["monitor"]',
      reference: {
        text: 'Servers also accept actions and patterns such as `cluster:monitor/*`.',
        source: specification,
      },
    },
    {
      name: 'indices',
      aliases: ['index'],
      summary: 'The permissions on indices of this cluster.',
      provenance,
      shape: { type: 'array', items: indexPermission },
      aliasNote: {
        message: 'The document calls this field `indices`. Servers also accept the older name `index`.',
        provenance: referenceOnRoleDescriptor(specification),
      },
      reference: { text: 'Servers also accept the older name `index`.', source: specification },
    },
    {
      name: 'remote_indices',
      summary: 'The permissions on indices of remote clusters.',
      provenance,
      since: '8.14.0',
      shape: { type: 'array', items: remoteIndexPermission },
    },
    {
      name: 'remote_cluster',
      summary: 'The cluster permissions on remote clusters.',
      provenance,
      since: '8.15.0',
      shape: { type: 'array', items: remoteClusterPermission },
    },
    {
      name: 'global',
      summary:
        'The global privileges: cluster privileges that depend on the request. They cover only the management of application privileges.',
      provenance,
      shape: {
        type: 'choice',
        options: [globalPrivileges, { type: 'array', items: globalPrivileges, constraints: [refusedBefore9] }],
      },
      reference: { text: 'Servers of version 8.19 accept only an object.', source: serverSource },
    },
    {
      name: 'applications',
      aliases: ['application'],
      summary: 'The application privileges that the role grants.',
      provenance,
      shape: { type: 'array', items: applicationPrivileges },
      aliasNote: {
        message: 'The document calls this field `applications`. Servers also accept `application`.',
        provenance: referenceOnRoleDescriptor(serverSource),
      },
    },
    field('metadata', metadata, 'Your own data about the role. Keys that begin with `_` are reserved.', provenance),
    {
      name: 'run_as',
      summary: 'The users that the key may impersonate. The serverless deployment accepts only an empty list.',
      provenance,
      shape: orNull({
        ...textList,
        constraints: [
          {
            rule: 'unsupported-deployment',
            provenance,
            options: {
              deployment: 'serverless',
              message: 'The serverless deployment accepts only an empty `run_as`. Remove the users.',
              otherwise: 'The serverless deployment refuses a `run_as` with users.',
            },
          },
        ],
      }),
      example: '["some-user"]',
    },
    {
      name: 'description',
      summary: 'A description of the role.',
      provenance,
      shape: {
        ...text,
        constraints: [
          // The last version that was asked and refuses it is 9.5.
          warning(
            'noted-value',
            {
              before: '9.6.0',
              message: 'Servers refuse this in the role descriptors of an API key, although the document allows it.',
            },
            byServers,
          ),
        ],
      },
      reference: {
        text: 'Servers refuse it in the role descriptors of an API key; they accept it in roles.',
        source: serverSource,
      },
    },
    {
      name: 'restriction',
      summary: 'Limits the key to certain workflows. The key must then have exactly one role descriptor.',
      provenance,
      shape: {
        type: 'object',
        name: 'restriction',
        ...listed,
        fields: [
          {
            name: 'workflows',
            summary: 'The workflows that the key can be used for.',
            provenance,
            shape: filled({ type: 'string', values: workflows }, 'a workflow'),
            required: {
              severity: 'warning',
              provenance,
              message: '`restriction` lacks the required field `workflows`. Servers accept this, and restrict nothing.',
            },
            example: '["search_application_query"]',
          },
        ],
      },
    },
    field('type', anything, 'Servers accept this field and ignore it.', referenceOnRoleDescriptor(serverSource)),
    {
      name: 'transient_metadata',
      summary: 'Any data. It is not stored with the role.',
      provenance,
      shape: {
        type: 'object',
        name: 'transient metadata',
        fields: [],
        entries: { keyName: 'key', summary: 'Your own key and value.', shape: anything },
      },
    },
  ],
};

/** The fields of a role descriptor that grant something, including the older name. */
export const grantingFields: readonly string[] = [
  'cluster',
  'indices',
  'index',
  'remote_indices',
  'remote_cluster',
  'global',
  'applications',
  'application',
  'run_as',
];
