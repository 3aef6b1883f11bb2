import type { ClusterPair, ClusterState, DocumentRecord, IndexRecord, OperationRecord } from '../cluster/model';
import { documentsById, documentTableOf } from '../indices/document-table';
import { allOperations, operationLogOf } from '../indices/operation-log';
import type { SandboxState } from '../sandbox-state';

/** An index as exports hold it: its documents by their ids, its history as one list. */
export type ExportedIndex = Omit<IndexRecord, 'documents' | 'history'> & {
  readonly documents: Readonly<Record<string, DocumentRecord>>;
  readonly history: readonly OperationRecord[];
};

/** A cluster as exports hold it. */
export type ExportedCluster = Omit<ClusterState, 'indices'> & {
  readonly indices: Readonly<Record<string, ExportedIndex>>;
};

/** A sandbox's state in the form of exports, which people read and write. */
export type ExportedState = Omit<SandboxState, 'clusters'> & {
  readonly clusters: Readonly<Record<keyof ClusterPair, ExportedCluster>>;
};

/** Returns the state in the form of exports. */
export function exportState(state: SandboxState): ExportedState {
  const { cluster, leader } = state.clusters;
  return { ...state, clusters: { cluster: exportCluster(cluster), leader: exportCluster(leader) } };
}

/** Returns the text of an export. */
export function writeState(state: SandboxState): string {
  return JSON.stringify(exportState(state));
}

/** Returns the state that an export holds. */
export function importState(exported: ExportedState): SandboxState {
  const { cluster, leader } = exported.clusters;
  return { ...exported, clusters: { cluster: importCluster(cluster), leader: importCluster(leader) } };
}

function exportCluster(cluster: ClusterState): ExportedCluster {
  const indices = mapValues(cluster.indices, (index) => ({
    ...index,
    documents: documentsById(index.documents),
    history: allOperations(index.history),
  }));
  return { ...cluster, indices };
}

function importCluster(cluster: ExportedCluster): ClusterState {
  const indices = mapValues(cluster.indices, (index) => ({
    ...index,
    documents: documentTableOf(index.documents),
    history: operationLogOf(index.history),
  }));
  return { ...cluster, indices };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
