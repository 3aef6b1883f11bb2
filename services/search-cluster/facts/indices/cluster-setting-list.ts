import type { Field } from '@rulebook/catalogue/shape';
import { once } from '@rulebook/text/structures/once';
import { ofHealth } from './health-settings';
import {
  aboveOneDay,
  bytesSetting,
  durationFrom,
  durationSetting,
  exactWordSetting,
  flagSetting,
  formSetting,
  fractionFrom,
  fromClusterSettings,
  memorySetting,
  numberSetting,
  positiveDuration,
  settingsFrom,
  textSetting,
  thresholdSetting,
  unlessWith,
  watermarkSetting,
  wordSetting,
} from './setting-values';

const settings = settingsFrom(fromClusterSettings);
const positive = numberSetting({ minimum: 1 });
const natural = numberSetting({ minimum: 0 });
const fraction = fractionFrom(0);
const shorterThan10s = '^(?:-|0+\\D*$|0*\\d\\s*s$|0*\\d{1,4}\\s*ms$|\\d{1,7}\\s*micros$|\\d{1,10}\\s*nanos$)';

const allocation = () =>
  settings('cluster.routing', [
    [
      'allocation.enable',
      wordSetting('all', 'primaries', 'new_primaries', 'none'),
      'Which shards are given a node.',
      '"all"',
    ],
    [
      'allocation.allow_rebalance',
      wordSetting('always', 'indices_primaries_active', 'indices_all_active'),
      'When shards may be moved to balance the nodes.',
      '"always"',
    ],
    [
      'allocation.cluster_concurrent_rebalance',
      numberSetting({ minimum: -1 }),
      'How many shards are moved at once; `-1` for no limit.',
      '2',
    ],
    [
      'allocation.cluster_concurrent_frozen_rebalance',
      numberSetting({ minimum: -1 }),
      'The same for shards of the frozen tier.',
    ],
    [
      'allocation.node_concurrent_recoveries',
      natural,
      'How many recoveries a node takes part in, in each direction.',
      '2',
    ],
    ['allocation.node_concurrent_incoming_recoveries', natural, 'How many shards a node receives at once.', '2'],
    ['allocation.node_concurrent_outgoing_recoveries', natural, 'How many shards a node sends at once.', '2'],
    [
      'allocation.node_initial_primaries_recoveries',
      natural,
      'How many primary shards a node opens at once after a restart.',
      '4',
    ],
    ['allocation.same_shard.host', flagSetting, 'Whether copies of a shard must be on different hosts.', 'false'],
    [
      'allocation.total_shards_per_node',
      numberSetting({ minimum: -1 }),
      'The maximum number of shards on a node; `-1` for no limit.',
      '-1',
    ],
    ['allocation.awareness.attributes', textSetting, 'The attributes of nodes over which copies are spread.'],
    ['allocation.balance.shard', fraction, 'The weight of the number of shards.', '0.45'],
    ['allocation.balance.index', fraction, 'The weight of the number of shards of one index.', '0.55'],
    ['allocation.balance.write_load', fraction, 'The weight of the load of writes.', '10'],
    ['allocation.balance.disk_usage', fraction, 'The weight of the size on the disk.'],
    ['allocation.balance.threshold', thresholdSetting, 'How much better a move must make the balance.', '1'],
    ['allocation.disk.threshold_enabled', flagSetting, 'Whether the limits of disks hold.', 'true'],
    ['allocation.disk.reroute_interval', positiveDuration, 'How often shards are moved from a full disk.', '"60s"'],
    [
      'allocation.disk.watermark.low',
      unlessWith(
        watermarkSetting,
        'cluster.routing.allocation.disk.watermark.high',
        '^(?:(?:9[1-9](?:\\.\\d+)?|90\\.0*[1-9]\\d*|100(?:\\.0*)?)%|0?\\.9(?:[1-9]|0+[1-9])\\d*)$',
        'Servers refuse a `low` above `high`, which is `90%` unless it was changed.',
      ),
      'The use of the disk above which a node gets no more shards.',
      '"85%"',
    ],
    ['allocation.disk.watermark.low.max_headroom', bytesSetting, 'The most free space that this limit asks for.'],
    [
      'allocation.disk.watermark.high',
      unlessWith(
        watermarkSetting,
        'cluster.routing.allocation.disk.watermark.low',
        '^(?:(?:[0-7]?\\d|8[0-4])(?:\\.\\d+)?%|0?\\.(?:[0-7]\\d*|8[0-4]?|8[0-4]\\d*))$',
        'Servers refuse a `high` below `low`, which is `85%` unless it was changed.',
      ),
      'The use of the disk above which shards are moved away.',
      '"90%"',
    ],
    ['allocation.disk.watermark.high.max_headroom', bytesSetting, 'The most free space that this limit asks for.'],
    [
      'allocation.disk.watermark.flood_stage',
      watermarkSetting,
      'The use of the disk above which indices become read-only.',
      '"95%"',
    ],
    [
      'allocation.disk.watermark.flood_stage.max_headroom',
      bytesSetting,
      'The most free space that this limit asks for.',
    ],
    [
      'allocation.disk.watermark.flood_stage.frozen',
      watermarkSetting,
      'The same limit for nodes of the frozen tier.',
      '"95%"',
    ],
    [
      'allocation.disk.watermark.flood_stage.frozen.max_headroom',
      bytesSetting,
      'The most free space that this limit asks for.',
    ],
    [
      'rebalance.enable',
      wordSetting('all', 'primaries', 'replicas', 'none'),
      'Which shards are moved to balance the nodes.',
      '"all"',
    ],
    ['use_adaptive_replica_selection', flagSetting, 'Whether searches prefer copies that response fast.', 'true'],
  ]);

const cluster = () =>
  settings('cluster', [
    ['blocks.read_only', flagSetting, 'Whether the whole cluster is read-only.', 'false'],
    [
      'blocks.read_only_allow_delete',
      flagSetting,
      'Whether the cluster is read-only, and indices may be deleted.',
      'false',
    ],
    ['max_shards_per_node', positive, 'The maximum number of open shards for each data node.', '1000'],
    ['max_shards_per_node.frozen', positive, 'The same for each node of the frozen tier.', '3000'],
    ['indices.close.enable', flagSetting, 'Whether indices may be closed.', 'true'],
    ['indices.tombstones.size', natural, 'How many deleted indices are remembered.', '500'],
    [
      'info.update.interval',
      durationFrom('10s', shorterThan10s),
      'How often the use of the disks is found out.',
      '"30s"',
    ],
    ['info.update.timeout', positiveDuration, 'How long that may take.', '"15s"'],
    [
      'no_master_block',
      exactWordSetting('write', 'all', 'metadata_write'),
      'What is refused while there is no master node.',
      '"write"',
    ],
    ['auto_shrink_voting_configuration', flagSetting, 'Whether nodes that leave lose their votes.', 'true'],
    ['max_voting_config_exclusions', positive, 'The maximum number of nodes that are excluded from voting.', '10'],
    [
      'persistent_tasks.allocation.enable',
      wordSetting('all', 'none'),
      'Whether persistent tasks are given a node.',
      '"all"',
    ],
    [
      'persistent_tasks.allocation.recheck_interval',
      durationFrom('10s', shorterThan10s),
      'How often it is checked whether tasks need another node.',
      '"30s"',
    ],
    [
      'service.slow_task_logging_threshold',
      positiveDuration,
      'How long a change of the cluster state takes before it is logged.',
      '"30s"',
    ],
    ['service.slow_master_task_logging_threshold', positiveDuration, 'The same for tasks of the master node.', '"10s"'],
    [
      'snapshot.info.max_concurrent_fetches',
      positive,
      'How many sizes of shards in snapshots are fetched at once.',
      '5',
    ],
    ['deprecation_indexing.enabled', flagSetting, 'Whether warnings about deprecated features are indexed.', 'true'],
    [
      'deprecation_indexing.x_opaque_id_used.enabled',
      flagSetting,
      'Whether those warnings are distinguished by `X-Opaque-Id`.',
      'true',
    ],
    ['logsdb.enabled', flagSetting, 'Whether new data streams of logs use the mode `logsdb`.'],
    ['lifecycle.default.rollover', textSetting, 'When a data stream with a lifecycle rolls over.'],
  ]);

const search = () =>
  settings('search', [
    ['allow_expensive_queries', flagSetting, 'Whether slow kinds of queries are allowed.', 'true'],
    ['default_allow_partial_results', flagSetting, 'Whether searches answer without shards that fail.', 'true'],
    [
      'default_keep_alive',
      unlessWith(
        positiveDuration,
        'search.max_keep_alive',
        aboveOneDay,
        'Servers refuse a default above `search.max_keep_alive`, which is `24h` unless it was changed.',
      ),
      'How long a scroll is kept by default.',
      '"5m"',
    ],
    [
      'max_keep_alive',
      unlessWith(
        positiveDuration,
        'search.default_keep_alive',
        '^0*(?:[0-4]?m|\\d{0,2}s|[12]\\d\\ds|\\d{1,5}ms)$',
        'Servers refuse a limit below `search.default_keep_alive`, which is `5m` unless it was changed.',
      ),
      'How long a scroll is kept at most.',
      '"24h"',
    ],
    ['default_search_timeout', durationSetting, 'How long a search may take; `-1` for no limit.', '"-1"'],
    ['low_level_cancellation', flagSetting, 'Whether a search notices soon that it was cancelled.', 'true'],
    ['max_buckets', natural, 'The maximum number of buckets of a response.', '65536'],
    ['max_open_scroll_context', natural, 'The maximum number of open scrolls of a node.', '500'],
    [
      'max_async_search_response_size',
      bytesSetting,
      'The maximum size of the stored answer of an asynchronous search.',
      '"10mb"',
    ],
    ['aggs.rewrite_to_filter_by_filter', flagSetting, 'Whether aggregations may run as filters.', 'true'],
    ['worker_threads_enabled', flagSetting, 'Whether searches use threads of their own.', 'true'],
    [
      'query_phase_parallel_collection_enabled',
      flagSetting,
      'Whether a shard searches its segments in parallel.',
      'true',
    ],
  ]);

const indices = () =>
  settings('indices', [
    ['breaker.total.limit', memorySetting, 'The memory that all requests together may take.', '"95%"'],
    ['breaker.fielddata.limit', memorySetting, 'The memory that loaded fields may take.', '"40%"'],
    ['breaker.fielddata.overhead', fraction, 'The factor for estimates of loaded fields.', '1.03'],
    ['breaker.request.limit', memorySetting, 'The memory that one request may take.', '"60%"'],
    ['breaker.request.overhead', fraction, 'The factor for estimates of requests.', '1'],
    ['id_field_data.enabled', flagSetting, 'Whether `_id` may be used for sorting and aggregations.', 'false'],
    ['lifecycle.poll_interval', durationSetting, 'How often lifecycle policies are checked.', '"10m"'],
    ['lifecycle.rollover.only_if_has_documents', flagSetting, 'Whether empty indices do not roll over.', 'true'],
    ['mapping.dynamic_timeout', positiveDuration, 'How long a write waits for a change of the mapping.', '"30s"'],
    ['mapping.max_in_flight_updates', positive, 'How many changes of mappings a node sends at once.', '10'],
    ['recovery.max_bytes_per_sec', bytesSetting, 'The speed of recoveries of a node.', '"40mb"'],
    [
      'recovery.max_concurrent_file_chunks',
      numberSetting({ minimum: 1, maximum: 8 }),
      'How many parts of a file are sent at once.',
      '2',
    ],
    [
      'recovery.max_concurrent_operations',
      numberSetting({ minimum: 1, maximum: 4 }),
      'How many operations are sent at once.',
      '1',
    ],
    [
      'recovery.max_concurrent_snapshot_file_downloads',
      numberSetting({ minimum: 1, maximum: 20 }),
      'How many files of a snapshot a recovery reads at once.',
      '5',
    ],
    [
      'recovery.max_concurrent_snapshot_file_downloads_per_node',
      numberSetting({ minimum: 1, maximum: 25 }),
      'The same for a node.',
      '25',
    ],
    ['recovery.use_snapshots', flagSetting, 'Whether recoveries read from snapshots.', 'true'],
    [
      'recovery.retry_delay_state_sync',
      positiveDuration,
      'How long a recovery waits for the cluster state.',
      '"500ms"',
    ],
    ['recovery.retry_delay_network', positiveDuration, 'How long a recovery waits after a network failure.', '"5s"'],
    ['recovery.internal_action_timeout', positiveDuration, 'How long an action of a recovery may take.', '"15m"'],
    [
      'recovery.internal_action_long_timeout',
      positiveDuration,
      'How long a long action of a recovery may take.',
      '"30m"',
    ],
    ['recovery.recovery_activity_timeout', positiveDuration, 'How long a recovery may do nothing.', '"30m"'],
  ]);

const others = () => [
  ...settings('action', [
    [
      'auto_create_index',
      formSetting(
        '^$|^[-+]$|,[-+]?,|,[-+]?$|^[-+]?,',
        'The value of this setting is `true`, `false` or a list of patterns.',
      ),
      'Whether writes create indices: `true`, `false` or patterns with `+` and `-`.',
      'true',
    ],
    [
      'destructive_requires_name',
      flagSetting,
      'Whether indices can be deleted only by name, without wildcards.',
      'true',
    ],
    [
      'search.shard_count.limit',
      numberSetting({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      'The maximum number of shards of a search.',
    ],
  ]),
  ...settings('ingest.geoip.downloader', [
    ['enabled', flagSetting, 'Whether databases of IP addresses are downloaded.', 'true'],
    ['poll_interval', durationSetting, 'How often new databases are looked for.', '"3d"'],
    ['eager.download', flagSetting, 'Whether they are downloaded before a pipeline needs them.', 'false'],
  ]),
  ...settings('network.breaker.inflight_requests', [
    ['limit', memorySetting, 'The memory that incoming requests may take.', '"100%"'],
    ['overhead', fraction, 'The factor for estimates of incoming requests.', '2'],
  ]),
  ...settings('script', [
    [
      'max_compilations_rate',
      formSetting(
        '^(?!use-context$|\\+?\\d+/\\s*\\d+\\s*(?:nanos|micros|ms|[smhd])\\s*$)',
        'The value of this setting is a number of scripts and a duration, for example `150/5m`.',
      ),
      'How many scripts may be compiled in which time, for example `150/5m`.',
      '"150/5m"',
    ],
    ['max_size_in_bytes', natural, 'The maximum size of a script.', '65535'],
  ]),
  ...settings('slm', [
    ['retention_schedule', textSetting, 'When old snapshots are deleted, as a cron expression.', '"0 30 1 * * ?"'],
    ['retention_duration', durationSetting, 'How long deleting old snapshots may take.', '"1h"'],
    ['minimum_interval', durationSetting, 'The shortest time between snapshots of a policy.', '"15m"'],
    ['history_index_enabled', flagSetting, 'Whether the runs of policies are recorded.', 'true'],
    [
      'health.failed_snapshot_warn_threshold',
      positive,
      'After how many failures in a row the health report warns.',
      '5',
    ],
  ]),
  ...settings('snapshot', [
    ['max_concurrent_operations', positive, 'How many snapshots are taken and deleted at once.', '1000'],
    ['refresh_repo_uuid_on_restore', flagSetting, 'Whether repositories are looked at before a restore.', 'true'],
  ]),
  ...settings('stack', [
    ['templates.enabled', flagSetting, 'Whether the templates of the product are installed.', 'true'],
  ]),
  ...settings('http.tracer', [
    ['include', textSetting, 'The paths of requests that are logged.'],
    ['exclude', textSetting, 'The paths of requests that are not logged.'],
  ]),
  ...settings('transport', [
    ['tracer.include', textSetting, 'The actions that are logged.'],
    ['tracer.exclude', textSetting, 'The actions that are not logged.'],
    ['slow_operation_logging_threshold', positiveDuration, 'How long an action takes before it is logged.', '"5s"'],
  ]),
];

/** The settings of a cluster that can be changed while it runs and that public sources name, by their full names. */
export const clusterSettingFields = once((): readonly Field[] => [
  ...allocation(),
  ...cluster(),
  ...search(),
  ...indices(),
  ...others(),
  ...ofHealth(),
]);

/** Returns the default of a setting of the cluster, as it is written in a request. */
export function clusterSettingDefault(name: string): string {
  const text = clusterSettingFields().find((field) => field.name === name)?.default;
  return text === undefined ? '' : text.replaceAll('"', '');
}
