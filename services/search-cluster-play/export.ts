import { IndexTable } from './cluster/index-table';
import { inOrderOfCreation } from './cluster/keys';
import type { ApiKeyRecord, ClusterPair, ClusterState, IndexRecord, SnapshotRecord } from './cluster/model';
import type {
  ExportedCluster,
  ExportedClusters,
  ExportedIndex,
  ExportedSnapshot,
  WrittenCluster,
  WrittenIndex,
} from './exported';
import { allOperations, operationLogOf } from './indices/operation-log';
import { Table } from '@rulebook/sandbox/table';

/** Returns both clusters in the format of exports. */
export function exportClusters({ cluster, leader }: ClusterPair): ExportedClusters {
  return { cluster: exportCluster(cluster), leader: exportCluster(leader) };
}

/** Returns the clusters of an export. */
export function importClusters({ cluster, leader }: ExportedClusters): ClusterPair {
  return { cluster: importCluster(cluster), leader: importCluster(leader) };
}

/** Returns what is written of a cluster. Exports and lines of changes are both made of it, so that a line fits to what is before it. */
export function writtenOfCluster({ openSearches: _, ...cluster }: ClusterState): WrittenCluster {
  return cluster;
}

/** Returns what is written of an index. */
export function writtenOfIndex({ deletions: _, ...index }: IndexRecord): WrittenIndex {
  return index;
}

function exportCluster(state: ClusterState): ExportedCluster {
  const { snapshots, stored, ...cluster } = writtenOfCluster(state);
  const indices = Object.fromEntries(cluster.indices.entries().map(([name, index]) => [name, exportIndex(index)]));
  const keys = Object.fromEntries(inOrderOfCreation(cluster.keys.values()).map((key) => [key.id, key]));
  return {
    ...cluster,
    keys,
    repositories: cluster.repositories.toJSON(),
    indices,
    ...(snapshots && { snapshots: exportSnapshots(snapshots) }),
    ...(stored && { stored: stored.toJSON() }),
  };
}

/** Returns an index in the format of exports. */
export function exportIndex(record: IndexRecord): ExportedIndex {
  const index = writtenOfIndex(record);
  return {
    ...index,
    // In the order in which they were written. Unlike assignment, `fromEntries` also creates members with names such as `__proto__`.
    documents: Object.fromEntries([...index.documents.entries()].sort(([, a], [, b]) => a.sequence - b.sequence)),
    history: allOperations(index.history),
  };
}

/** Returns snapshots in the format of exports. */
export function exportSnapshots(snapshots: Table<SnapshotRecord>): Readonly<Record<string, ExportedSnapshot>> {
  return Object.fromEntries(snapshots.ordered().map(([key, snapshot]) => [key, exportSnapshot(snapshot)]));
}

/** Returns a snapshot in the format of exports. */
export function exportSnapshot(snapshot: SnapshotRecord): ExportedSnapshot {
  return { ...snapshot, indices: mapMembers(snapshot.indices, exportIndex) };
}

function importIndex({ deletions: _, ...index }: ExportedIndex & Pick<IndexRecord, 'deletions'>): IndexRecord {
  // Lines of earlier sandboxes may hold deletions.
  return {
    ...index,
    documents: Table.of(index.documents),
    // Older sandboxes kept a history also for indices without followers.
    history: Object.keys(index.leases).length > 0 ? operationLogOf(index.history) : [],
  };
}

function mapMembers<From, To>(
  members: Readonly<Record<string, From>>,
  change: (from: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

function importCluster({ snapshots, stored, ...cluster }: ExportedCluster): ClusterState {
  const keys = Object.entries(cluster.keys).map(([id, key], at): [string, ApiKeyRecord] => [
    id,
    key.number === undefined ? { ...key, number: at } : key,
  ]);
  return {
    ...cluster,
    keys: Table.from(keys),
    repositories: Table.of(cluster.repositories),
    indices: IndexTable.from(Object.entries(mapMembers(cluster.indices, importIndex))),
    ...(stored && { stored: Table.of(stored) }),
    ...(snapshots && {
      snapshots: Table.of(
        mapMembers(snapshots, (one): SnapshotRecord => ({ ...one, indices: mapMembers(one.indices, importIndex) })),
      ),
    }),
  };
}
