import { warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { Operation, QueryRelation } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { flag, text, textList, wholeNumber } from '@rulebook/catalogue/shapes';
import { referenceOnCreateKey, serverSource, specification, textBehind } from '../sources';
import { expiration, metadata, roleDescriptors } from './api-key';
import { keyQueryBody, maxWindow } from './key-query';
import { resultWindow } from '../indices/index-settings';
import { clusterPrivileges, indexPrivileges } from './privileges';

// The document does not describe these operations. The public specification names them, and the server source says what they refuse.
const provenance = refused(referenceOnCreateKey(serverSource));
const listed = { provenance, refusal: provenance } as const;
const common = {
  service: 'search-cluster',
  provenance: referenceOnCreateKey(specification),
  responses: [],
  notes: [],
} as const;

const field = (name: string, summary: string, shape: Shape): Field => ({ name, summary, provenance, shape });

const flagOf = (name: string, summary: string): Field => ({ ...field(name, summary, flag), bare: 'true' });

const withLimits = [
  flagOf('with_limited_by', 'Whether the permissions of the owner are returned, too.'),
  flagOf('with_profile_uid', 'Whether the id of the profile of the owner is returned, too.'),
];

const keyId: Field = { ...field('id', 'The id of the key.', text), required: true };

const idText = {
  ...text,
  constraints: [warning('length-limit', { minimum: 1 }, provenance)],
} as const;

/** Servers read a number as a string. */
const idOrNumber: Shape = { type: 'choice', options: [idText, wholeNumber] };

const ids: Field = {
  ...field('ids', 'The ids of the keys.', {
    type: 'choice',
    options: [
      {
        type: 'array',
        items: idOrNumber,
        constraints: [warning('empty-list', { message: 'Servers refuse an empty list here. Add an id.' }, provenance)],
      },
      idText,
    ],
  }),
  example: '["my-key-id"]',
};

const selectors = ['ids', 'name', 'username', 'realm_name', 'owner'];

const excluding = (fields: readonly string[], value?: string) =>
  warning('conflicting-fields', { fields, ...(value !== undefined && { value }) }, provenance);

const invalidateBody: ObjectShape = {
  type: 'object',
  name: 'API key invalidation',
  ...listed,
  fields: [
    ids,
    field('name', 'The name of the keys, or a pattern.', {
      ...text,
      constraints: [
        {
          rule: 'length-limit',
          options: { minimum: 1 },
          severity: 'warning',
          // With `owner`, servers take an empty name for none.
          provenance: referenceOnCreateKey(serverSource),
        },
      ],
    }),
    field('username', 'The owner of the keys.', text),
    field('realm_name', 'The realm of the owner.', text),
    field('owner', 'Whether only keys of the caller are invalidated.', {
      ...flag,
      constraints: [
        warning(
          'noted-value',
          {
            value: 'false',
            message: 'With `owner: false` alone, no key is meant. Add `ids`, `name`, `username` or `realm_name`.',
            unlessNextTo: selectors.filter((name) => name !== 'owner'),
          },
          provenance,
        ),
      ],
    }),
  ],
  misplaced: [
    {
      names: ['id'],
      message: 'Servers since version 8 have only `ids`, a list.',
      severity: 'warning',
      provenance,
      fix: { kind: 'rename', to: 'ids' },
    },
  ],
  constraints: [
    warning('member-count', { minimum: 1, fields: selectors }, provenance),
    excluding(['ids', 'name', 'username', 'realm_name']),
    excluding(['name', 'username', 'realm_name']),
    excluding(['username', 'owner'], 'true'),
    excluding(['realm_name', 'owner'], 'true'),
  ],
};

/** A parameter that servers refuse next to another one; `pattern` says with which values. */
const apart = (name: string, other: string, pattern = '.'): QueryRelation => ({
  name,
  pattern,
  excludes: { name: other, pattern: '.' },
  message: `Servers refuse \`${name}\` and \`${other}\` together. Keep one of them.`,
  severity: 'warning',
  provenance,
});

/** A key that exists can only be given an expiration that is still to come. */
const futureExpiration: Field = {
  ...expiration,
  shape: {
    ...expiration.shape,
    constraints: [
      warning(
        'unsuitable-text',
        {
          pattern: '^\\s*(?:-|\\+?0+\\s*[A-Za-z]*\\s*$)',
          message: 'Servers refuse a change to an expiration that is not in the future.',
        },
        provenance,
      ),
    ],
  } as Field['shape'],
};

const changes: readonly Field[] = [roleDescriptors, metadata, futureExpiration].map(({ absent: _, ...rest }) => rest);

const updateBody: ObjectShape = { type: 'object', name: 'API key update', ...listed, fields: changes };
const bulkUpdateBody: ObjectShape = {
  type: 'object',
  name: 'update of several API keys',
  ...listed,
  fields: [{ ...ids, required: { severity: 'warning', provenance } }, ...changes],
};

const required = { severity: 'warning', provenance } as const;
const bodyNeeded = { ...required, message: 'Servers refuse this request without a body.' } as const;

const checkedPrivileges: ObjectShape = {
  type: 'object',
  name: 'privilege check',
  ...listed,
  fields: [
    {
      ...field('cluster', 'The cluster privileges to check.', {
        type: 'array',
        items: { type: 'string', values: clusterPrivileges },
      }),
      example: '["monitor"]',
    },
    {
      ...field('index', 'The privileges on indices to check.', {
        type: 'array',
        items: {
          type: 'object',
          name: 'checked index privileges',
          ...listed,
          fields: [
            { ...field('names', 'The indices.', { type: 'choice', options: [textList, text] }), required },
            {
              ...field('privileges', 'The index privileges.', {
                type: 'array',
                items: { type: 'string', values: indexPrivileges },
              }),
              required,
            },
            field('allow_restricted_indices', 'Whether patterns also mean restricted indices.', flag),
          ],
        },
      }),
    },
    field('application', 'The privileges of applications to check.', {
      type: 'array',
      items: { type: 'object', name: 'checked application privileges', isOpen: true, fields: [] },
    }),
  ],
  constraints: [warning('member-count', { minimum: 1, fields: ['cluster', 'index', 'application'] }, provenance)],
};

/** Reading, searching, changing and invalidating API keys. */
export const furtherKeyOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.api-key.get',
    title: 'Read API keys',
    summary: 'Reads API keys without their secrets.',
    methods: ['GET'],
    path: '/_security/api_key',
    parameters: {
      path: [],
      query: [
        field('id', 'The id of the key.', text),
        field('name', 'The name of the keys, or a pattern.', text),
        field('username', 'The owner of the keys.', text),
        field('realm_name', 'The realm of the owner.', text),
        flagOf('owner', 'Whether only keys of the caller are returned.'),
        flagOf('active_only', 'Whether keys that are invalidated or expired are left out.'),
        ...withLimits,
      ],
    },
    queryRelations: [
      apart('id', 'name'),
      ...['username', 'realm_name'].flatMap((owner) => [
        apart('id', owner),
        apart('name', owner),
        apart('owner', owner, '^(?:true)?$'),
      ]),
    ],
  },
  {
    ...common,
    id: 'search-cluster.api-key.invalidate',
    title: 'Invalidate API keys',
    summary: 'Invalidates API keys. They remain visible for some days.',
    methods: ['DELETE'],
    path: '/_security/api_key',
    parameters: { path: [], query: [] },
    body: { shape: invalidateBody, required: bodyNeeded, provenance, textBehind },
    losses: [
      {
        message: 'Invalidates {what}. An invalidated key cannot be used again.',
        what: { one: 'API keys', several: 'API keys', members: ['id', ...selectors] },
        provenance: referenceOnCreateKey(specification),
      },
    ],
  },
  {
    ...common,
    id: 'search-cluster.api-key.update',
    title: 'Update an API key',
    summary: 'Changes the permissions, metadata or expiration of a key. Only its owner can do it.',
    methods: ['PUT'],
    path: '/_security/api_key/{id}',
    parameters: { path: [keyId], query: [] },
    body: { shape: updateBody, provenance, textBehind },
  },
  {
    ...common,
    id: 'search-cluster.api-key.bulk-update',
    title: 'Update several API keys',
    summary: 'Changes the permissions, metadata or expiration of several keys in the same way.',
    methods: ['POST'],
    path: '/_security/api_key/_bulk_update',
    parameters: { path: [], query: [] },
    body: { shape: bulkUpdateBody, required: bodyNeeded, provenance, textBehind },
  },
  {
    ...common,
    id: 'search-cluster.api-key.query',
    title: 'Search API keys',
    summary: 'Searches API keys by their members, page by page.',
    methods: ['GET', 'POST'],
    path: '/_security/_query/api_key',
    parameters: {
      path: [],
      query: [...withLimits, flagOf('typed_keys', 'Whether the names of aggregations begin with their kinds.')],
    },
    body: { shape: keyQueryBody, provenance, textBehind },
    searchLimits: { provenance, window: maxWindow, setting: resultWindow.name },
  },
  {
    ...common,
    id: 'search-cluster.has-privileges',
    title: 'Check your own privileges',
    summary: 'Returns which of the named privileges the caller has.',
    methods: ['GET', 'POST'],
    path: '/_security/user/_has_privileges',
    parameters: { path: [], query: [] },
    body: { shape: checkedPrivileges, required: bodyNeeded, provenance, textBehind },
  },
];
