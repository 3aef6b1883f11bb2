import type {
  ApiKeyRecord,
  ClusterPair,
  ClusterState,
  DocumentRecord,
  IndexRecord,
  OperationRecord,
  RepositoryRecord,
  SnapshotRecord,
  StoredRecord,
} from './cluster/model';

/** What is written of an index. The versions of deleted documents are known only while the sandbox runs. */
export type WrittenIndex = Omit<IndexRecord, 'deletions'>;

/** What is written of a cluster. Open searches end with the sandbox. */
export type WrittenCluster = Omit<ClusterState, 'openSearches'>;

/** An index in the format of exports: its documents by their ids, its history as one list. */
export type ExportedIndex = Omit<WrittenIndex, 'documents' | 'history'> & {
  readonly documents: Readonly<Record<string, DocumentRecord>>;
  readonly history: readonly OperationRecord[];
};

/** A snapshot in the format of exports. */
export type ExportedSnapshot = Omit<SnapshotRecord, 'indices'> & {
  readonly indices: Readonly<Record<string, ExportedIndex>>;
};

/** A cluster in the format of exports. */
export type ExportedCluster = Omit<WrittenCluster, 'keys' | 'repositories' | 'indices' | 'snapshots' | 'stored'> & {
  readonly snapshots?: Readonly<Record<string, ExportedSnapshot>>;
  readonly stored?: Readonly<Record<string, StoredRecord>>;
  readonly keys: Readonly<Record<string, ApiKeyRecord>>;
  readonly repositories: Readonly<Record<string, RepositoryRecord>>;
  readonly indices: Readonly<Record<string, ExportedIndex>>;
};

/** Both clusters in the format of exports. */
export type ExportedClusters = Readonly<Record<keyof ClusterPair, ExportedCluster>>;
