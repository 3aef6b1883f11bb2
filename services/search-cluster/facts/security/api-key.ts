import { field, unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { anyNumber, anything, text } from '@rulebook/catalogue/shapes';
import { entriesOfSeveralRoles, grantingFields, refusedBefore9, roleDescriptor } from './role-descriptor';
import {
  referenceOnCreateKey,
  referenceOnRequestBody,
  conventions,
  fromCreateKey,
  fromRequestBody,
  fromResponse,
  fromRoleDescriptor,
  serverSource,
  fromErrors,
  fromStates,
  fromVersioning,
  textBehind,
} from '../sources';

const refresh: Field = {
  name: 'refresh',
  summary: 'When the new key becomes visible to searches.',
  provenance: fromCreateKey,
  default: 'true',
  bare: 'true',
  shape: {
    type: 'string',
    values: {
      closed: true,
      provenance: fromCreateKey,
      values: [
        { value: 'true', summary: 'Refresh the affected shards at once.' },
        { value: 'false', summary: 'Do not refresh anything.' },
        { value: 'wait_for', summary: 'Wait for the next refresh before the response.' },
      ],
      accepted: [{ value: '', text: 'Servers read an empty value as `true`.', source: serverSource }],
    },
  },
};

const nameNeeded = {
  severity: 'hint',
  provenance: refused(referenceOnRequestBody(serverSource)),
  message: 'The document says that `name` is optional, but servers refuse a key without it. Add a name.',
} as const;

const name: Field = {
  name: 'name',
  summary: 'The name of the key.',
  provenance: fromRequestBody,
  required: nameNeeded,
  shape: {
    type: 'string',
    constraints: [
      warning('length-limit', { minimum: 1, maximum: 256 }, refused(referenceOnRequestBody(serverSource))),
      warning(
        'untrimmed-text',
        { message: '`name` must not begin or end with whitespace. Remove it.' },
        refused(referenceOnRequestBody(serverSource)),
      ),
      warning(
        'forbidden-affix',
        { prefix: '_', message: '`name` must not begin with `_`. Choose another name.' },
        refused(referenceOnRequestBody(serverSource)),
      ),
    ],
  },
  example: '"my-key"',
  reference: {
    text: 'Servers require a name. It has at most 256 characters, no whitespace at either end, and no `_` at the beginning.',
    source: serverSource,
  },
};

/** How long a key is valid. */
export const expiration: Field = {
  name: 'expiration',
  summary: 'How long the key is valid, as a time value such as `7d`.',
  provenance: fromRequestBody,
  shape: { type: 'string', format: 'time-value' },
  absent: {
    severity: 'information',
    message: 'Without `expiration`, the key never expires.',
    provenance: fromCreateKey,
  },
  example: '"7d"',
  reference: {
    text: 'Write a whole number and a unit. Servers refuse fractions.',
    source: conventions,
  },
};

const snapshotOfPermissions =
  'Without role descriptors, the key gets a snapshot of the permissions that the authenticated user has now.';

/** The names of roles that servers refuse. */
export const refusedRoleName = '^$|^\\s|\\s$|[^ -~]';

/** The permissions of a key. */
export const roleDescriptors: Field = {
  name: 'role_descriptors',
  summary:
    'The permissions of the key, as a map of roles. The key may do only what both these roles and the authenticated user may do.',
  provenance: fromRequestBody,
  absent: {
    severity: 'information',
    message: snapshotOfPermissions,
    provenance: fromCreateKey,
    unlessScheme: 'ApiKey',
  },
  shape: {
    type: 'choice',
    options: [
      {
        type: 'object',
        name: 'role descriptors',
        fields: [],
        entries: { keyName: 'role name', summary: 'A role: the permissions that it grants.', shape: roleDescriptor },
        constraints: [
          unsuitable(
            refusedRoleName,
            'Servers refuse this name of a role. It has 1 to 1024 ASCII characters, and no whitespace at either end.',
            refused(referenceOnRequestBody(serverSource)),
            { ofKeys: true },
          ),
          entriesOfSeveralRoles,
          { rule: 'sole-entry', options: { field: 'restriction' }, severity: 'error', provenance: fromRoleDescriptor },
          {
            rule: 'empty-object',
            options: { message: snapshotOfPermissions, unlessScheme: 'ApiKey' },
            severity: 'information',
            provenance: fromCreateKey,
          },
        ],
      },
      {
        type: 'array',
        items: anything,
        constraints: [
          refusedBefore9,
          {
            rule: 'unexpected-item',
            options: {
              message: '`role_descriptors` must be an object. The only array that is accepted is an empty one.',
            },
            severity: 'error',
            provenance: fromCreateKey,
          },
          {
            rule: 'empty-list',
            options: { message: snapshotOfPermissions, unlessScheme: 'ApiKey' },
            severity: 'information',
            provenance: fromCreateKey,
          },
        ],
      },
    ],
  },
  example: '{ "my-role": { "cluster": ["monitor"] } }',
  reference: { text: 'Servers of version 8.19 accept only an object, also where it is empty.', source: serverSource },
};

/** The user's own data about a key. */
export const metadata: Field = {
  name: 'metadata',
  summary: 'Your own data about the key. It can be nested. Keys that begin with `_` are reserved for the system.',
  provenance: fromRequestBody,
  shape: {
    type: 'object',
    name: 'key metadata',
    fields: [],
    entries: { keyName: 'key', summary: 'Your own key and value.', shape: anything },
    constraints: [
      {
        rule: 'reserved-key',
        options: { prefix: '_', nested: 'information' },
        severity: 'error',
        provenance: fromRequestBody,
      },
    ],
  },
  example: '{ "application": "my-app" }',
  reference: { text: 'Servers check only the keys at the top level.', source: serverSource },
};

/** Members of a role descriptor that grant nothing, and that servers refuse in those of a key that a key creates. */
export const refusedInDerived: readonly string[] = ['metadata', 'restriction'];

const createBody: ObjectShape = {
  type: 'object',
  name: 'API key create request',
  provenance: fromRequestBody,
  refusal: refused(referenceOnRequestBody(serverSource)),
  misplaced: [
    {
      names: ['api_key'],
      severity: 'warning',
      message: 'Only a request that grants a key to another user has `api_key` around its fields.',
      provenance: refused(referenceOnRequestBody(serverSource)),
      fix: { kind: 'unwrap' },
    },
  ],
  fields: [name, expiration, roleDescriptors, metadata],
  constraints: [
    {
      rule: 'privileged-derived-key',
      options: { scheme: 'ApiKey', field: 'role_descriptors', privileges: grantingFields },
      severity: 'error',
      provenance: fromCreateKey,
    },
    {
      rule: 'privileged-derived-key',
      options: { scheme: 'ApiKey', field: 'role_descriptors', privileges: refusedInDerived, isRefusal: true },
      severity: 'warning',
      provenance: refused(referenceOnRequestBody(serverSource)),
    },
  ],
};

const requiredInResponse = { severity: 'warning', provenance: fromResponse } as const;

const createResponse: ObjectShape = {
  type: 'object',
  name: 'created API key',
  isOpen: true,
  constraints: [warning('mismatched-encoding', { encoded: 'encoded', id: 'id', secret: 'api_key' }, fromResponse)],
  fields: [
    field('id', text, 'The unique id of the key.', fromResponse, { required: requiredInResponse }),
    field('name', text, 'The name of the key.', fromResponse, { required: requiredInResponse }),
    field('api_key', text, 'The generated secret part of the key.', fromResponse, { required: requiredInResponse }),
    {
      name: 'encoded',
      summary: 'The credentials to send in `Authorization`: base64 of `id`, a colon and `api_key`.',
      provenance: fromResponse,
      since: '7.16.0',
      shape: text,
      required: requiredInResponse,
    },
    {
      name: 'expiration',
      summary: 'When the key expires, in milliseconds. Present only if the request asked for an expiration.',
      provenance: fromResponse,
      shape: anyNumber,
    },
  ],
};

/** Creates an API key, by PUT or POST. */
export const createApiKey: Operation = {
  id: 'search-cluster.api-key.create',
  service: 'search-cluster',
  title: 'Create an API key',
  summary: 'Creates a credential that you can use instead of a user name and password. PUT and POST do the same.',
  provenance: fromCreateKey,
  since: '6.7.0',
  methods: ['PUT', 'POST'],
  path: '/_security/api_key',
  parameters: { path: [], query: [refresh] },
  body: { shape: createBody, required: nameNeeded, provenance: fromRequestBody, textBehind },
  responses: [
    {
      status: 200,
      summary: 'The key was created. The response contains its secret.',
      shape: createResponse,
      provenance: fromResponse,
    },
    {
      status: 400,
      summary: 'The service refused the request.',
      provenance: referenceOnCreateKey(serverSource),
    },
    {
      status: 401,
      summary: 'There is no valid credential.',
      provenance: referenceOnCreateKey(serverSource),
    },
    {
      status: 403,
      summary: 'The caller lacks the privilege.',
      provenance: referenceOnCreateKey(serverSource),
    },
  ],
  notes: [
    {
      message: 'Without `expiration`, the key never expires.',
      provenance: fromStates,
    },
    { message: 'This operation is generally available.', provenance: fromVersioning },
    {
      message: 'Role descriptors cannot extend the permissions of the caller. The key may do only what both allow.',
      provenance: fromCreateKey,
    },
    {
      message:
        'A caller that authenticates with an API key can only create a key without privileges. It must send an explicit role descriptor without privileges. The new key can authenticate, but cannot call cluster APIs.',
      provenance: fromCreateKey,
    },
    {
      message:
        'If the caller authenticates with an API key and the request grants privileges, the response is an error.',
      provenance: fromErrors,
    },
  ],
};

export const apiKeyOperations: readonly Operation[] = [createApiKey];
