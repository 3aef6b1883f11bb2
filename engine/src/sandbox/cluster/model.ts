import type { ServiceId } from '../../catalogue/model';
import type { ClusterSettings } from './settings';
import type { OperationLog } from '../indices/operation-log';
import type { Table } from '../table';

/** The two clusters of a sandbox; each knows the other one under its name. */
export type ClusterName = 'cluster' | 'leader';

/** Both clusters in one value, because operations of one arrive at the other. */
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
  /** The owner's permissions when the key was made; the key has what both grant. Absent for a derived key, which has none. */
  readonly limitedBy?: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How many keys there were before it; absent in older states. */
  readonly number?: number;
  /** When it was invalidated, milliseconds since 1970. */
  readonly invalidation?: number;
}

/** Somebody who authenticates with a password, beside the built-in administrator. */
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
  readonly repositories: Readonly<Record<string, RepositoryRecord>>;
  readonly indices: Readonly<Record<string, IndexRecord>>;
  /** Settings that somebody made; absent: none. */
  readonly settings?: ClusterSettings;
  /** Auto-follow patterns by name. */
  readonly autoFollow?: Readonly<Record<string, AutoFollowRecord>>;
}

/** A pattern after which new indices of the remote cluster are followed. */
export interface AutoFollowRecord {
  readonly remoteCluster: ClusterName;
  readonly leaderPatterns: readonly string[];
  readonly exclusionPatterns: readonly string[];
  /** The name of followers; absent: as the leader. */
  readonly followPattern?: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly isActive: boolean;
  /** The ids of indices of the remote cluster that the pattern is done with. */
  readonly known: readonly string[];
  readonly followed: number;
  /** How many indices could not be followed. */
  readonly refused: number;
}

export interface RepositoryRecord {
  /** The id that the repository keeps wherever it is registered. */
  readonly uuid: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface IndexRecord {
  readonly uuid: string;
  readonly isOpen: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mappings: Readonly<Record<string, unknown>>;
  /** Further names of the index. */
  readonly aliases?: Readonly<Record<string, unknown>>;
  readonly documents: Table<DocumentRecord>;
  /** The sequence number of the next operation. */
  readonly nextSequence: number;
  /** Operations that a follower may still ask for, oldest first; the first one's number tells what is already gone. Empty without leases. */
  readonly history: OperationLog;
  /** By follower, on a leader index. */
  readonly leases: Readonly<Record<string, LeaseRecord>>;
  /** Set on a follower index. */
  readonly follow?: FollowRecord;
  /** How often the whole index was copied from a leader. */
  readonly recoveries?: number;
}

export interface DocumentRecord {
  readonly source: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly sequence: number;
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
  readonly leaderIndex: string;
  readonly leaderUuid: string;
  readonly status: 'active' | 'paused';
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The highest sequence number that has arrived; -1 before the first. */
  readonly checkpoint: number;
  /** Why it cannot go on. */
  readonly fatalException?: string;
  /** The service's name for that kind of error. */
  readonly fatalType?: string;
  /** How many documents were there to copy when it began to follow. */
  readonly documentsCopied: number;
  readonly operationsRead: number;
  readonly operationsWritten: number;
}
