import type { CollectionFacts } from '@rulebook/catalogue/resource-model';
import { reference } from './source-document';
import { fromHooks, openApi } from './sources';

/** The collections of the code host whose items no longer exist after their removal. Others are relations: a user without a role can be asked for one. */
export const collections: readonly CollectionFacts[] = [
  {
    itemPath: '/repos/{owner}/{repo}/hooks/{hook_id}',
    noun: 'webhook',
    id: { member: 'id', origin: 'server' },
    provenance: fromHooks,
  },
  {
    itemPath: '/repos/{owner}/{repo}/invitations/{invitation_id}',
    noun: 'invitation',
    removal: { does: 'withdraws', done: 'withdrawn' },
    id: { member: 'id', origin: 'server' },
    provenance: reference('What the service does', openApi),
  },
];
