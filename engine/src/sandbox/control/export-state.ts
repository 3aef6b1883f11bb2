import { inOrderOfCreation } from '../../services/search-cluster/sandbox/cluster/keys';
import type {
  ApiKeyRecord,
  ClusterPair,
  ClusterState,
  DocumentRecord,
  IndexRecord,
  OperationRecord,
} from '../../services/search-cluster/sandbox/cluster/model';
import { HookTable } from '../../services/code-hosting/sandbox/hook-table';
import type { HookRecord, HostState } from '../../services/code-hosting/sandbox/model';
import { allOperations, operationLogOf } from '../../services/search-cluster/sandbox/indices/operation-log';
import type { SandboxState } from '../sandbox-state';
import { Table } from '../table';

/** An index in the format of exports: its documents by their ids, its history as one list. */
export type ExportedIndex = Omit<IndexRecord, 'documents' | 'history'> & {
  readonly documents: Readonly<Record<string, DocumentRecord>>;
  readonly history: readonly OperationRecord[];
};

/** A cluster in the format of exports. */
export type ExportedCluster = Omit<ClusterState, 'keys' | 'indices'> & {
  readonly keys: Readonly<Record<string, ApiKeyRecord>>;
  readonly indices: Readonly<Record<string, ExportedIndex>>;
};

/** A code host in the format of exports. */
export type ExportedHost = Omit<HostState, 'hooks'> & { readonly hooks: Readonly<Record<string, HookRecord>> };

/** A sandbox's state in the format of exports, which people read and write. */
export type ExportedState = Omit<SandboxState, 'clusters' | 'host'> & {
  readonly clusters: Readonly<Record<keyof ClusterPair, ExportedCluster>>;
  readonly host: ExportedHost;
};

/** Returns the state in the format of exports. */
export function exportState(state: SandboxState): ExportedState {
  const { cluster, leader } = state.clusters;
  return {
    ...state,
    clusters: { cluster: exportCluster(cluster), leader: exportCluster(leader) },
    host: { ...state.host, hooks: state.host.hooks.toJSON() },
  };
}

/** Returns the text of an export. */
export function writeState(state: SandboxState): string {
  return JSON.stringify(exportState(state));
}

/** Returns the state that an export holds. */
export function importState(exported: ExportedState): SandboxState {
  const { cluster, leader } = exported.clusters;
  return {
    ...exported,
    clusters: { cluster: importCluster(cluster), leader: importCluster(leader) },
    host: { ...exported.host, hooks: HookTable.from(Object.values(exported.host.hooks)) },
  };
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
