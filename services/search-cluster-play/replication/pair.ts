import { withCluster } from '../cluster/call';
import type { ClusterName, ClusterPair, FollowRecord, IndexRecord } from '../cluster/model';

/** An index and its name on one of the clusters. */
export interface IndexPlace {
  readonly cluster: ClusterName;
  readonly name: string;
}

/** Returns the remote cluster of a cluster. */
export function remoteOf(self: ClusterName): ClusterName {
  return self === 'cluster' ? 'leader' : 'cluster';
}

/** Returns the name by which a follower or a pattern calls its remote cluster. */
export function nameOfRemote({
  remoteCluster,
  remoteAlias,
}: Pick<FollowRecord, 'remoteCluster' | 'remoteAlias'>): string {
  return remoteAlias ?? remoteCluster;
}

/** Returns an index, or undefined when there is none with that name. */
export function indexAt(clusters: ClusterPair, { cluster, name }: IndexPlace): IndexRecord | undefined {
  return clusters[cluster].indices.get(name);
}

/** Returns the pair with one index replaced. */
export function withIndexAt(clusters: ClusterPair, { cluster, name }: IndexPlace, index: IndexRecord): ClusterPair {
  const state = clusters[cluster];
  const indices = state.indices.with(name, index);
  return indices === state.indices ? clusters : withCluster(clusters, { ...state, indices });
}

/** Returns where the leader of a follower is. */
export function leaderOf({ remoteCluster, leaderIndex }: FollowRecord): IndexPlace {
  return { cluster: remoteCluster, name: leaderIndex };
}

/** Returns the leader of a follower, or undefined when it was deleted, even if another index now has its name. */
export function sameLeader(clusters: ClusterPair, follow: FollowRecord): IndexRecord | undefined {
  const leader = indexAt(clusters, leaderOf(follow));
  return leader?.uuid === follow.leaderUuid ? leader : undefined;
}
