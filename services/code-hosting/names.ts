import type { StatedNameList } from '@rulebook/catalogue/name-lists';

/** The names that a code host is asked for, and the places of requests that hold them. */
export const nameLists: readonly StatedNameList[] = [
  {
    id: 'repository',
    noun: 'repository',
    parameter: 'repo',
    request: { method: 'GET', path: '/users/{owner}/repos?per_page=100' },
    places: [
      {
        at: [],
        item: {
          names: { repo: 'name' },
          label: '{name}',
          description: [{ text: 'private', when: { member: 'private', is: true } }, { text: '{description}' }],
        },
      },
    ],
    holders: [{ parameter: 'repo' }],
    // It has only what others may see, too.
    isPartial: true,
    createdBy: [],
  },
  {
    id: 'hook',
    noun: 'webhook',
    group: 'hooks',
    parameter: 'hook_id',
    holders: [{ parameter: 'hook_id' }],
    createdBy: [],
    alsoCreatedBy: ['hooks.create'],
  },
  {
    id: 'delivery',
    noun: 'delivery',
    group: 'deliveries',
    parameter: 'delivery_id',
    holders: [{ parameter: 'delivery_id' }],
    isPartial: true,
    createdBy: [],
  },
  {
    id: 'invitation',
    noun: 'invitation',
    group: 'invitations',
    parameter: 'invitation_id',
    holders: [{ parameter: 'invitation_id', operations: ['invitations.update', 'invitations.delete'] }],
    createdBy: [],
    alsoCreatedBy: ['members.add'],
  },
  {
    id: 'collaborator',
    noun: 'collaborator',
    group: 'repository-collaborators',
    parameter: 'username',
    holders: [{ parameter: 'username', operations: ['members.get', 'members.permission', 'members.remove'] }],
    // Any user can be asked for.
    isPartial: true,
    createdBy: [],
  },
  {
    id: 'key',
    noun: 'deploy key',
    parameter: 'key_id',
    request: { method: 'GET', path: '/repos/{owner}/{repo}/keys?per_page=100' },
    places: [{ at: [], item: { names: { key_id: 'id' }, label: '{id}', description: [{ text: '{title}' }] } }],
    holders: [{ parameter: 'key_id' }],
    isPartial: true,
    createdBy: [],
  },
];
