import type { Field } from '../model';
import { reference, refused } from '../provenance';
import { fromFollower, fromReplication } from './replication-sources';
import { serverSource } from './sources';

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

/** The same in the settings of a follower: the document gives it to the leader. */
export const retentionLeaseOfFollower: Field = {
  ...retentionLeasePeriod,
  shape: {
    type: 'string',
    format: 'time-value',
    constraints: [
      {
        rule: 'noted-value',
        options: {
          pattern: '',
          message:
            'The leader index carries this setting; on the follower it does not make the leader keep operations.',
        },
        severity: 'information',
        provenance: fromFollower,
      },
    ],
  },
};

/** How long values may be in all fields of an index that do not say so themselves. */
export const ignoreAbove: Field = {
  name: 'index.mapping.ignore_above',
  summary: 'The length above which values are not indexed, for fields that do not say it themselves.',
  provenance: reference('search-cluster', 'Flattened field usage', settingsPage),
  shape: {
    type: 'integer',
    constraints: [
      {
        rule: 'number-range',
        options: { minimum: 0 },
        severity: 'warning',
        provenance: refused(reference('search-cluster', 'Flattened field usage', serverSource)),
      },
    ],
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
