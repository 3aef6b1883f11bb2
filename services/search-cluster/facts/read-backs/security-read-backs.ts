import type { ComparedForm, ReadBack } from '@rulebook/catalogue/read-back';
import { allLists, provenance, writes } from './forms';
import { byName, pulledKeys } from './pulled-forms';

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

/** How roles, users and keys are read back. */
export const ofSecurity: readonly ReadBack[] = [
  {
    noun: 'role',
    declares: { methods: writes, path: '/_security/role/{name}' },
    resource: '/_security/role/{name}',
    reads: '/_security/role/{name}',
    removedAt: '/_security/role/{name}',
    pulled: byName('roles', '/_security/role'),
    parts: [{ of: [], at: ['{name}'], ...rights }],
    provenance,
  },
  {
    noun: 'role mapping',
    declares: { methods: writes, path: '/_security/role_mapping/{name}' },
    resource: '/_security/role_mapping/{name}',
    reads: '/_security/role_mapping/{name}',
    removedAt: '/_security/role_mapping/{name}',
    pulled: byName('role-mappings', '/_security/role_mapping'),
    parts: [
      {
        of: [],
        at: ['{name}'],
        unordered: [['roles']],
        whole: [
          ['rules', '**'],
          ['metadata', '**'],
        ],
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
    pulled: byName('users', '/_security/user'),
    parts: [{ of: [], at: ['{username}'], unordered: [['roles']], whole: [['metadata', '**']] }],
    provenance,
  },
  {
    noun: 'privileges of applications',
    declares: { methods: writes, path: '/_security/privilege' },
    resource: '/_security/privilege',
    reads: '/_security/privilege',
    pulled: { file: 'application-privileges', lists: '/_security/privilege', at: [] },
    keeps: 'Privileges of applications that are added stay.',
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
      {
        ...{ of: [], method: 'PUT', path: '/_security/api_key/{id}', sends: 'whole', id: ['id'], except: ['name'] },
        keeps: 'An expiration that was set cannot be taken away.',
      },
    ],
    pulled: pulledKeys,
    parts: [
      {
        of: ['role_descriptors'],
        at: ['role_descriptors'],
        ...allLists,
        whole: [[], ['*'], ['*', 'indices', '*']],
        defaults: [
          { at: ['*', 'transient_metadata'], value: '{"enabled":true}' },
          { at: ['*', 'indices', '*', 'allow_restricted_indices'], value: 'false' },
          { at: ['*', 'indices', '*', 'query'], value: '""' },
        ],
      },
      { of: ['metadata'], at: ['metadata'], whole: [['**']] },
      // A key without it never expires.
      { of: [], at: [], only: ['expiration'], whole: [[]], lengths: [{ member: 'expiration', from: 'creation' }] },
    ],
    provenance,
  },
];
