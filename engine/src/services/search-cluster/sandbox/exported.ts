import type {
  ApiKeyRecord,
  ClusterPair,
  ClusterState,
  DocumentRecord,
  IndexRecord,
  OperationRecord,
  RepositoryRecord,
  SnapshotRecord,
} from './cluster/model';

/** An index in the format of exports: its documents by their ids, its history as one list. */
export type ExportedIndex = Omit<IndexRecord, 'documents' | 'history' | 'deletions'> & {
  readonly documents: Readonly<Record<string, DocumentRecord>>;
  readonly history: readonly OperationRecord[];
};

/** A snapshot in the format of exports. */
export type ExportedSnapshot = Omit<SnapshotRecord, 'indices'> & {
  readonly indices: Readonly<Record<string, ExportedIndex>>;
};

/** A cluster in the format of exports. */
export type ExportedCluster = Omit<ClusterState, 'keys' | 'repositories' | 'indices' | 'snapshots' | 'openSearches'> & {
  readonly snapshots?: Readonly<Record<string, ExportedSnapshot>>;
  readonly keys: Readonly<Record<string, ApiKeyRecord>>;
  readonly repositories: Readonly<Record<string, RepositoryRecord>>;
  readonly indices: Readonly<Record<string, ExportedIndex>>;
};

/** Both clusters in the format of exports. */
export type ExportedClusters = Readonly<Record<keyof ClusterPair, ExportedCluster>>;
