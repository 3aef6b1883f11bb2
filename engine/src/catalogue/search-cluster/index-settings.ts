import type { Field } from '../model';
import { reference } from '../provenance';
import { fromReplication } from './replication-sources';

/** The public page on the settings of an index. */
const settingsPage = 'Elasticsearch reference, index settings';

/** How long an index keeps operations for followers; the document names it and leaves its default open. */
export const retentionLeasePeriod: Field = {
  name: 'index.soft_deletes.retention_lease.period',
  summary: 'How long a retention lease lasts that its follower does not renew, and so how long operations are kept.',
  provenance: fromReplication,
  shape: { type: 'string', format: 'time-value' },
  default: '"12h"',
  reference: {
    text: 'The default is 12 hours.',
    source: settingsPage,
  },
};

/** How many shards an index has. */
export const shardCount: Field = {
  name: 'index.number_of_shards',
  summary: 'How many shards hold the documents.',
  provenance: reference('search-cluster', 'Flattened field usage', settingsPage),
  shape: { type: 'integer' },
  default: '1',
};

/** How many copies each shard has. */
export const replicaCount: Field = {
  name: 'index.number_of_replicas',
  summary: 'How many copies of each shard there are.',
  provenance: reference('search-cluster', 'Flattened field usage', settingsPage),
  shape: { type: 'integer' },
  default: '1',
};

/** How far hits can be paged through. */
export const resultWindow: Field = {
  name: 'index.max_result_window',
  summary: 'How many hits can be reached by `from` and `size` together.',
  provenance: reference('search-cluster', 'Flattened field usage', settingsPage),
  shape: { type: 'integer' },
  default: '10000',
};
