import { isRecord } from '@rulebook/json/is-record';
import { replicaCount, shardCount } from '@rulebook/search-cluster/facts/indices/index-settings';
import type { ClusterState, IndexRecord } from '../cluster/model';
import { flattenSettings, settingOf, withExpansion } from './settings';
import type { StepInput } from '@rulebook/sandbox/model';
import { Table } from '@rulebook/sandbox/table';

/** The initial content of an index; all members are optional. */
export interface IndexParts {
  readonly settings?: unknown;
  readonly mappings?: unknown;
  readonly aliases?: unknown;
}

/** Makes an empty index. */
export function createIndexRecord(parts: IndexParts, input: StepInput): IndexRecord {
  const given = flattenSettings(isRecord(parts.settings) ? parts.settings : {});
  // This number only decides into how many shards the index can be split.
  const { 'index.number_of_routing_shards': _, ...settings } = withExpansion(given);
  return {
    uuid: input.randomText(22),
    createdAt: input.now,
    isOpen: true,
    settings: {
      [shardCount.name]: settingOf(settings, shardCount),
      [replicaCount.name]: settingOf(settings, replicaCount),
      'index.creation_date': String(input.now),
      // Where servers place the shards of an index unless a setting names other ones.
      'index.routing.allocation.include._tier_preference': 'data_content',
      ...settings,
    },
    mappings: isRecord(parts.mappings) ? parts.mappings : {},
    ...(isRecord(parts.aliases) && { aliases: parts.aliases }),
    documents: Table.empty(),
    nextSequence: 0,
    history: [],
    leases: {},
  };
}

/** Returns an index whose primary shard is started anew, in the next primary term. */
export function restarted(index: IndexRecord, times = 1): IndexRecord {
  return { ...index, restarts: (index.restarts ?? 0) + times };
}

/** Returns the primary term of an index. With one node, it changes only when the index is closed or opened. */
export function primaryTermOf({ restarts = 0 }: IndexRecord): number {
  return 1 + restarts;
}

/** Puts an index into a cluster; an index of the same name is replaced. */
export function withIndex(cluster: ClusterState, name: string, index: IndexRecord): ClusterState {
  return { ...cluster, indices: cluster.indices.with(name, index) };
}
