import type { Field } from '@rulebook/catalogue/shape';
import { once } from '@rulebook/text/structures/once';
import {
  depthLimit,
  fieldLimit,
  ignoreAbove,
  nameLimit,
  nestedLimit,
  replicaCount,
  resultWindow,
  retentionLeasePeriod,
  shardCount,
  termLimit,
} from './index-settings';
import { slowLogs } from './slow-logs';
import {
  anySetting,
  bytesFrom,
  bytesSetting,
  copiesSetting,
  durationFrom,
  durationSetting,
  exactWordSetting,
  expansionSetting,
  flagSetting,
  fractionFrom,
  fromSettingsPage,
  numberSetting,
  positiveBytes,
  positiveDuration,
  settingsFrom,
  textSetting,
  wordListSetting,
  wordSetting,
} from './setting-values';

const settings = settingsFrom(fromSettingsPage);
const positive = numberSetting({ minimum: 1 });
const natural = numberSetting({ minimum: 0 });
const fraction = fractionFrom(0);
const shorterThan100ms = '^(?:-|0+\\D*$|0*\\d{1,2}\\s*ms$|\\d{1,5}\\s*micros$|\\d{1,8}\\s*nanos$)';
const shorterThan1s = '^(?:-|0+\\D*$|0*\\d{1,3}\\s*ms$|\\d{1,6}\\s*micros$|\\d{1,9}\\s*nanos$)';
const smallerThan56b = '^(?:-|0+\\D*$|0*(?:[1-4]?\\d|5[0-5])\\s*[bB]$)';

// Hundreds of objects, which most requests need none of: made when they are asked for.

/** Settings that are fixed when an index is created. */
export const finalSettings = once((): readonly Field[] => [
  shardCount,
  ...settings('index', [
    ['routing_partition_size', positive, 'The number of shards that a routing value can lead to.', '1'],
    [
      'mode',
      wordSetting('standard', 'time_series', 'logsdb', 'lookup', 'columnar', 'vectordb_document'),
      'What the index is for. The mode changes other defaults.',
      '"standard"',
    ],
    ['routing_path', textSetting, 'The fields by which documents of a time series index are routed.'],
    ['sort.field', textSetting, 'The fields by which segments are sorted.'],
    ['sort.order', wordListSetting('asc', 'desc'), 'The order of each sort field: `asc` or `desc`.'],
    ['sort.mode', wordListSetting('min', 'max'), 'Which of several values of a field decides: `min` or `max`.'],
    ['sort.missing', wordListSetting('_last', '_first'), 'Where documents without the field are: `_last` or `_first`.'],
    ['soft_deletes.enabled', flagSetting, 'Whether deleted documents are kept for replication.', 'true'],
    ['time_series.start_time', textSetting, 'The earliest `@timestamp` that a time series index accepts.'],
    ['time_series.es87tsdb_codec.enabled', flagSetting, 'Whether the codec for time series is used.'],
    ['logsdb.route_on_sort_fields', flagSetting, 'Whether documents are routed by the sort fields.', 'false'],
    ['mapping.source.mode', wordSetting('stored', 'synthetic', 'disabled'), 'How `_source` is kept.'],
    ['fast_refresh', flagSetting, 'Whether refreshes are optimised for system indices.', 'false'],
  ]),
]);

const general = () =>
  settings('index', [
    [
      'number_of_routing_shards',
      positive,
      'The number of shards by which documents are distributed; it limits splitting.',
    ],
    ['auto_expand_replicas', expansionSetting, 'Bounds for the number of replicas, such as `0-5` or `0-all`.', 'false'],
    [
      'refresh_interval',
      durationSetting,
      'How often changes become visible to searches; `-1` turns refreshes off.',
      '"1s"',
    ],
    [
      'codec',
      exactWordSetting(
        'default',
        'best_compression',
        'legacy_default',
        'legacy_best_compression',
        'lucene_default',
        'zstd',
        'zstd_no_dict',
        'qat_lz4',
        'qat_deflate',
      ),
      'How stored data is compressed.',
      '"default"',
    ],
    ['hidden', flagSetting, 'Whether wildcards leave out the index.', 'false'],
    ['priority', natural, 'The order of recovery after a restart; higher numbers come first.', '1'],
    ['gc_deletes', durationSetting, 'How long versions of deleted documents are remembered.', '"60s"'],
    ['default_pipeline', textSetting, 'The ingest pipeline of requests that name none; `_none` for none.', '"_none"'],
    ['final_pipeline', textSetting, 'The ingest pipeline that always runs last; `_none` for none.', '"_none"'],
    [
      'load_fixed_bitset_filters_eagerly',
      flagSetting,
      'Whether cached filters of nested queries are loaded early.',
      'true',
    ],
    ['max_inner_result_window', positive, 'The maximum of `from` plus `size` of inner hits and top hits.', '100'],
    ['max_rescore_window', positive, 'The maximum of `window_size` when rescoring.', '10000'],
    ['max_docvalue_fields_search', natural, 'The maximum number of `docvalue_fields` of a search.', '100'],
    ['max_script_fields', natural, 'The maximum number of `script_fields` of a search.', '32'],
    ['max_ngram_diff', natural, 'The maximum difference of `min_gram` and `max_gram`.', '1'],
    ['max_shingle_diff', natural, 'The maximum difference of `min_shingle_size` and `max_shingle_size`.', '3'],
    ['max_refresh_listeners', natural, 'The maximum number of requests of a shard that wait for a refresh.', '1000'],
    ['max_regex_length', positive, 'The maximum length of a regular expression in a query.', '1000'],
    ['max_slices_per_scroll', positive, 'The maximum number of slices of a scroll.', '1024'],
    ['max_adjacency_matrix_filters', anySetting, 'The former maximum of filters of an adjacency matrix.'],
    ['top_metrics_max_size', positive, 'The maximum of `size` of a `top_metrics` aggregation.', '10'],
    ['analyze.max_token_count', positive, 'The maximum number of tokens of `_analyze`.', '10000'],
    ['highlight.max_analyzed_offset', positive, 'How many characters are analysed for a highlight.', '1000000'],
    [
      'highlight.weight_matches_mode.enabled',
      flagSetting,
      'Whether the unified highlighter weighs whole matches.',
      'true',
    ],
    ['query.default_field', textSetting, 'The fields that queries without a field search.', '["*"]'],
    ['query.parse.allow_unmapped_fields', flagSetting, 'Whether queries may name fields without a mapping.', 'true'],
    ['query_string.lenient', flagSetting, 'Whether query strings ignore values of another type.', 'false'],
    ['queries.cache.enabled', flagSetting, 'Whether the index uses the query cache.', 'true'],
    ['requests.cache.enable', flagSetting, 'Whether answers of searches without hits are cached.', 'true'],
    ['search.idle.after', positiveDuration, 'How long a shard without searches keeps refreshing.', '"30s"'],
    [
      'shard.check_on_startup',
      exactWordSetting('false', 'true', 'checksum'),
      'Which checks run before a shard opens.',
      '"false"',
    ],
    ['write.wait_for_active_shards', copiesSetting, 'How many copies must be active before a write.', '"1"'],
    [
      'unassigned.node_left.delayed_timeout',
      positiveDuration,
      'How long a copy waits for its node before it is built elsewhere.',
      '"1m"',
    ],
    ['warmer.enabled', flagSetting, 'Whether segments are warmed up.', 'true'],
    [
      'percolator.map_unmapped_fields_as_text',
      flagSetting,
      'Whether stored queries read fields without a mapping as text.',
      'false',
    ],
    ['time_series.end_time', textSetting, 'The latest `@timestamp` that a time series index accepts.'],
    ['look_ahead_time', durationSetting, 'How far in the future timestamps of a time series may be.', '"30m"'],
    ['look_back_time', durationSetting, 'How far in the past timestamps of a time series may be.', '"2h"'],
    [
      'dense_vector.hnsw_filter_heuristic',
      wordSetting('fanout', 'acorn'),
      'How filtered vector searches walk the graph.',
    ],
    ['dense_vector.hnsw_enable_early_termination', flagSetting, 'Whether vector searches may stop early.'],
    ['bloom_filter_for_id_field.enabled', flagSetting, 'Whether ids are looked up with a Bloom filter.', 'true'],
    ['flush_after_merge', positiveBytes, 'The size of a merge that causes a flush.', '"512mb"'],
    ['recovery.use_synthetic_source', flagSetting, 'Whether recoveries rebuild `_source`.'],
    ['indexing_pressure.memory.limit', anySetting, 'The memory that requests to write may take.'],
  ]);

const placement = () =>
  settings('index', [
    [
      'routing.allocation.enable',
      wordSetting('all', 'primaries', 'new_primaries', 'none'),
      'Which shards are given a node.',
      '"all"',
    ],
    [
      'routing.allocation.include._tier_preference',
      textSetting,
      'The data tiers of the index, in order of preference.',
    ],
    [
      'routing.allocation.total_shards_per_node',
      numberSetting({ minimum: -1 }),
      'The maximum number of shards of the index on a node; `-1` for no limit.',
      '-1',
    ],
    ['routing.allocation.disk.threshold_enabled', flagSetting, 'Whether the limits of disks hold.', 'true'],
    [
      'routing.rebalance.enable',
      wordSetting('all', 'primaries', 'replicas', 'none'),
      'Which shards are moved to balance the nodes.',
      '"all"',
    ],
    ['allocation.max_retries', natural, 'How often the service tries to place a shard.', '5'],
    ['blocks.read_only', flagSetting, 'Whether index and metadata are read-only.', 'false'],
    [
      'blocks.read_only_allow_delete',
      flagSetting,
      'Whether the index is read-only, and may be deleted to free space.',
      'false',
    ],
    ['blocks.read', flagSetting, 'Whether reading documents is refused.', 'false'],
    ['blocks.write', flagSetting, 'Whether writing documents is refused.', 'false'],
    ['blocks.metadata', flagSetting, 'Whether reading and writing metadata is refused.', 'false'],
    [
      'store.type',
      exactWordSetting('fs', 'niofs', 'mmapfs', 'hybridfs', 'simplefs'),
      'How files of the index are read.',
    ],
    ['store.preload', textSetting, 'The kinds of files to load into memory when they are opened.'],
    ['store.allow_mmap', flagSetting, 'Whether files may be mapped into memory.'],
    ['store.stats_refresh_interval', durationSetting, 'How often the size of the files is found out.', '"10s"'],
    ['store.fs.fs_lock', wordSetting('native', 'simple'), 'How the files are locked.', '"native"'],
  ]);

const mappingLimits = () =>
  settings('index.mapping', [
    [
      'total_fields.ignore_dynamic_beyond_limit',
      flagSetting,
      'Whether dynamic fields beyond the limit are left unmapped instead of refused.',
      'false',
    ],
    ['nested_parents.limit', natural, 'The maximum number of `nested` mappings that contain others.', '50'],
    ['nested_objects.limit', natural, 'The maximum number of nested objects of a document.', '10000'],
    [
      'field_name_length.ignore_dynamic_beyond_limit',
      flagSetting,
      'Whether dynamic fields with longer names are left unmapped.',
      'false',
    ],
    ['dimension_fields.limit', natural, 'The maximum number of dimensions of a time series.'],
    [
      'ignore_malformed',
      flagSetting,
      'Whether values of the wrong type are ignored, for fields without their own setting.',
      'false',
    ],
    ['coerce', flagSetting, 'Whether values are converted, for fields without their own setting.', 'false'],
    [
      'synthetic_source_keep',
      wordSetting('none', 'arrays'),
      'What of `_source` is kept as written when it is rebuilt.',
    ],
    ['exclude_source_vectors', flagSetting, 'Whether vectors are left out of `_source`.'],
    ['semantic_text.use_legacy_format', flagSetting, 'Whether semantic text keeps its older form.'],
    ['use_doc_values_skipper', flagSetting, 'Whether sparse indices of values are kept.'],
  ]);

const durability = () =>
  settings('index', [
    [
      'translog.durability',
      wordSetting('request', 'async'),
      'Whether a write is on the disk before it is answered.',
      '"request"',
    ],
    [
      'translog.sync_interval',
      durationFrom('100ms', shorterThan100ms),
      'How often the translog is written to the disk.',
      '"5s"',
    ],
    [
      'translog.flush_threshold_size',
      bytesFrom('at least `56b`', smallerThan56b),
      'The size of the translog that causes a flush.',
      '"10gb"',
    ],
    [
      'translog.flush_threshold_age',
      durationFrom('1s', shorterThan1s),
      'The age of the translog that causes a flush.',
      '"1m"',
    ],
    [
      'translog.generation_threshold_size',
      bytesFrom('at least `56b`', smallerThan56b),
      'The size at which a new file of the translog begins.',
      '"64mb"',
    ],
    ['translog.retention.size', bytesSetting, 'How much of the translog older indices keep.', '"-1"'],
    ['translog.retention.age', durationSetting, 'How long older indices keep the translog.', '"-1"'],
    ['soft_deletes.retention.operations', natural, 'How many deleted documents are kept at least.', '0'],
    ['merge.scheduler.max_thread_count', positive, 'The maximum number of threads of a shard that merge.'],
    ['merge.scheduler.max_merge_count', positive, 'The number of merges from which on writes are slowed down.'],
    ['merge.scheduler.auto_throttle', flagSetting, 'Whether merges are slowed down when they can be.', 'true'],
    [
      'merge.policy.type',
      wordSetting('unset', 'tiered', 'time_based', 'log_byte_size'),
      'How segments are chosen for a merge.',
    ],
    [
      'merge.policy.deletes_pct_allowed',
      fractionFrom(5, 50),
      'The share of deleted documents that is tolerated.',
      '20',
    ],
    [
      'merge.policy.expunge_deletes_allowed',
      fraction,
      'The share of deleted documents that force-merging tolerates.',
      '10',
    ],
    [
      'merge.policy.floor_segment',
      bytesFrom('larger than `0`', '^(?:-|0+\\D*$)'),
      'The size below which segments count as this large.',
      '"2mb"',
    ],
    [
      'merge.policy.max_merge_at_once',
      numberSetting({ minimum: 2 }),
      'The maximum number of segments that are merged together.',
      '10',
    ],
    ['merge.policy.max_merge_at_once_explicit', anySetting, 'The former maximum of segments when force-merging.'],
    ['merge.policy.max_merged_segment', positiveBytes, 'The maximum size of a merged segment.', '"5gb"'],
    ['merge.policy.segments_per_tier', fractionFrom(2), 'The number of segments of each tier.', '10'],
    [
      'merge.policy.merge_factor',
      numberSetting({ minimum: 2 }),
      'The number of segments that are merged by time.',
      '32',
    ],
    ['compound_format', textSetting, 'Which segments are kept in one file.'],
  ]);

const lifecycle = () =>
  settings('index.lifecycle', [
    ['name', textSetting, 'The lifecycle policy of the index.'],
    ['rollover_alias', textSetting, 'The alias that a rollover moves.'],
    ['indexing_complete', flagSetting, 'Whether the rollover has already happened.', 'false'],
    [
      'origination_date',
      numberSetting({ minimum: -1 }),
      'The time from which the age counts, in milliseconds since 1970.',
    ],
    ['parse_origination_date', flagSetting, 'Whether that time is taken from the name of the index.', 'false'],
    ['step.wait_time_threshold', durationSetting, 'How long a step waits before it counts as failed.', '"12h"'],
    ['prefer_ilm', flagSetting, 'Whether the policy takes precedence over the lifecycle of the data stream.', 'true'],
    ['skip', flagSetting, 'Whether the policy passes over the index.', 'false'],
  ]);

/** What the service itself sets. Answers show it, and copies of responses contain it. */
export const recordedSettings = once(() =>
  settings('index', [
    ['creation_date', anySetting, 'When the index was created. The service sets it.'],
    ['creation_date_string', anySetting, 'The same as text.'],
    ['provided_name', anySetting, 'The name with which the index was created. The service sets it.'],
    ['uuid', anySetting, 'The id of the index. The service sets it.'],
    ['verified_before_close', anySetting, 'Set by the service when it closes the index.'],
    ['verified_read_only', anySetting, 'Set by the service when it makes the index read-only.'],
    ['search.throttled', flagSetting, 'Whether searches are throttled, as of frozen indices.'],
    ['allocation.existing_shards_allocator', textSetting, 'What finds the existing copies of shards.'],
  ]),
);

/** The settings of an index that public sources name, by their full names. */
export const indexSettingFields = once((): readonly Field[] => [
  replicaCount,
  resultWindow,
  ignoreAbove,
  retentionLeasePeriod,
  termLimit,
  fieldLimit,
  depthLimit,
  nestedLimit,
  nameLimit,
  ...finalSettings(),
  ...general(),
  ...placement(),
  ...mappingLimits(),
  ...durability(),
  ...slowLogs(),
  ...lifecycle(),
]);
