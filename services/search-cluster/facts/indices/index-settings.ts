import type { Field } from '@rulebook/catalogue/shape';
import { fromFollower, fromReplication } from '../replication/replication-sources';
import { reference } from '../source-document';
import { fromSettingsPage, numberSetting, positiveDuration, settingsPage } from './setting-values';

/** How long an index keeps operations for its followers. The document names it, but not its default. */
export const retentionLeasePeriod: Field = {
  name: 'index.soft_deletes.retention_lease.period',
  summary: 'How long soft-deleted operations are kept for a follower index that does not renew its retention lease.',
  provenance: fromReplication,
  shape: positiveDuration,
  default: '"12h"',
  reference: {
    text: 'The default is 12 hours.',
    source: settingsPage,
  },
};

/** The same in the settings of a follower index, although the document gives it to the leader index. */
export const retentionLeaseOfFollower: Field = {
  ...retentionLeasePeriod,
  shape: {
    ...positiveDuration,
    constraints: [
      {
        rule: 'noted-value',
        options: {
          pattern: '',
          message: 'This setting has no effect on the leader index here. Set it on the leader index.',
        },
        severity: 'information',
        provenance: fromFollower,
      },
    ],
  },
};

/** The maximum length of values in all fields of an index that do not set their own. */
export const ignoreAbove: Field = {
  name: 'index.mapping.ignore_above',
  summary: 'The length above which values are not indexed, for fields without their own `ignore_above`.',
  provenance: reference('Flattened field usage', settingsPage),
  shape: numberSetting({ minimum: 0 }),
};

/** The number of shards of an index. */
export const shardCount: Field = {
  name: 'index.number_of_shards',
  summary: 'The number of primary shards.',
  provenance: reference('Flattened field usage', settingsPage),
  shape: numberSetting({ minimum: 1, maximum: 1024 }),
  default: '1',
};

/** The number of replicas of each shard. */
export const replicaCount: Field = {
  name: 'index.number_of_replicas',
  summary: 'The number of replicas of each primary shard.',
  provenance: reference('Flattened field usage', settingsPage),
  shape: numberSetting({ minimum: 0 }),
  default: '1',
};

/** The last hit that paging can reach. */
export const resultWindow: Field = {
  name: 'index.max_result_window',
  summary: 'The maximum of `from` plus `size` in a search.',
  provenance: reference('Flattened field usage', settingsPage),
  shape: numberSetting({ minimum: 1 }),
  default: '10000',
};

/** The number of terms in a query. */
export const termLimit: Field = {
  name: 'index.max_terms_count',
  summary: 'The maximum number of terms of a `terms` query.',
  provenance: fromSettingsPage,
  shape: numberSetting({ minimum: 1 }),
  default: '65536',
};

/** The number of fields of a mapping. */
export const fieldLimit: Field = {
  name: 'index.mapping.total_fields.limit',
  summary: 'The maximum number of fields.',
  provenance: fromSettingsPage,
  shape: numberSetting({ minimum: 0 }),
  default: '1000',
};

/** How deeply objects of a mapping are nested. */
export const depthLimit: Field = {
  name: 'index.mapping.depth.limit',
  summary: 'The maximum depth of a field.',
  provenance: fromSettingsPage,
  shape: numberSetting({ minimum: 1 }),
  default: '20',
};

/** The number of nested mappings. */
export const nestedLimit: Field = {
  name: 'index.mapping.nested_fields.limit',
  summary: 'The maximum number of `nested` mappings.',
  provenance: fromSettingsPage,
  shape: numberSetting({ minimum: 0 }),
  default: '100',
};

/** The length of each name of a mapping, also of those that the service itself has there. */
export const nameLimit: Field = {
  name: 'index.mapping.field_name_length.limit',
  summary: 'The maximum length of the name of a field.',
  provenance: fromSettingsPage,
  shape: numberSetting({ minimum: 1 }),
};
