import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import type { ClusterName, ClusterPair } from '../../../services/search-cluster-play/cluster/model';
import { checkFor, createPlay } from '../play';

const check = checkFor('search-cluster');

/** Plays both clusters with one clock. */
export function playReplication() {
  let self: ClusterName = 'cluster';
  const play = createPlay<ClusterPair>(
    createClusterPair('boot'),
    (state, request, input, checks) => stepCluster(state, self, request, input, checks),
    check,
    'Bearer boot',
  );
  const on =
    (name: ClusterName) =>
    (line: string, body?: unknown): ReturnType<typeof play.send> => {
      self = name;
      return play.send(line, body);
    };
  return { ...play, cluster: on('cluster'), leader: on('leader') };
}

export type ReplicationPlay = ReturnType<typeof playReplication>;

/** The body that follows the index `logs`. */
export const followLogs = { remote_cluster: 'leader', leader_index: 'logs' };

/** Makes the leader `logs` with two documents, and the follower `copy`. */
export function playFollower(settings: Readonly<Record<string, unknown>> = {}): ReplicationPlay {
  const play = playReplication();
  play.leader('PUT /logs', { settings });
  play.leader('PUT /logs/_doc/1', { message: 'one' });
  play.leader('PUT /logs/_doc/2', { message: 'two' });
  play.cluster('PUT /copy/_ccr/follow?wait_for_active_shards=1', followLogs);
  return play;
}

/** Returns the statistics of a follower, of the whole and of its shard. */
export function statistics(play: ReplicationPlay, name = 'copy') {
  interface Statistics {
    readonly fatal_exception?: { readonly type: string; readonly reason: string };
    readonly sandbox: { readonly recoveries: number; readonly documents_copied: number };
    readonly shards: readonly Readonly<Record<string, unknown>>[];
  }
  const { status, body } = play.cluster(`GET /${name}/_ccr/stats`);
  const [index] = (body as unknown as { indices?: readonly Statistics[] }).indices ?? [];
  if (!index) throw new Error(`The statistics of ${name} are answered with ${status}.`);
  return { ...index, shard: index.shards[0]! };
}

/** Returns the sources of all documents of an index by id. */
export function documents(play: ReplicationPlay, cluster: ClusterName, name: string) {
  const { documents: records } = play.state()[cluster].indices.get(name)!;
  return Object.fromEntries([...records.entries()].map(([id, { source }]) => [id, source]));
}
