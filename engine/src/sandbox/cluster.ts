import { searchCluster } from '../catalogue/search-cluster/service';
import { failure, forbidden, refused, unauthenticated, withProductHeader } from './cluster-answers';
import { authenticate } from './cluster-authentication';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './cluster-call';
import { keyHandlers } from './cluster-keys';
import type { ClusterName, ClusterPair, ClusterState } from './cluster-model';
import type { StepInput, WireRequest, WireResponse } from './model';
import { hasClusterPrivilege } from './privileges';
import { answer, describeUnknown, ownValue, readCall, result, type CheckWire } from './wire';

const handlers: ClusterHandlers = { ...keyHandlers };

/** Makes two empty clusters; `bootstrap` is what the built-in administrator of both sends behind `Bearer`. */
export function createClusterPair(bootstrap: string): ClusterPair {
  return { cluster: createClusterState('cluster', bootstrap), leader: createClusterState('leader', bootstrap) };
}

function createClusterState(name: ClusterName, bootstrap: string): ClusterState {
  return { service: 'search-cluster', name, bootstrap, keys: {}, repositories: {}, indices: {} };
}

/** Answers one request to one of the clusters. Never throws on bad input. */
export function stepCluster(
  clusters: ClusterPair,
  self: ClusterName,
  request: WireRequest,
  input: StepInput,
  check: CheckWire,
): ClusterStep {
  return finish(route(clusters, self, request, input, check), request);
}

function finish(step: ClusterStep, request: WireRequest): ClusterStep {
  const { pending } = step;
  if (pending === undefined) return { ...step, response: withProductHeader(pretty(request, step.response)) };
  return {
    ...step,
    pending: {
      task: pending.task,
      resume: (state, outcome, input) => finish(pending.resume(state, outcome, input), request),
    },
  };
}

function route(
  clusters: ClusterPair,
  self: ClusterName,
  request: WireRequest,
  input: StepInput,
  check: CheckWire,
): ClusterStep {
  const cluster = clusters[self];
  const caller = authenticate(cluster, request, input.now);
  if (typeof caller === 'string') return result(clusters, unauthenticated(caller));
  const call: ClusterCall = { ...readCall(request, searchCluster), clusters, self, cluster, caller, input };
  const operation = call.match.kind === 'operation' ? call.match.operation : undefined;
  const handler = operation && ownValue(handlers, operation.id);
  if (operation && handler) {
    const { privilege } = operation;
    if (privilege?.scope === 'cluster' && !hasClusterPrivilege(caller, privilege.name)) {
      return respond(call, forbidden(caller, privilege.name, operation.title.toLowerCase()));
    }
    const refusals = check(request);
    return refusals.length > 0 ? respond(call, refused(refusals)) : handler(call);
  }
  if (call.path === '/' && (call.method === 'GET' || call.method === 'HEAD')) return describeCluster(call);
  const reason = describeUnknown(call, searchCluster, ({ id }) => Object.hasOwn(handlers, id));
  return respond(call, failure(404, 'resource_not_found_exception', [{ reason }]));
}

function describeCluster(call: ClusterCall): ClusterStep {
  if (!hasClusterPrivilege(call.caller, 'monitor')) {
    return respond(call, forbidden(call.caller, 'monitor', 'read the cluster'));
  }
  const response = answer(200, clusterInformation(call.self));
  return respond(call, call.method === 'HEAD' ? { ...response, body: '' } : response);
}

function clusterInformation(name: ClusterName): unknown {
  return {
    name: `sandbox-${name}-node`,
    cluster_name: `sandbox-${name}`,
    cluster_uuid: 'c2FuZGJveC1jbHVzdGVyLQ',
    version: { number: '8.15.0', build_flavor: 'default' },
    tagline: 'A sandbox that forgets everything when it stops',
  };
}

function pretty(request: WireRequest, response: WireResponse): WireResponse {
  if (!/[?&]pretty(=true|=)?(&|#|$)/.test(request.target) || response.body === '') return response;
  return { ...response, body: `${JSON.stringify(JSON.parse(response.body), null, 2)}\n` };
}
