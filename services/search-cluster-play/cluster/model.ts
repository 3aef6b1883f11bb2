import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Table } from '@rulebook/sandbox/table';
import type { SearchRequest } from '../search/request';
import type { IndexTable } from './index-table';

/** The two clusters of a sandbox; each has the other one as a remote cluster of this name. */
export type ClusterName = 'cluster' | 'leader';

/** Both clusters in one value, since operations on one are replicated to the other. */
export type ClusterPair = Readonly<Record<ClusterName, ClusterState>>;

export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string | null;
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly creation: number;
  readonly expiration?: number;
  readonly owner: string;
  readonly roleDescriptors: Readonly<Record<string, unknown>>;
  /** The owner's permissions at the creation of the key, which limit those of the key. Absent for a derived key, which has none. */
  readonly limitedBy?: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The number of keys created before it; absent in older states. */
  readonly number?: number;
  /** When it was invalidated, milliseconds since 1970. */
  readonly invalidation?: number;
}

/** A user with a password, next to the built-in administrator. */
export interface UserRecord {
  readonly password: string;
  /** Role descriptors by role. */
  readonly roles: Readonly<Record<string, unknown>>;
}

export interface ClusterState {
  readonly service: 'search-cluster' & ServiceId;
  /** The value behind `Authorization: Bearer` of the built-in administrator, and the password of `elastic`. */
  readonly bootstrap: string;
  /** Further users by name. */
  readonly users?: Readonly<Record<string, UserRecord>>;
  readonly name: ClusterName;
  readonly keys: Table<ApiKeyRecord>;
  readonly repositories: Table<RepositoryRecord>;
  readonly indices: IndexTable<IndexRecord>;
  /** Settings that were changed; absent when there are none. */
  readonly settings?: ClusterSettings;
  /** Auto-follow patterns by name. */
  readonly autoFollow?: Readonly<Record<string, AutoFollowRecord>>;
  /** The snapshots that the cluster took, by the id of their repository and their name. */
  readonly snapshots?: Table<SnapshotRecord>;
  /** What is stored by names and given back, by its kind and name; absent before the first. */
  readonly stored?: Table<StoredRecord>;
  /** The latest tasks; absent before the first one. */
  readonly tasks?: { readonly next: number; readonly done: Readonly<Record<string, TaskRecord>> };
  /** By id. */
  readonly openSearches?: Table<OpenSearch>;
}

/** Something that is stored by a name and given back, such as a role or a template. */
export interface StoredRecord {
  readonly kind: string;
  readonly name: string;
  /** What is kept of the request that stored it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** How often it was changed, and 1 for its creation. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Work that a request did not wait for. */
export interface TaskRecord {
  readonly action: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * A search that stays open: the pages of a scroll, or a point in time. It holds the indices of the moment at which it was opened, which share
 * what has not changed since then. Exports do not have it, as a node forgets it when it is restarted.
 */
export interface OpenSearch {
  /** Who opened it; it is not there for others. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
  /** The indices as the request named them. */
  readonly target: string;
  readonly search: KeptSearch;
  /** How many hits of a scroll were read. */
  readonly read: number;
}

/** What an open search looks at. It stays the same object while it is open. */
export interface KeptSearch {
  readonly indices: readonly { readonly name: string; readonly index: IndexRecord }[];
  /** Absent for a point in time, which any search can use. */
  readonly request?: SearchRequest;
}

/** A pattern after which new indices of the remote cluster are followed. */
export interface AutoFollowRecord {
  readonly remoteCluster: ClusterName;
  /** The name by which the request called the remote cluster; absent when it is the cluster's own. */
  readonly remoteAlias?: string;
  readonly leaderPatterns: readonly string[];
  readonly exclusionPatterns: readonly string[];
  /** The pattern of the followers' names; without it, they have the names of their leaders. */
  readonly followPattern?: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly isActive: boolean;
  /** The ids of indices of the remote cluster that the pattern has processed. */
  readonly known: readonly string[];
  readonly followed: number;
  /** The number of indices that could not be followed. */
  readonly refused: number;
}

export interface RepositoryRecord {
  /** The id that the repository keeps wherever it is registered. */
  readonly uuid: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A snapshot of indices. It shares with the cluster what has not changed since it was taken. */
export interface SnapshotRecord {
  /** The id of its repository. */
  readonly repository: string;
  readonly name: string;
  readonly uuid: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly hasGlobalState: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly indices: Readonly<Record<string, IndexRecord>>;
}

export interface IndexRecord {
  readonly uuid: string;
  /** Milliseconds since 1970. Absent in states of older sandboxes. */
  readonly createdAt?: number;
  readonly isOpen: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mappings: Readonly<Record<string, unknown>>;
  /** Further names of the index. */
  readonly aliases?: Readonly<Record<string, unknown>>;
  readonly documents: Table<DocumentRecord>;
  /** The versions of the documents that were deleted in the last minute; they count on from there. A restart forgets them. */
  readonly deletions?: Readonly<Record<string, { readonly version: number; readonly at: number }>>;
  /** The sequence number of the next operation. */
  readonly nextSequence: number;
  /** Operations that a follower may still read, oldest first. Those before the first number are dropped. Empty without leases. */
  readonly history: OperationLog;
  /** By follower, on a leader index. */
  readonly leases: Readonly<Record<string, LeaseRecord>>;
  /** Set on a follower index. */
  readonly follow?: FollowRecord;
  /** Set on an index of a data stream. */
  readonly stream?: StreamPlace;
  /** The number of times that its primary shard was started anew: when it was closed and when it was opened. */
  readonly restarts?: number;
  /** The number of times that the whole index was copied from a leader. */
  readonly recoveries?: number;
}

/** Which index of a data stream one is. The stream is all of them. */
export interface StreamPlace {
  readonly name: string;
  /** Counted from 1; writes go into the last one. */
  readonly generation: number;
  /** The field with the time of a document. */
  readonly timestamp: string;
}

export interface DocumentRecord {
  /** The value that selected the shard; absent if it was the id. */
  readonly routing?: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly sequence: number;
  /** The primary term in which it was written; absent for the first one. */
  readonly term?: number;
}

export interface OperationRecord {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
  /** Absent: the document was deleted. */
  readonly source?: Readonly<Record<string, unknown>>;
}

export interface LeaseRecord {
  /** The lowest sequence number that is kept for the follower. */
  readonly retained: number;
  /** Milliseconds since 1970; renewed while the follower is active. */
  readonly renewedAt: number;
}

export interface FollowRecord {
  readonly remoteCluster: ClusterName;
  /** The name by which the request called the remote cluster; absent when it is the cluster's own. */
  readonly remoteAlias?: string;
  readonly leaderIndex: string;
  readonly leaderUuid: string;
  readonly status: 'active' | 'paused';
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The highest replicated sequence number; -1 before the first one. */
  readonly checkpoint: number;
  /** Why replication has failed. */
  readonly fatalException?: string;
  /** The service's name for that kind of error. */
  readonly fatalType?: string;
  /** The number of documents that were copied when it began to follow. */
  readonly documentsCopied: number;
  readonly operationsRead: number;
  readonly operationsWritten: number;
}

/** Settings of a cluster by their dotted names, persistent and transient ones. */
export interface ClusterSettings {
  readonly persistent: Readonly<Record<string, unknown>>;
  readonly transient: Readonly<Record<string, unknown>>;
}

/**
 * Operations in the order of their numbers and times. They are stored in nonempty pieces, so that adding one operation copies a single piece.
 * Plain JSON, immutable.
 */
export type OperationLog = readonly (readonly OperationRecord[])[];
