import type { Service } from '@rulebook/catalogue/service';
import type { ClusterName, ClusterPair, ClusterState } from './model';
import type { Pending, StepInput, StepResult, WireResponse } from '@rulebook/sandbox/model';
import type { Caller } from './privileges';
import { result, type Call, type CheckWire } from '@rulebook/sandbox/wire';

/** What a step of the clusters takes from outside. */
export interface ClusterInput extends StepInput {
  /** Settings of the clusters' nodes; without them, there are no folders, and the default addresses are allowed. */
  readonly nodeSettings?: NodeSettings;
}

/** What the nodes of both clusters were started with. */
export interface NodeSettings {
  /** Absolute folders below which snapshot repositories may lie. */
  readonly pathRepo?: readonly string[];
  /** Patterns of addresses that read-only repositories may have. */
  readonly allowedUrls?: readonly string[];
  /** That of the catalogue, with the products that serve it. */
  readonly service?: Service;
  /** The version that they run. */
  readonly clusterVersion?: string;
  /** The product that they run, as a vendor of endpoints. */
  readonly clusterProduct?: string;
}

/** A request with a known caller that the rules accept. */
export interface ClusterCall extends Call {
  readonly clusters: ClusterPair;
  /** The cluster that received the request. */
  readonly self: ClusterName;
  /** `clusters[self]`. */
  readonly cluster: ClusterState;
  readonly caller: Caller;
  readonly input: ClusterInput;
  /** For requests within the request. */
  readonly check: CheckWire;
}

export type ClusterStep = StepResult<ClusterPair>;

type ClusterHandler = (call: ClusterCall) => ClusterStep;

/** Handlers by the id of their operation. */
export type ClusterHandlers = Readonly<Record<string, ClusterHandler>>;

/** Creates the result of a step that changes at most the called cluster. */
export function respond(call: ClusterCall, response: WireResponse, next: ClusterState = call.cluster): ClusterStep {
  return result(withCluster(call.clusters, next), response);
}

/** Returns the pair with one cluster replaced. */
export function withCluster(clusters: ClusterPair, next: ClusterState): ClusterPair {
  return clusters[next.name] === next ? clusters : { ...clusters, [next.name]: next };
}

/** Long work that only reads. It yields from time to time, and returns the response. */
export type SlicedWork<Result = WireResponse> = Generator<undefined, Result>;

/**
 * Creates a step for work that only reads. Other requests run between its slices, and it does not see their changes. `conclude` makes the step
 * of its result, in the state that is there by then.
 */
export function inSlices(call: ClusterCall, work: SlicedWork): ClusterStep;
export function inSlices<Result>(
  call: ClusterCall,
  work: SlicedWork<Result>,
  conclude: (call: ClusterCall, found: Result) => ClusterStep,
): ClusterStep;
export function inSlices<Result>(
  call: ClusterCall,
  work: SlicedWork<Result>,
  conclude: (call: ClusterCall, found: Result) => ClusterStep = (later, found) => respond(later, found as WireResponse),
): ClusterStep {
  const next = work.next();
  if (next.done === true) return conclude(call, next.value);
  const resume: Pending<ClusterPair>['resume'] = (clusters, _, input) =>
    inSlices({ ...call, clusters, cluster: clusters[call.self], input: { ...call.input, ...input } }, work, conclude);
  return { ...result(call.clusters, unanswered), pending: { task: { kind: 'pause' }, resume } };
}

/** A placeholder for the response of a pending step. */
const unanswered: WireResponse = { status: 503, headers: [], body: '' };
