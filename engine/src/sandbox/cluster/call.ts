import type { ClusterName, ClusterPair, ClusterState } from './model';
import type { StepInput, StepResult, WireResponse } from '../model';
import type { Caller } from './privileges';
import { result, type Call } from '../wire';

/** A request whose caller is known and whose form the rules accept. */
export interface ClusterCall extends Call {
  readonly clusters: ClusterPair;
  /** The cluster that got the request. */
  readonly self: ClusterName;
  /** `clusters[self]`. */
  readonly cluster: ClusterState;
  readonly caller: Caller;
  readonly input: StepInput;
}

export type ClusterStep = StepResult<ClusterPair>;

export type ClusterHandler = (call: ClusterCall) => ClusterStep;

/** Handlers by the id of their operation. */
export type ClusterHandlers = Readonly<Record<string, ClusterHandler>>;

/** Makes the result of a step that changes at most the called cluster. */
export function respond(call: ClusterCall, response: WireResponse, next: ClusterState = call.cluster): ClusterStep {
  return result(withCluster(call.clusters, next), response);
}

/** Returns the pair with one cluster replaced. */
export function withCluster(clusters: ClusterPair, next: ClusterState): ClusterPair {
  return clusters[next.name] === next ? clusters : { ...clusters, [next.name]: next };
}
