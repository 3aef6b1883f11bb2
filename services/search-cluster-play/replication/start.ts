import type { ClusterName, ClusterPair, FollowRecord, IndexRecord } from '../cluster/model';
import { flattenSettings } from '../indices/settings';
import type { StepInput } from '@rulebook/sandbox/model';
import { dropLease, leaseName, renewLease } from './leases';
import { indexAt, leaderOf, sameLeader, withIndexAt, type IndexPlace } from './pair';

/** What a follower is created from. */
interface FollowSource extends Pick<FollowRecord, 'remoteAlias'> {
  readonly remoteCluster: ClusterName;
  readonly leaderIndex: string;
  /** Settings that differ from those of the leader. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The follower is created, but does not replicate yet. */
  readonly isPaused?: boolean;
}

/**
 * Creates an index that follows a leader, and copies the whole leader. A closed index of the name is replaced. Without a leader, nothing changes.
 */
export function startFollowing(
  clusters: ClusterPair,
  place: IndexPlace,
  source: FollowSource,
  { now, randomText }: Pick<StepInput, 'now' | 'randomText'>,
): ClusterPair {
  const { remoteCluster, remoteAlias, leaderIndex, parameters } = source;
  const former = indexAt(clusters, place);
  const cleared = former ? withoutLease(clusters, place, former, now) : clusters;
  const at = { cluster: remoteCluster, name: leaderIndex };
  const leader = indexAt(cleared, at);
  if (!leader) return clusters;
  const uuid = randomText(22);
  const follower: IndexRecord = {
    uuid,
    isOpen: true,
    settings: { ...leader.settings, ...flattenSettings(source.settings) },
    mappings: leader.mappings,
    documents: leader.documents,
    nextSequence: leader.nextSequence,
    history: [],
    leases: {},
    recoveries: (former?.recoveries ?? 0) + 1,
    follow: {
      remoteCluster,
      ...(remoteAlias !== undefined && { remoteAlias }),
      leaderIndex,
      leaderUuid: leader.uuid,
      status: source.isPaused ? 'paused' : 'active',
      parameters,
      checkpoint: leader.nextSequence - 1,
      operationsRead: 0,
      operationsWritten: 0,
      documentsCopied: leader.documents.size,
    },
  };
  const leased = renewLease(leader, leaseName(place.cluster, place.name, uuid), leader.nextSequence, now);
  return withIndexAt(withIndexAt(cleared, at, leased), place, follower);
}

/** Removes the lease of a follower from its leader, if that still exists. */
export function withoutLease(clusters: ClusterPair, place: IndexPlace, index: IndexRecord, now: number): ClusterPair {
  const { follow } = index;
  const leader = follow && sameLeader(clusters, follow);
  if (!leader) return clusters;
  const kept = dropLease(leader, leaseName(place.cluster, place.name, index.uuid), now);
  return withIndexAt(clusters, leaderOf(follow), kept);
}
