import { shardCount } from '@rulebook/search-cluster/facts/indices/index-settings';
import type { IndexRecord, SnapshotRecord } from '../cluster/model';
import type { Edition } from '../cluster/edition';
import { indexVersionOf } from '../cluster/nodes';
import { settingOf } from '../indices/settings';

/** Returns a snapshot as responses show it. */
export function describeSnapshot(
  { name, uuid, startedAt, hasGlobalState, metadata, indices }: SnapshotRecord,
  repository: string,
  edition: Edition,
): Readonly<Record<string, unknown>> {
  const total = shardsOf(indices);
  const at = new Date(startedAt).toISOString();
  return {
    ...{ snapshot: name, uuid, repository, version_id: indexVersionOf(edition), version: edition.version },
    ...{ indices: Object.keys(indices), data_streams: streamsOf(indices), include_global_state: hasGlobalState },
    ...(metadata && { metadata }),
    ...{
      state: 'SUCCESS',
      start_time: at,
      start_time_in_millis: startedAt,
      end_time: at,
      end_time_in_millis: startedAt,
    },
    ...{ duration_in_millis: 0, failures: [], shards: { total, failed: 0, successful: total }, feature_states: [] },
  };
}

/** Returns what the list of a repository says of a snapshot, without a look into it. */
export function describeBriefly(
  { name, uuid, indices }: SnapshotRecord,
  repository: string,
): Readonly<Record<string, unknown>> {
  return {
    snapshot: name,
    uuid,
    repository,
    indices: Object.keys(indices),
    data_streams: streamsOf(indices),
    state: 'SUCCESS',
  };
}

/** Returns the state of a snapshot, with all its shards, as responses show it. */
export function describeStatus(
  { name, uuid, startedAt, hasGlobalState, indices }: SnapshotRecord,
  repository: string,
): object {
  return {
    ...{ snapshot: name, repository, uuid, state: 'SUCCESS', include_global_state: hasGlobalState },
    shards_stats: shardStats(shardsOf(indices)),
    stats: fileStats(startedAt),
    indices: Object.fromEntries(
      Object.entries(indices).map(([index, record]) => {
        const count = shardsIn(record);
        const shards = Array.from({ length: count }, (_, number): [string, object] => [
          String(number),
          { stage: 'DONE', stats: fileStats(startedAt) },
        ]);
        return [
          index,
          { shards_stats: shardStats(count), stats: fileStats(startedAt), shards: Object.fromEntries(shards) },
        ];
      }),
    ),
  };
}

function shardStats(total: number): object {
  return { initializing: 0, started: 0, finalizing: 0, done: total, failed: 0, total };
}

/** The sandbox writes no files. */
function fileStats(startedAt: number): object {
  const none = { file_count: 0, size_in_bytes: 0 };
  return { incremental: none, total: none, start_time_in_millis: startedAt, time_in_millis: 0 };
}

/** Returns how many primary shards the indices have. */
export function shardsOf(indices: SnapshotRecord['indices']): number {
  return Object.values(indices).reduce((sum, index) => sum + shardsIn(index), 0);
}

function shardsIn({ settings }: IndexRecord): number {
  return Number(settingOf(settings, shardCount) ?? 1);
}

function streamsOf(indices: SnapshotRecord['indices']): readonly string[] {
  return [...new Set(Object.values(indices).flatMap(({ stream }) => stream?.name ?? []))].sort();
}
