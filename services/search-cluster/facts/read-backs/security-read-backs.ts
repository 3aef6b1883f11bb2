import type { ComparedForm, ReadBack } from '@rulebook/catalogue/read-back';
import { allLists, provenance, writes } from './forms';
import { byName, emptyRights, pulledKeys } from './pulled-forms';

/** Rights are lists without an order, and a request that stores them replaces those before. */
const rights: ComparedForm = {
  ...allLists,
  renamed: [{ at: ['index'], to: ['indices'] }],
  whole: [[], ['indices', '*']],
  defaults: [
    { at: ['transient_metadata'], value: '{"enabled":true}' },
    { at: ['indices', '*', 'allow_restricted_indices'], value: 'false' },
    { at: ['indices', '*', 'query'], value: '""' },
  ],
};

/** A request that stores a user replaces all but the password. */
const wholeUser: ComparedForm = {
  whole: [[], ['metadata', '**']],
  added: [['username']],
  defaults: [{ at: ['enabled'], value: 'true' }],
};

/** What a key may do, and its metadata. */
const ofKey: ReadBack['parts'] = [
  {
    of: ['role_descriptors'],
    at: ['role_descriptors'],
    ...allLists,
    named: [[]],
    whole: [[], ['*'], ['*', 'indices', '*']],
    defaults: [
      { at: ['*', 'transient_metadata'], value: '{"enabled":true}' },
      { at: ['*', 'indices', '*', 'allow_restricted_indices'], value: 'false' },
      { at: ['*', 'indices', '*', 'query'], value: '""' },
    ],
  },
  { of: ['metadata'], at: ['metadata'], whole: [['**']] },
];

/** How roles, users and keys are read back. */
export const ofSecurity: readonly ReadBack[] = [
  {
    noun: 'role',
    declares: { methods: writes, path: '/_security/role/{name}' },
    resource: '/_security/role/{name}',
    reads: '/_security/role/{name}',
    removedAt: '/_security/role/{name}',
    pulled: byName('roles', '/_security/role', { omits: emptyRights }),
    parts: [{ of: [], at: ['{name}'], ...rights }],
    provenance,
  },
  {
    noun: 'role mapping',
    declares: { methods: writes, path: '/_security/role_mapping/{name}' },
    resource: '/_security/role_mapping/{name}',
    reads: '/_security/role_mapping/{name}',
    removedAt: '/_security/role_mapping/{name}',
    pulled: byName('role-mappings', '/_security/role_mapping', { omits: [{ at: ['metadata'], is: '{}' }] }),
    parts: [
      {
        of: [],
        at: ['{name}'],
        unordered: [['roles']],
        whole: [[], ['rules', '**'], ['metadata', '**']],
      },
    ],
    provenance,
  },
  {
    noun: 'user',
    declares: { methods: writes, path: '/_security/user/{username}' },
    resource: '/_security/user/{username}',
    reads: '/_security/user/{username}',
    removedAt: '/_security/user/{username}',
    loses: 'its password',
    unshown: { password: 'rehearsed-value' },
    pulled: byName('users', '/_security/user', { omits: [{ at: ['username'] }, { at: ['metadata'], is: '{}' }] }),
    parts: [{ of: [], at: ['{username}'], unordered: [['roles']], ...wholeUser }],
    provenance,
  },
  {
    noun: 'privileges of applications',
    declares: { methods: writes, path: '/_security/privilege' },
    resource: '/_security/privilege',
    reads: '/_security/privilege',
    pulled: { file: 'application-privileges', lists: '/_security/privilege', at: [], sorted: [[], ['*']] },
    keeps: 'the privileges that are added',
    isLasting: true,
    parts: [
      {
        of: [],
        at: [],
        unordered: [['*', '*', 'actions']],
        whole: [['*', '*', 'metadata', '**']],
        replacedDepth: 2,
      },
    ],
    provenance,
  },
  {
    noun: 'API key',
    declares: { methods: writes, path: '/_security/api_key' },
    resource: '/_security/api_key?name={name}',
    names: { name: ['name'] },
    reads: '/_security/api_key?name={name}',
    listed: { at: ['api_keys'], by: [], is: { invalidated: false } },
    removal: { path: '/_security/api_key', body: { name: '{name}' } },
    loses: 'its secret',
    changedBy: [
      { of: [], method: 'PUT', path: '/_security/api_key/{id}', sends: 'whole', id: ['id'], except: ['name'] },
    ],
    pulled: pulledKeys,
    parts: [
      ...ofKey,
      // A key without it never expires.
      { of: [], at: [], only: ['expiration'], whole: [[]], lengths: [{ member: 'expiration', from: 'creation' }] },
    ],
    provenance,
  },
  {
    noun: 'API key',
    declares: { methods: ['PUT'], path: '/_security/api_key/{id}' },
    resource: '/_security/api_key/{id}',
    reads: '/_security/api_key?id={id}',
    isChange: true,
    listed: { at: ['api_keys'], by: [], is: { invalidated: false } },
    parts: [
      ...ofKey,
      {
        ...{ of: [], at: [], only: ['expiration'] },
        uncompared: [{ at: ['expiration'], reason: 'it counts from when the request is sent' }],
      },
    ],
    provenance,
  },
];
