import type { CollectionFacts } from '@rulebook/catalogue/resource-model';
import { referenceOnReplication } from './replication/replication-sources';
import { documented, reference } from './source-document';
import { specification } from './sources';

/** The collections of the search cluster whose items no longer exist after their removal. Indices are none: most requests that write create one. */
export const collections: readonly CollectionFacts[] = [
  {
    itemPath: '/_snapshot/{repository}',
    noun: 'snapshot repository',
    removal: { does: 'unregisters', done: 'unregistered' },
    id: { origin: 'path' },
    provenance: documented('Snapshot repository'),
  },
  {
    itemPath: '/_snapshot/{repository}/{snapshot}',
    noun: 'snapshot',
    id: { member: 'snapshot', origin: 'path' },
    provenance: reference('What the service does', specification),
  },
  {
    itemPath: '/_ccr/auto_follow/{pattern}',
    noun: 'auto-follow pattern',
    id: { member: 'name', origin: 'path' },
    provenance: referenceOnReplication,
  },
];
