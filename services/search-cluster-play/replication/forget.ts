import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import type { ClusterName } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { oneIndex } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { withIndex } from '../indices/record';
import { dropLease, leaseName } from './leases';
import { answer } from '@rulebook/sandbox/wire';

/** Plays removing a follower's lease from its leader. */
export const forgetHandlers: ClusterHandlers = { 'search-cluster.follower.forget': forget };

function forget(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const leader = oneIndex(call.cluster, call.parameters.get('leader_index') ?? '');
  if (isProblem(leader)) return refuse(call, leader);
  const { follower_cluster: cluster, follower_index: follower, follower_index_uuid: uuid } = body;
  if (typeof cluster !== 'string' || typeof follower !== 'string' || typeof uuid !== 'string') {
    return refuse(call, problem('The body must name `follower_cluster`, `follower_index` and `follower_index_uuid`.'));
  }
  const name = leaseName(cluster as ClusterName, follower, uuid);
  const isThere = Object.hasOwn(leader.index.leases, name);
  const next = dropLease(leader.index, name, call.input.now);
  const shards = { total: 1, successful: isThere ? 1 : 0, failed: isThere ? 0 : 1 };
  return respond(call, answer(200, { _shards: shards }), withIndex(call.cluster, leader.name, next));
}
