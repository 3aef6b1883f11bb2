import type { IndexTable } from '../cluster/index-table';
import type { ClusterName, ClusterPair, FollowRecord, IndexRecord } from '../cluster/model';
import { trimHistory } from '../indices/history';
import { allOperations, appendOperations, dropOperations, oldestOperation } from '../indices/operation-log';
import type { StepInput } from '@rulebook/sandbox/model';
import { followNewIndices } from './new-indices';
import { leaseName, renewLease } from './leases';
import { indexAt, leaderOf, nameOfRemote, sameLeader, withIndexAt, type IndexPlace } from './pair';
import { perObject } from '@rulebook/text/structures/memo';

/**
 * Advances both clusters to the time: new indices are followed, operations on leaders are replicated, leases are renewed or end. Runs before
 * and after each request. Returns the same pair when there is nothing to do, which it finds by looking at the followers only.
 */
export function synchronize(clusters: ClusterPair, input: Pick<StepInput, 'now' | 'randomText'>): ClusterPair {
  if (isWithoutReplication(clusters)) return clusters;
  let current = followNewIndices(clusters, input);
  // A follower may be a leader itself, so operations may pass through several followers, at most through all of them.
  for (let left = countFollowers(current); left > 0; left--) {
    const before = current;
    current = each(current, 'follower', (pair, place) => replicate(pair, place, input.now));
    if (current === before) break;
  }
  return each(current, 'leased', (pair, place) => {
    const index = indexAt(pair, place);
    return index ? withIndexAt(pair, place, trimHistory(index, input.now)) : pair;
  });
}

/** Most clusters replicate nothing, and then no request needs to look for it. */
const isWithoutReplication = perObject(({ cluster, leader }: ClusterPair): boolean =>
  [cluster, leader].every(
    ({ indices, autoFollow = {} }) =>
      indices.inRole('follower').length === 0 &&
      indices.inRole('leased').length === 0 &&
      Object.keys(autoFollow).length === 0,
  ),
);

function countFollowers({ cluster, leader }: ClusterPair): number {
  return cluster.indices.inRole('follower').length + leader.indices.inRole('follower').length;
}

function each(
  clusters: ClusterPair,
  role: Parameters<IndexTable<IndexRecord>['inRole']>[0],
  change: (clusters: ClusterPair, place: IndexPlace) => ClusterPair,
): ClusterPair {
  let current = clusters;
  for (const cluster of ['leader', 'cluster'] as const satisfies readonly ClusterName[]) {
    for (const name of current[cluster].indices.inRole(role)) current = change(current, { cluster, name });
  }
  return current;
}

/** Replicates new operations of the leader to one follower. */
function replicate(clusters: ClusterPair, place: IndexPlace, now: number): ClusterPair {
  const index = indexAt(clusters, place);
  const follow = index?.follow;
  if (!follow || follow.status !== 'active' || follow.fatalException !== undefined) return clusters;
  const leader = sameLeader(clusters, follow);
  if (!leader) return withIndexAt(clusters, place, { ...index, follow: withoutLeader(clusters, follow) });
  const next = index.isOpen && leader.isOpen ? readOperations(index, follow, leader, now) : index;
  const retained = (next.follow ?? follow).checkpoint + 1;
  const lease = leaseName(place.cluster, place.name, index.uuid);
  // A failed follower does not renew its lease, which lasts until it ends.
  const kept = next.follow?.fatalException === undefined ? renewLease(leader, lease, retained, now) : leader;
  return withIndexAt(withIndexAt(clusters, leaderOf(follow), kept), place, next);
}

function withoutLeader(clusters: ClusterPair, follow: FollowRecord): FollowRecord {
  const isReplaced = indexAt(clusters, leaderOf(follow)) !== undefined;
  const name = `${nameOfRemote(follow)}:${follow.leaderIndex}`;
  return isReplaced
    ? failed(
        follow,
        'illegal_state_exception',
        `The leader [${name}] has been replaced by another index of the same name.`,
      )
    : failed(follow, 'index_not_found_exception', `The leader [${name}] no longer exists.`);
}

function failed(follow: FollowRecord, fatalType: string, fatalException: string): FollowRecord {
  return { ...follow, fatalType, fatalException };
}

/**
 * The documents of the leader are the result of all operations in their order. Only replication writes to a follower, so it shares these
 * documents. The leader's history only shows whether the missing operations can still be read.
 */
function readOperations(index: IndexRecord, follow: FollowRecord, leader: IndexRecord, now: number): IndexRecord {
  const count = leader.nextSequence - 1 - follow.checkpoint;
  if (count <= 0) return index.mappings === leader.mappings ? index : { ...index, mappings: leader.mappings };
  const first = oldestOperation(leader.history)?.sequence ?? leader.nextSequence;
  if (first > follow.checkpoint + 1) {
    const reason =
      `The operations from ${follow.checkpoint + 1} to ${first - 1} of the leader are no longer available: ` +
      'the retention lease of the follower has ended. Recreate the follower: pause, close and follow again.';
    return { ...index, follow: failed(follow, 'resource_not_found_exception', reason) };
  }
  // Only a follower that is a leader itself needs a history.
  const isLeased = Object.keys(index.leases).length > 0;
  const read = isLeased
    ? allOperations(dropOperations(leader.history, ({ sequence }) => sequence > follow.checkpoint))
    : [];
  const next: IndexRecord = {
    ...index,
    mappings: leader.mappings,
    documents: leader.documents,
    nextSequence: leader.nextSequence,
    history: isLeased ? appendOperations(index.history, read) : [],
    follow: {
      ...follow,
      checkpoint: leader.nextSequence - 1,
      operationsRead: follow.operationsRead + count,
      operationsWritten: follow.operationsWritten + count,
    },
  };
  return trimHistory(next, now);
}
