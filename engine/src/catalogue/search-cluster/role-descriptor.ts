import type { Field, ListShape, ObjectShape, Shape, TextShape, ValueSet } from '../model';
import { refused } from '../provenance';
import { anything, flag, oneOrList, orNull, text, textList, textOrTextList, undescribedObject } from '../shapes';
import {
  clusterPrivileges,
  indexPrivileges,
  remoteClusterPrivileges,
  remoteIndexPrivileges,
  workflows,
} from './privileges';
import { besideRoleDescriptor, fromRoleDescriptor, serverSource, specification } from './sources';

const provenance = fromRoleDescriptor;
/** The objects of a role descriptor: their members stand in one table, and servers refuse others. */
const listed = { provenance, refusal: refused(besideRoleDescriptor(serverSource)) } as const;

const indexPattern: TextShape = {
  ...text,
  constraints: [
    {
      rule: 'unsuitable-text',
      options: {
        pattern: '^(?!/)[^,]+,',
        message: 'No index name holds a comma, so this matches no index; each name or pattern is an item of its own.',
        fix: { kind: 'split', separator: ',' },
      },
      severity: 'warning',
      provenance: besideRoleDescriptor(specification),
    },
  ],
};

const indexPatterns: ListShape = {
  type: 'array',
  items: indexPattern,
  constraints: [
    {
      rule: 'empty-list',
      options: { message: 'An entry without any index is refused.' },
      severity: 'warning',
      provenance: refused(besideRoleDescriptor(serverSource)),
    },
  ],
};

const indexPermissionFields = (privileges: ValueSet): readonly Field[] => [
  {
    name: 'names',
    summary: 'The indices that the entry covers, by name or pattern.',
    provenance,
    shape: { type: 'choice', options: [indexPattern, indexPatterns] },
    required: true,
    example: '["logs-*"]',
  },
  {
    name: 'privileges',
    summary: 'What the owner may do with these indices.',
    provenance,
    shape: { type: 'array', items: { type: 'string', values: privileges } },
    required: true,
    example: '["read"]',
  },
  {
    name: 'field_security',
    summary: 'Limits the fields of a document that the owner can read.',
    provenance,
    shape: {
      type: 'object',
      name: 'field security',
      isOpen: true,
      fields: [
        {
          name: 'grant',
          summary: 'The fields that can be read.',
          provenance: besideRoleDescriptor(specification),
          shape: textOrTextList,
          required: {
            severity: 'warning',
            provenance: refused(besideRoleDescriptor(serverSource)),
            message: '`field_security` needs `grant`: without it the role is refused.',
          },
          example: '["*"]',
        },
        {
          name: 'except',
          summary: 'Fields to leave out of `grant`.',
          provenance: besideRoleDescriptor(specification),
          shape: textOrTextList,
        },
      ],
    },
    example: '{ "grant": ["*"] }',
  },
  {
    name: 'query',
    summary: 'A search query that documents must match to be accessible: an object, or the same as JSON text.',
    provenance,
    shape: {
      type: 'choice',
      options: [
        { type: 'string', format: 'json-text' },
        undescribedObject('search query'),
        // The server source: a query is null, a text or an object.
        { type: 'null', isTolerated: true },
      ],
    },
    example: '{ "match_all": {} }',
    reference: {
      text: 'A `template` with `source` or `id` is accepted in place of a query.',
      source: specification,
    },
  },
  {
    name: 'allow_restricted_indices',
    summary:
      'Lets patterns in `names` cover restricted indices. Restricted indices that are named in full are checked whatever the value.',
    provenance,
    shape: flag,
    default: 'false',
  },
  {
    name: 'transient_metadata',
    summary: 'Values of your own that are not kept.',
    provenance: besideRoleDescriptor(serverSource),
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

const clusters: Field = {
  name: 'clusters',
  summary: 'Aliases of the remote clusters that the entry is about.',
  provenance,
  shape: textOrTextList,
  required: true,
  example: '["leader"]',
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
    clusters,
    {
      name: 'privileges',
      summary: 'What the owner may do on the remote clusters.',
      provenance,
      shape: { type: 'array', items: { type: 'string', values: remoteClusterPrivileges } },
      required: true,
      example: '["monitor_enrich"]',
      reference: {
        text: '`monitor_stats` is known since 8.17.0. `monitor_enrich` is listed for 8.14.0 already, before this member.',
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
      summary: 'Management of application privileges, the only global privilege that is described.',
      provenance,
      required: true,
      shape: {
        type: 'object',
        name: 'application privilege management',
        isOpen: true,
        fields: [
          {
            name: 'manage',
            summary: 'Whose privileges may be managed.',
            provenance: besideRoleDescriptor(specification),
            shape: {
              type: 'object',
              name: 'managed applications',
              isOpen: true,
              fields: [
                {
                  name: 'applications',
                  summary: 'Names or patterns of applications.',
                  provenance: besideRoleDescriptor(specification),
                  shape: textList,
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
      name: 'data_source',
      summary: 'Privileges on data sources.',
      provenance: besideRoleDescriptor(specification),
      since: '9.5.0',
      shape: anything,
    },
  ],
};

const applicationPrivileges: ObjectShape = {
  type: 'object',
  name: 'application privilege entry',
  ...listed,
  fields: [
    {
      name: 'application',
      summary: 'The application that the entry is about.',
      provenance,
      shape: text,
      required: true,
      example: '"my-app"',
      reference: { text: 'A pattern such as `app-*` is accepted.', source: specification },
    },
    {
      name: 'privileges',
      summary: 'Names of privileges or actions of the application.',
      provenance,
      shape: textList,
      required: true,
      example: '["read"]',
    },
    {
      name: 'resources',
      summary: 'The resources of the application that the privileges hold for.',
      provenance,
      shape: textList,
      required: true,
      example: '["*"]',
    },
  ],
};

const metadata: Shape = {
  type: 'object',
  name: 'role metadata',
  fields: [],
  entries: { keyName: 'key', summary: 'A value of your own.', shape: anything },
  constraints: [{ rule: 'reserved-key', options: { prefix: '_' }, severity: 'error', provenance }],
};

/** What one role of an API key grants. */
export const roleDescriptor: ObjectShape = {
  type: 'object',
  name: 'role descriptor',
  ...listed,
  fields: [
    {
      name: 'cluster',
      summary: 'Privileges on the cluster as a whole.',
      provenance,
      shape: orNull({ type: 'array', items: { type: 'string', values: clusterPrivileges } }),
      example: '["monitor"]',
      reference: {
        text: 'Besides named privileges, actions and patterns such as `cluster:monitor/*` are accepted.',
        source: specification,
      },
    },
    {
      name: 'indices',
      aliases: ['index'],
      summary: 'Permissions on indices of this cluster.',
      provenance,
      shape: { type: 'array', items: indexPermission },
      aliasNote: {
        message: 'The document calls this `indices`; servers take the older name `index` as well.',
        provenance: besideRoleDescriptor(specification),
      },
      reference: { text: 'The older name `index` is accepted too.', source: specification },
    },
    {
      name: 'remote_indices',
      summary: 'Permissions on indices of remote clusters.',
      provenance,
      since: '8.14.0',
      shape: { type: 'array', items: remoteIndexPermission },
    },
    {
      name: 'remote_cluster',
      summary: 'Permissions on remote clusters as a whole.',
      provenance,
      since: '8.15.0',
      shape: { type: 'array', items: remoteClusterPermission },
    },
    {
      name: 'global',
      summary: 'Cluster privileges that depend on the request; only the management of application privileges exists.',
      provenance,
      shape: oneOrList(globalPrivileges),
    },
    {
      name: 'applications',
      aliases: ['application'],
      summary: 'Privileges on applications.',
      provenance,
      shape: { type: 'array', items: applicationPrivileges },
      aliasNote: {
        message: 'The document calls this `applications`; servers take `application` as well.',
        provenance: besideRoleDescriptor(serverSource),
      },
    },
    {
      name: 'metadata',
      summary: 'Values of your own. Keys that begin with `_` are reserved.',
      provenance,
      shape: metadata,
    },
    {
      name: 'run_as',
      summary: 'The users whose identity the key may take on. The serverless deployment accepts only an empty list.',
      provenance,
      shape: orNull({
        ...textList,
        constraints: [
          {
            rule: 'unsupported-deployment',
            provenance,
            options: {
              deployment: 'serverless',
              message: 'The serverless deployment accepts only an empty `run_as`.',
              otherwise: 'A `run_as` with users is refused in the serverless deployment.',
            },
          },
        ],
      }),
      example: '["some-user"]',
    },
    { name: 'description', summary: 'What the role is for.', provenance, shape: text },
    {
      name: 'restriction',
      ...listed,
      summary: 'Limits the key to workflows. The key must then have exactly one role descriptor.',
      provenance,
      shape: {
        type: 'object',
        name: 'restriction',
        fields: [
          {
            name: 'workflows',
            summary: 'The workflows that the key may be used for.',
            provenance,
            shape: { type: 'array', items: { type: 'string', values: workflows } },
            required: true,
            example: '["search_application_query"]',
          },
        ],
      },
    },
    {
      name: 'type',
      summary: 'Read and left out of account.',
      provenance: besideRoleDescriptor(serverSource),
      shape: anything,
    },
    {
      name: 'transient_metadata',
      summary: 'Values of your own that are not kept with the role.',
      provenance,
      shape: {
        type: 'object',
        name: 'transient metadata',
        fields: [],
        entries: { keyName: 'key', summary: 'A value of your own.', shape: anything },
      },
    },
  ],
};

/** The members of a role descriptor that grant something, the older name included. */
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
