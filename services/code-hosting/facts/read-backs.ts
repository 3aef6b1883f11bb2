import type { ComparedPart, ReadBack } from '@rulebook/catalogue/read-back';
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

/** Webhooks of repositories, and those of organizations, which have the same form. */
const ofHooks = ['/repos/{owner}/{repo}/hooks', '/orgs/{org}/hooks'].flatMap((hooks): readonly ReadBack[] => [
  {
    noun: 'webhook',
    declares: { methods: ['POST'], path: hooks },
    resource: hooks,
    reads: `${hooks}?per_page=100`,
    listed: { at: [], by: [['config', 'url'], ['name']], page: 'page' },
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
