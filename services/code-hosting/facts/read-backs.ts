import type { ComparedPart, PulledForm, ReadBack } from '@rulebook/catalogue/read-back';
import { reference } from './source-document';
import { openApi } from './sources';

const provenance = reference('Repository webhooks', openApi);

const webhook: ComparedPart = {
  of: [],
  at: [],
  unordered: [['events']],
  uncompared: ['add_events', 'remove_events'].map((name) => ({
    at: [name],
    reason: 'it says what changes, not what is there afterwards',
  })),
};

/** Where webhooks are, and what lists their owners. */
const owners: readonly { readonly hooks: string; readonly of: NonNullable<PulledForm['of']> }[] = [
  {
    hooks: '/repos/{owner}/{repo}/hooks',
    of: { lists: '/user/repos?per_page=100', at: [], names: { owner: ['owner', 'login'], repo: ['name'] } },
  },
  {
    hooks: '/orgs/{org}/hooks',
    of: { lists: '/user/orgs?per_page=100', at: [], names: { org: ['login'] } },
  },
];

/** Webhooks of repositories, and those of organizations, which have the same form. */
const ofHooks = owners.flatMap(({ hooks, of }): readonly ReadBack[] => [
  {
    noun: 'webhook',
    declares: { methods: ['POST'], path: hooks },
    resource: hooks,
    reads: `${hooks}?per_page=100`,
    listed: { at: [], by: [['config', 'url'], ['name']], page: 'page' },
    pulled: { file: 'webhooks', lists: `${hooks}?per_page=100`, at: [], id: ['id'], of, isAsSent: true },
    loses: 'its secret and its deliveries',
    changedBy: [{ of: [], method: 'PATCH', path: `${hooks}/{id}`, sends: 'whole', id: ['id'], except: ['name'] }],
    parts: [webhook],
    provenance,
  },
  {
    noun: 'webhook',
    declares: { methods: ['PATCH'], path: `${hooks}/{hook_id}` },
    resource: `${hooks}/{hook_id}`,
    reads: `${hooks}/{hook_id}`,
    removedAt: `${hooks}/{hook_id}`,
    isChange: true,
    parts: [webhook],
    provenance,
  },
  {
    noun: 'webhook configuration',
    declares: { methods: ['PATCH'], path: `${hooks}/{hook_id}/config` },
    resource: `${hooks}/{hook_id}/config`,
    reads: `${hooks}/{hook_id}/config`,
    isChange: true,
    parts: [{ of: [], at: [] }],
    provenance,
  },
]);

/** How what requests to a code host declare is read back. */
export const readBacks: readonly ReadBack[] = [
  ...ofHooks,
  {
    noun: 'collaborator',
    declares: { methods: ['PUT'], path: '/projects/{project_id}/collaborators/{username}' },
    resource: '/projects/{project_id}/collaborators/{username}',
    reads: '/projects/{project_id}/collaborators/{username}/permission',
    removedAt: '/projects/{project_id}/collaborators/{username}',
    parts: [{ of: [], at: [] }],
    provenance: reference('Project (classic) collaborators', openApi),
  },
];
