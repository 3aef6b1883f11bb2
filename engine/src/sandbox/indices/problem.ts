import { failure } from '../cluster/answers';
import type { WireResponse } from '../model';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';

/** Why an operation on an index or a document cannot be carried out. */
export interface Problem {
  readonly isProblem: true;
  readonly status: number;
  /** The service's name for the kind of error. */
  readonly type: string;
  readonly reason: string;
  /** The rule of the checker that says the same. */
  readonly rule?: string;
}

/** Makes a problem; without further words it is a bad request. */
export function problem(
  reason: string,
  more: { readonly status?: number; readonly type?: string; readonly rule?: string } = {},
): Problem {
  return { isProblem: true, status: 400, type: 'illegal_argument_exception', reason, ...more };
}

/** Returns whether something is a problem in place of a result. */
export function isProblem(value: object): value is Problem {
  return 'isProblem' in value && value.isProblem === true;
}

/** Answers with a problem; the state stays as it is. */
export function refuse(call: ClusterCall, found: Problem): ClusterStep {
  return respond(call, refusal(found));
}

/** Returns the answer that tells of a problem. */
export function refusal({ status, type, reason, rule }: Problem): WireResponse {
  return failure(status, type, [{ reason }], rule);
}
