import { inOrderOfCreation } from './cluster/keys';
import type { ApiKeyRecord, ClusterPair, ClusterState, IndexRecord } from './cluster/model';
import type { ExportedCluster, ExportedClusters, ExportedIndex } from './exported';
import { allOperations, operationLogOf } from './indices/operation-log';
import { Table } from '../../../sandbox/table';

/** Returns both clusters in the format of exports. */
export function exportClusters({ cluster, leader }: ClusterPair): ExportedClusters {
  return { cluster: exportCluster(cluster), leader: exportCluster(leader) };
}

/** Returns the clusters of an export. */
export function importClusters({ cluster, leader }: ExportedClusters): ClusterPair {
  return { cluster: importCluster(cluster), leader: importCluster(leader) };
}

function exportCluster(cluster: ClusterState): ExportedCluster {
  const indices = mapValues(cluster.indices, exportIndex);
  const keys = Object.fromEntries(inOrderOfCreation(cluster.keys.values()).map((key) => [key.id, key]));
  return { ...cluster, keys, indices };
}

/** Returns an index in the format of exports. */
export function exportIndex(index: IndexRecord): ExportedIndex {
  return {
    ...index,
    // In the order in which they were written. Unlike assignment, `fromEntries` also creates members with names such as `__proto__`.
    documents: Object.fromEntries([...index.documents.entries()].sort(([, a], [, b]) => a.sequence - b.sequence)),
    history: allOperations(index.history),
  };
}

function importCluster(cluster: ExportedCluster): ClusterState {
  const indices = mapValues(cluster.indices, (index) => ({
    ...index,
    documents: Table.of(index.documents),
    // Older sandboxes kept a history also for indices without followers.
    history: Object.keys(index.leases).length > 0 ? operationLogOf(index.history) : [],
  }));
  const keys = Object.entries(cluster.keys).map(([id, key], at): [string, ApiKeyRecord] => [
    id,
    key.number === undefined ? { ...key, number: at } : key,
  ]);
  return { ...cluster, keys: Table.from(keys), indices };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
