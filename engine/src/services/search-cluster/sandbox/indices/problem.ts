import { failure } from '../cluster/responses';
import type { WireResponse } from '../../../../sandbox/model';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';

/** Why a request cannot be carried out. */
export interface Problem {
  readonly isProblem: true;
  readonly status: number;
  /** The service's error type. */
  readonly type: string;
  readonly reason: string;
  /** The corresponding rule of the checker. */
  readonly rule?: string;
}

/** Creates a problem, by default a bad request. */
export function problem(
  reason: string,
  more: { readonly status?: number; readonly type?: string; readonly rule?: string } = {},
): Problem {
  return { isProblem: true, status: 400, type: 'illegal_argument_exception', reason, ...more };
}

/** Creates the problem of what the service does and the sandbox does not; `why` is the rest of a sentence. */
export function unplayed(why: string): Problem {
  return problem(`Not implemented: the sandbox does not play this, since ${why}.`, {
    status: 501,
    type: 'unsupported_operation_exception',
  });
}

/** Returns whether a value is a problem instead of a result. */
export function isProblem(value: object): value is Problem {
  return 'isProblem' in value && value.isProblem === true;
}

/** Responds with a problem; the state stays as it is. */
export function refuse(call: ClusterCall, found: Problem): ClusterStep {
  return respond(call, refusal(found));
}

/** Returns the response that reports a problem. */
export function refusal({ status, type, reason, rule }: Problem): WireResponse {
  return failure(status, type, [{ reason }], rule);
}
