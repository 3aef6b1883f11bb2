import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, MisplacedField, ObjectShape } from '@rulebook/catalogue/shape';
import { once } from '@rulebook/text/structures/once';
import { ownSettings } from './fixed-settings';
import { finalSettings, indexSettingFields, recordedSettings } from './index-setting-list';
import { retentionLeaseOfFollower } from './index-settings';
import { settingsObject, type SettingList } from './setting-names';
import { fromSettingsPage, settingsRefused } from './setting-values';

/** First words of settings that users, plugins and other products name themselves. */
const free = [
  ...['analysis', 'similarity', 'xpack', 'plugin', 'plugins', 'knn', 'opendistro', 'opensearch', 'context', 'metadata'],
  ...[
    'replication',
    'remote_store',
    'composite_index',
    'star_tree',
    'append_only',
    'derived_field',
    'ubi',
    'pagination',
  ],
  ...['merge_on_flush', 'searchable_snapshot', 'number_of_search_replicas', 'search_only', 'concurrent_segment_search'],
  // What the service itself sets.
  ...['history', 'shrink', 'split', 'rollup', 'snapshot', 'format'],
  ...['failure_store', 'shard_limit', 'dimensions', 'dimensions_tsid_strategy_enabled', 'data_path'],
  // Settings of former versions, those that are for experts alone, and those that only the published description has.
  ...['search.slowlog.source', 'search.slowlog.reformat'],
  ...['fielddata', 'optimize_auto_generated_id', 'engine', 'compound_on_flush', 'codec.zstd', 'store.stateless'],
  ...[
    'store.snapshot',
    'store.hybrid',
    'store.remote_snapshot',
    'seq_no',
    'disable_sequence_numbers',
    'mapping.synthetic_id',
  ],
  ...['use_time_series_doc_values_format', 'use_es_812_postings_format', 'merge.intra_merge_parallelism_enabled'],
  ...[
    'merge.log_byte_size_policy',
    'merge.policy.max_time_based_merged_segment',
    'search.concurrent',
    'search.default_pipeline',
  ],
  ...['search.star_tree_index', 'logsdb', 'translog.durability_type', 'store.force_ram_term_dict', 'recovery.type'],
  ...['codec.compression_level', 'bloom_filter_doc_values', 'settings', 'check_on_startup', 'query.max_clause_count'],
  ...['routing.allocation.include', 'routing.allocation.exclude', 'routing.allocation.require'],
  ...['routing.allocation.initial_recovery', 'priority_shards', 'translog.read_forward', 'translog.remote'],
].map((name) => `index.${name}`);

const byService: MisplacedField = {
  names: ownSettings,
  severity: 'warning',
  message: 'The service itself sets this and refuses it in a request. Remove it.',
  provenance: settingsRefused,
  fix: { kind: 'remove' },
};

const common = {
  name: 'index settings',
  prefix: 'index.',
  // Settings of another version, which were set aside.
  free: [...free, 'archived', 'index.archived'],
  provenance: fromSettingsPage,
  refusal: settingsRefused,
};

/** The settings of an index that is created, also by a template, a copy or a snapshot. */
export const indexSettings: ObjectShape = settingsObject({
  ...common,
  get settings() {
    return indexSettingFields();
  },
  misplaced: [byService],
});

/** The settings as responses have them, with what the service sets. */
export const shownSettings: ObjectShape = settingsObject({
  ...common,
  get settings() {
    return withRecorded();
  },
  free: [...common.free, 'index.version', 'index.resize', 'index.downsample', 'index.source_only'],
  misplaced: [],
});
const withRecorded = once(() => [...indexSettingFields(), ...recordedSettings()]);

const shards = 'index.number_of_shards';

/** The settings that override those of the leader index. */
export const followerSettings: ObjectShape = settingsObject({
  ...common,
  get settings() {
    return ofFollower();
  },
  misplaced: [
    byService,
    {
      names: [shards],
      severity: 'warning',
      message: 'A follower index has as many shards as its leader, and servers refuse another number. Remove it.',
      provenance: settingsRefused,
      fix: { kind: 'remove' },
    },
  ],
});
const ofFollower = once(() =>
  indexSettingFields().flatMap((setting) =>
    setting.name === shards
      ? []
      : setting.name === retentionLeaseOfFollower.name
        ? [retentionLeaseOfFollower]
        : [setting],
  ),
);

function notChangeable(remedy: string, names: readonly string[]): MisplacedField {
  return {
    names,
    severity: 'warning',
    message: `This setting is fixed when an index is created. ${remedy}`,
    provenance: settingsRefused,
    fix: { kind: 'remove' },
  };
}

const changed = once((): Pick<SettingList, 'settings' | 'misplaced'> => {
  const fixed = new Set(finalSettings().map(({ name }) => name));
  return {
    settings: indexSettingFields().filter(({ name }) => !fixed.has(name)),
    misplaced: [
      byService,
      notChangeable('Use `_split`, `_shrink` or `_reindex` for another number of shards.', [shards]),
      notChangeable(
        'Create another index with it, and reindex.',
        [...fixed].filter((name) => name !== shards),
      ),
    ],
  };
});

/** Returns the settings of an index that exists, and what else the object has. */
function changedWith(besides?: readonly Field[]): ObjectShape {
  return settingsObject({
    ...common,
    besides,
    get settings() {
      return changed().settings;
    },
    get misplaced() {
      return changed().misplaced;
    },
  });
}

/** A change must set something. */
const nonempty: Constraint = { rule: 'member-count', options: { minimum: 1 }, provenance: settingsRefused };

function withSettings(shape: ObjectShape): ObjectShape {
  return Object.defineProperties({} as ObjectShape, {
    ...Object.getOwnPropertyDescriptors(shape),
    constraints: { value: [...(shape.constraints ?? []), nonempty], enumerable: true },
  });
}

const wrapped: Field = {
  name: 'settings',
  summary: 'The settings. They can also be in the body itself.',
  provenance: fromSettingsPage,
  shape: withSettings(changedWith()),
  example: '{ "index.refresh_interval": "30s" }',
};

/** The body that changes the settings of an index that exists: the settings, or an object with them. */
export const changeBody: ObjectShape = withSettings(changedWith([wrapped]));
