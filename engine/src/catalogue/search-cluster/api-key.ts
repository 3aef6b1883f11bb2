import type { Field, ObjectShape, Operation } from '../model';
import { refused } from '../provenance';
import { anyNumber, anything, text } from '../shapes';
import { grantingFields, roleDescriptor } from './role-descriptor';
import {
  besideCreateKey,
  besideRequestBody,
  conventions,
  fromCreateKey,
  fromRequestBody,
  fromResponse,
  fromRoleDescriptor,
  serverSource,
  fromErrors,
  fromStates,
  fromVersioning,
} from './sources';

const refresh: Field = {
  name: 'refresh',
  summary: 'When the new key becomes visible to searches: at once, with the next refresh, or whenever it happens.',
  provenance: fromCreateKey,
  default: 'true',
  bare: 'true',
  shape: {
    type: 'string',
    values: {
      closed: true,
      provenance: fromCreateKey,
      values: [
        { value: 'true', summary: 'Refreshes the affected shards right away.' },
        { value: 'false', summary: 'Refreshes nothing.' },
        { value: 'wait_for', summary: 'Answers after the next refresh.' },
      ],
    },
  },
};

const name: Field = {
  name: 'name',
  summary: 'What the key is called.',
  provenance: fromRequestBody,
  required: {
    severity: 'hint',
    provenance: refused(besideRequestBody(serverSource)),
    message: 'The document leaves `name` optional, but servers are known to refuse a key without it.',
  },
  shape: {
    type: 'string',
    constraints: [
      {
        rule: 'length-limit',
        options: { maximum: 256 },
        severity: 'warning',
        provenance: refused(besideRequestBody(serverSource)),
      },
      {
        rule: 'untrimmed-text',
        options: { message: '`name` must not begin or end with white space.' },
        severity: 'warning',
        provenance: refused(besideRequestBody(serverSource)),
      },
      {
        rule: 'forbidden-affix',
        options: { prefix: '_', message: '`name` must not begin with `_`.' },
        severity: 'warning',
        provenance: refused(besideRequestBody(serverSource)),
      },
    ],
  },
  example: '"my-key"',
  reference: {
    text: 'Servers require it: at most 256 characters, no white space at either end, no `_` at the beginning.',
    source: serverSource,
  },
};

const expiration: Field = {
  name: 'expiration',
  summary: 'How long the key is valid, as a time value such as `7d`.',
  provenance: fromRequestBody,
  shape: { type: 'string', format: 'time-value' },
  absent: {
    severity: 'information',
    message: 'Without `expiration` the key never expires.',
    provenance: fromCreateKey,
  },
  example: '"7d"',
  reference: {
    text: 'A whole number and a unit; fractions are refused.',
    source: conventions,
  },
};

const snapshotOfPermissions =
  'Without role descriptors the key gets what the authenticated user may do at this moment, and keeps it.';

const roleDescriptors: Field = {
  name: 'role_descriptors',
  summary:
    'What the key may do, role by role. The key has what both these roles and the authenticated user are allowed; without roles it gets the permissions that the user has at that moment.',
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
        entries: { keyName: 'role name', summary: 'A role and what it grants.', shape: roleDescriptor },
        constraints: [
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
          {
            rule: 'unexpected-item',
            options: { message: '`role_descriptors` must be an object; only an empty list may stand in its place.' },
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
};

const metadata: Field = {
  name: 'metadata',
  summary: 'Values of your own, nested as you like. Keys that begin with `_` are reserved for the system.',
  provenance: fromRequestBody,
  shape: {
    type: 'object',
    name: 'key metadata',
    fields: [],
    entries: { keyName: 'key', summary: 'A value of your own.', shape: anything },
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
  reference: { text: 'Servers check the keys of the top level only.', source: serverSource },
};

const createBody: ObjectShape = {
  type: 'object',
  name: 'API key create request',
  provenance: fromRequestBody,
  refusal: refused(besideRequestBody(serverSource)),
  fields: [name, expiration, roleDescriptors, metadata],
  constraints: [
    {
      rule: 'privileged-derived-key',
      options: { scheme: 'ApiKey', field: 'role_descriptors', privileges: grantingFields },
      severity: 'error',
      provenance: fromCreateKey,
    },
  ],
};

const requiredInAnswer = { severity: 'warning', provenance: fromResponse } as const;

const createResponse: ObjectShape = {
  type: 'object',
  name: 'created API key',
  isOpen: true,
  constraints: [
    {
      rule: 'mismatched-encoding',
      options: { encoded: 'encoded', id: 'id', secret: 'api_key' },
      severity: 'warning',
      provenance: fromResponse,
    },
  ],
  fields: [
    {
      name: 'id',
      summary: 'Identifies the key.',
      provenance: fromResponse,
      shape: text,
      required: requiredInAnswer,
    },
    {
      name: 'name',
      summary: 'What the key is called.',
      provenance: fromResponse,
      shape: text,
      required: requiredInAnswer,
    },
    {
      name: 'api_key',
      summary: 'The secret part of the key, shown only here.',
      provenance: fromResponse,
      shape: text,
      required: requiredInAnswer,
    },
    {
      name: 'encoded',
      summary: 'The credentials to send: base64 of id, colon and secret.',
      provenance: fromResponse,
      since: '7.16.0',
      shape: text,
      required: requiredInAnswer,
    },
    {
      name: 'expiration',
      summary: 'When the key expires, in milliseconds; only there when an expiration was asked for.',
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
  privilege: {
    scope: 'cluster',
    name: 'manage_own_api_key',
    action: 'cluster:admin/xpack/security/api_key/create',
    provenance: fromCreateKey,
  },
  summary: 'Issues a credential that takes the place of a user and password. PUT and POST do the same.',
  provenance: fromCreateKey,
  since: '6.7.0',
  methods: ['PUT', 'POST'],
  path: '/_security/api_key',
  parameters: { path: [], query: [refresh] },
  body: { shape: createBody, provenance: fromRequestBody },
  responses: [
    {
      status: 200,
      summary: 'The key was created; its secret is in the answer.',
      shape: createResponse,
      provenance: fromResponse,
    },
    {
      status: 400,
      summary: 'The request was refused.',
      provenance: besideCreateKey(serverSource),
    },
    {
      status: 401,
      summary: 'No credential, or one that is not valid.',
      provenance: besideCreateKey(serverSource),
    },
    {
      status: 403,
      summary: 'The caller lacks the privilege.',
      provenance: besideCreateKey(serverSource),
    },
  ],
  notes: [
    { message: 'The caller needs the cluster privilege `manage_own_api_key`.', provenance: fromCreateKey },
    {
      message: 'Without `expiration` the key never expires; no other state of a key is described.',
      provenance: fromStates,
    },
    { message: 'Generally available, and known since version 6.7.0.', provenance: fromVersioning },
    {
      message: "Role descriptors never add to the caller's permissions: the key has what both allow.",
      provenance: fromCreateKey,
    },
    {
      message:
        'A caller that is an API key itself can only create a key without privileges, from an explicit role descriptor; that key can authenticate and nothing more.',
      provenance: fromCreateKey,
    },
    {
      message: 'With privileges under the credential of another key, the answer is an error.',
      provenance: fromErrors,
    },
  ],
};
