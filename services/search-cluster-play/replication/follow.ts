import { isRecord } from '@rulebook/json/is-record';
import type { ClusterCall, ClusterHandlers, ClusterStep } from '../cluster/call';
import { remoteNamed, remoteNames } from '../cluster/settings';
import type { IndexRecord } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { closedIndex, missingIndex, oneIndex, refuseIndexName } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { leaseName, renewLease } from './leases';
import { indexAt, leaderOf, nameOfRemote, sameLeader, withIndexAt, type IndexPlace } from './pair';
import { areShardsActive, readParameters } from './parameters';
import {
  aliasOfOther,
  noFollower,
  openFollower,
  otherLeader,
  pausedFollower,
  pauseFirst,
  runningFollower,
  unknownRemote,
  unpausedFollower,
} from './refusals';
import { startFollowing, withoutLease } from './start';
import { answer, result } from '@rulebook/sandbox/wire';

/** Plays following, pausing, resuming and unfollowing. */
export const followHandlers: ClusterHandlers = {
  'search-cluster.follower.follow': followIndex,
  'search-cluster.follower.pause': onFollower(pause),
  'search-cluster.follower.resume': onFollower(resume),
  'search-cluster.follower.unfollow': onFollower(unfollow),
};

const acknowledged = answer(200, { acknowledged: true });

function followIndex(call: ClusterCall): ClusterStep {
  const { clusters, self, input, query } = call;
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const name = call.parameters.get('follower_index') ?? '';
  const { remote_cluster: remote, leader_index: leaderIndex, settings } = body;
  if (typeof remote !== 'string' || typeof leaderIndex !== 'string') {
    return refuse(call, problem('The body must name `remote_cluster` and `leader_index`.'));
  }
  const misnamed = refuseIndexName(name);
  if (misnamed) return refuse(call, misnamed);
  const remoteCluster = remoteNamed(call.cluster, remote);
  if (remoteCluster === undefined) return refuse(call, unknownRemote(remote, remoteNames(call.cluster)));
  const leader = indexAt(clusters, { cluster: remoteCluster, name: leaderIndex });
  if (!leader) return refuse(call, missingIndex(`${remote}:${leaderIndex}`));
  if (!leader.isOpen) return refuse(call, closedIndex(`${remote}:${leaderIndex}`));
  const former = oneIndex(call.cluster, name);
  if (!isProblem(former)) {
    if (former.name !== name) return refuse(call, aliasOfOther(name, former.name));
    if (former.index.isOpen) return refuse(call, openFollower(name, former.index));
    if (former.index.follow?.status === 'active') return refuse(call, runningFollower(name));
  }
  const copies = query.get('wait_for_active_shards');
  const isStarted = areShardsActive(copies);
  const next = startFollowing(
    clusters,
    { cluster: self, name },
    {
      remoteCluster,
      ...(remote !== remoteCluster && { remoteAlias: remote }),
      leaderIndex,
      settings: isRecord(settings) ? settings : {},
      parameters: readParameters(body),
      isPaused: !isStarted,
    },
    input,
  );
  // Without `wait_for_active_shards`, the response comes before the copy is complete.
  const isAwaited = isStarted && copies !== undefined && Number(copies) !== 0;
  const response = answer(200, {
    follow_index_created: true,
    follow_index_shards_acked: isAwaited,
    index_following_started: isAwaited,
  });
  return result(next, response);
}

type Follower = IndexPlace & { readonly index: IndexRecord; readonly follow: NonNullable<IndexRecord['follow']> };

function onFollower(play: (call: ClusterCall, follower: Follower) => ClusterStep) {
  return (call: ClusterCall): ClusterStep => {
    const found = oneIndex(call.cluster, call.parameters.get('follower_index') ?? '');
    if (isProblem(found)) return refuse(call, found);
    const { name, index } = found;
    return index.follow
      ? play(call, { cluster: call.self, name, index, follow: index.follow })
      : refuse(call, noFollower(name));
  };
}

function pause(call: ClusterCall, follower: Follower): ClusterStep {
  const { name, index, follow: before } = follower;
  if (before.status === 'paused') return refuse(call, pausedFollower(name));
  const { now } = call.input;
  // From now on, the lease is not renewed.
  const leader = before.fatalException === undefined ? sameLeader(call.clusters, before) : undefined;
  const lease = leaseName(follower.cluster, name, index.uuid);
  const leased = leader
    ? withIndexAt(call.clusters, leaderOf(before), renewLease(leader, lease, before.checkpoint + 1, now, 'exactly'))
    : call.clusters;
  return change(call, follower, { ...index, follow: { ...before, status: 'paused' } }, leased);
}

function resume(call: ClusterCall, follower: Follower): ClusterStep {
  const { name, index, follow: before } = follower;
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  if (before.status === 'active') return refuse(call, unpausedFollower(name));
  if (!index.isOpen) return refuse(call, closedIndex(name));
  const place = leaderOf(before);
  const leader = indexAt(call.clusters, place);
  const leaderName = `${nameOfRemote(before)}:${place.name}`;
  if (!leader) return refuse(call, missingIndex(leaderName));
  if (leader.uuid !== before.leaderUuid) return refuse(call, otherLeader(leaderName));
  if (!leader.isOpen) return refuse(call, closedIndex(leaderName));
  const { fatalException: _, fatalType: __, ...rest } = before;
  // Whether the missing operations can still be read is checked when they are read.
  return change(call, follower, {
    ...index,
    follow: { ...rest, status: 'active', parameters: readParameters(body) },
  });
}

function unfollow(call: ClusterCall, follower: Follower): ClusterStep {
  const { name, index, follow: before } = follower;
  if (before.status !== 'paused') return refuse(call, pauseFirst(name));
  const { follow: _, ...standard } = index;
  return change(call, follower, standard, withoutLease(call.clusters, follower, index, call.input.now));
}

function change(
  call: ClusterCall,
  follower: IndexPlace,
  index: IndexRecord,
  clusters: ClusterCall['clusters'] = call.clusters,
): ClusterStep {
  return result(withIndexAt(clusters, follower, index), acknowledged);
}
