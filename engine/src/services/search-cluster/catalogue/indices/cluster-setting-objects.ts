import type { Field, ObjectShape } from '../../../../catalogue/shape';
import { clusterSettingFields, nodeSettings } from './cluster-setting-list';
import { indexSettingFields } from './index-setting-list';
import { settingsObject } from './setting-names';
import { fromClusterSettings, settingsRefused } from './setting-values';

/** Beginnings of names that users, plugins and other products continue. */
const free: readonly string[] = [
  ...['cluster.remote', 'cluster.metadata', 'cluster.routing.allocation.include', 'cluster.routing.allocation.exclude'],
  ...[
    'cluster.routing.allocation.require',
    'cluster.routing.allocation.awareness.force',
    'transport.profiles',
    'logger',
  ],
  ...['cluster.routing.allocation.desired_balance', 'cluster.routing.allocation.write_load_decider', 'script.context'],
  ...[
    'xpack',
    'plugin',
    'plugins',
    'opendistro',
    'opensearch',
    'knn',
    'archived',
    'data_streams',
    'health',
    'ccr',
    'ml',
  ],
  ...[
    'esql',
    'enrich',
    'reindex',
    'repositories',
    'remote_cluster',
    'remote_store',
    'monitor',
    'http.client_stats',
    'ilm',
  ],
  ...[
    'script.cache',
    'indices.merge',
    'indexing_pressure',
    'shard_indexing_pressure',
    'search_backpressure',
    'thread_pool',
  ],
  ...['wlm', 'segrep', 'compatibility', 'point_in_time', 'node_concurrency', 'tracing', 'time_series', 'watcher'],
];

const unlayered = {
  name: 'cluster settings',
  free,
  provenance: fromClusterSettings,
  refusal: settingsRefused,
  misplaced: [
    {
      names: ['index', ...indexSettingFields.map(({ name }) => name)],
      severity: 'warning',
      message: 'Settings of an index do not belong to the cluster. Send them to `PUT /{index}/_settings`.',
      provenance: settingsRefused,
    },
    {
      names: nodeSettings,
      severity: 'warning',
      message: 'A node reads this setting when it starts. Write it into `elasticsearch.yml`.',
      provenance: settingsRefused,
    },
  ],
} as const;

/** Returns a function that makes the settings of a cluster under another name in messages, with one setting more. */
export function clusterSettingsWith(further: Field): (name: string) => ObjectShape {
  const settings = [...clusterSettingFields, further];
  return (name) => settingsObject({ ...unlayered, name, settings });
}
