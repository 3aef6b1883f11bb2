import { replicaCount, shardCount } from '../../catalogue/indices/index-settings';
import type { ClusterState, IndexRecord } from '../cluster/model';
import { flattenSettings, settingOf } from './settings';
import type { StepInput } from '../../../../sandbox/model';
import { Table } from '../../../../sandbox/table';
import { isRecord } from '../../../../sandbox/wire';

/** The initial content of an index; all members are optional. */
export interface IndexParts {
  readonly settings?: unknown;
  readonly mappings?: unknown;
  readonly aliases?: unknown;
}

/** Makes an empty index. */
export function createIndexRecord(parts: IndexParts, input: StepInput): IndexRecord {
  const settings = flattenSettings(isRecord(parts.settings) ? parts.settings : {});
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
      ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)),
    },
    mappings: isRecord(parts.mappings) ? parts.mappings : {},
    ...(isRecord(parts.aliases) && { aliases: parts.aliases }),
    documents: Table.empty(),
    nextSequence: 0,
    history: [],
    leases: {},
  };
}

/** Puts an index into a cluster; an index of the same name is replaced. */
export function withIndex(cluster: ClusterState, name: string, index: IndexRecord): ClusterState {
  return { ...cluster, indices: cluster.indices.with(name, index) };
}
