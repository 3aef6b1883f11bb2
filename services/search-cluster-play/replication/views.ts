import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterState, FollowRecord, IndexRecord } from '../cluster/model';
import { chooseIndices } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { remoteNames } from '../cluster/settings';
import { nameOfRemote, remoteOf, sameLeader } from './pair';
import { answer } from '@rulebook/sandbox/wire';

/** Plays the information about followers and remote clusters. */
export const replicationViewHandlers: ClusterHandlers = {
  'search-cluster.follower.info': describeFollowers,
  'search-cluster.follower.stats': countFollowers,
  'search-cluster.replication.stats': countAll,
  'search-cluster.remote.info': describeRemotes,
};

interface Follower {
  readonly name: string;
  readonly index: IndexRecord;
  readonly follow: FollowRecord;
}

function followersOf(indices: readonly { readonly name: string; readonly index: IndexRecord }[]): readonly Follower[] {
  return indices.flatMap(({ name, index }) => (index.follow ? [{ name, index, follow: index.follow }] : []));
}

function describeFollowers(call: ClusterCall): ClusterStep {
  const chosen = chooseIndices(call.cluster, call.parameters.get('follower_index'));
  if (isProblem(chosen)) return refuse(call, chosen);
  const followers = followersOf(chosen).map(({ name, follow }) => ({
    follower_index: name,
    remote_cluster: nameOfRemote(follow),
    leader_index: follow.leaderIndex,
    status: follow.status,
    ...(follow.status === 'active' && { parameters: follow.parameters }),
  }));
  return respond(call, answer(200, { follower_indices: followers }));
}

function countFollowers(call: ClusterCall): ClusterStep {
  const list = call.parameters.get('follower_index') ?? '';
  const chosen = chooseIndices(call.cluster, list);
  if (isProblem(chosen)) return refuse(call, chosen);
  const followers = followersOf(chosen);
  if (followers.length === 0 && !list.includes('*') && list !== '_all') {
    const reason = `No follower index matches [${list}].`;
    return refuse(call, problem(reason, { status: 404, type: 'resource_not_found_exception' }));
  }
  return respond(call, answer(200, { indices: followers.map((follower) => countFollower(call, follower)) }));
}

function countAll(call: ClusterCall): ClusterStep {
  const indices = call.cluster.indices.entries().map(([name, index]) => ({ name, index }));
  const patterns = Object.values(call.cluster.autoFollow ?? {});
  const sum = (count: 'followed' | 'refused'): number => patterns.reduce((total, next) => total + next[count], 0);
  const statistics = {
    auto_follow_stats: {
      number_of_failed_follow_indices: sum('refused'),
      number_of_failed_remote_cluster_state_requests: 0,
      number_of_successful_follow_indices: sum('followed'),
      recent_auto_follow_errors: [],
      auto_followed_clusters: [],
    },
    follow_stats: { indices: followersOf(indices).map((follower) => countFollower(call, follower)) },
  };
  return respond(call, answer(200, statistics));
}

/** Returns the statistics of a follower. There is one shard; times and numbers that the sandbox does not measure are 0. */
function countFollower(call: ClusterCall, follower: Follower): unknown {
  const { name, index, follow } = follower;
  const leader = sameLeader(call.clusters, follow);
  const leaderCheckpoint = leader ? leader.nextSequence - 1 : follow.checkpoint;
  const fatal =
    follow.fatalException === undefined ? undefined : { type: follow.fatalType, reason: follow.fatalException };
  // The document has the error next to the shards, the public specification in the shard, so it is in both.
  const fatalException = fatal && { fatal_exception: fatal };
  return {
    index: name,
    ...fatalException,
    total_global_checkpoint_lag: Math.max(0, leaderCheckpoint - follow.checkpoint),
    shards: [
      {
        remote_cluster: nameOfRemote(follow),
        leader_index: follow.leaderIndex,
        follower_index: name,
        shard_id: 0,
        leader_global_checkpoint: leaderCheckpoint,
        leader_max_seq_no: leaderCheckpoint,
        follower_global_checkpoint: follow.checkpoint,
        follower_max_seq_no: follow.checkpoint,
        last_requested_seq_no: follow.checkpoint,
        outstanding_read_requests: 0,
        outstanding_write_requests: 0,
        write_buffer_operation_count: 0,
        write_buffer_size_in_bytes: 0,
        follower_mapping_version: 1,
        follower_settings_version: 1,
        follower_aliases_version: 1,
        total_read_time_millis: 0,
        total_read_remote_exec_time_millis: 0,
        successful_read_requests: follow.operationsRead === 0 ? 0 : 1,
        failed_read_requests: fatal ? 1 : 0,
        operations_read: follow.operationsRead,
        bytes_read: 0,
        total_write_time_millis: 0,
        successful_write_requests: follow.operationsWritten === 0 ? 0 : 1,
        failed_write_requests: 0,
        operations_written: follow.operationsWritten,
        read_exceptions: readExceptions(follow, leader),
        time_since_last_read_millis: 0,
        ...fatalException,
      },
    ],
    // An addition of the sandbox, which shows whether everything was copied again.
    sandbox: { recoveries: index.recoveries ?? 1, documents_copied: follow.documentsCopied },
  };
}

/** Returns the errors of reading. A closed leader may be opened again, so reading from it is retried. */
function readExceptions(follow: FollowRecord, leader: IndexRecord | undefined): readonly unknown[] {
  if (follow.status !== 'active' || follow.fatalException !== undefined || leader?.isOpen !== false) return [];
  const reason = `The leader [${nameOfRemote(follow)}:${follow.leaderIndex}] is closed.`;
  return [{ from_seq_no: follow.checkpoint + 1, retries: 1, exception: { type: 'index_closed_exception', reason } }];
}

function describeRemotes(call: ClusterCall): ClusterStep {
  return respond(call, answer(200, remotes(call.cluster)));
}

/** Each of the two clusters has the other one as a remote cluster, by its name and by the names in its settings. */
function remotes(cluster: ClusterState): unknown {
  const remote = {
    connected: true,
    mode: 'sniff',
    seeds: [`sandbox-${remoteOf(cluster.name)}:9300`],
    num_nodes_connected: 1,
    max_connections_per_cluster: 3,
    initial_connect_timeout: '30s',
    skip_unavailable: true,
  };
  return Object.fromEntries(remoteNames(cluster).map((name) => [name, remote]));
}
