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
  /** A name of an index that cannot be, or is not there. */
  readonly index?: string;
  /** Set for an index that is not asked for as a resource of its own. */
  readonly isResource?: false;
  /** It arose in a shard of the index. */
  readonly isOfShard?: true;
}

/** Creates a problem, by default a bad request. */
export function problem(
  reason: string,
  more: Partial<Pick<Problem, 'status' | 'type' | 'rule' | 'index' | 'isOfShard'>> = {},
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

/** Returns the error of one item of several, in an index. */
export function errorOf(
  { type, reason, rule, index, isOfShard, isResource }: Problem,
  at: { readonly name: string; readonly uuid?: string },
): Readonly<Record<string, unknown>> {
  const isAbsent = type === 'index_not_found_exception' && isResource !== false;
  return {
    type,
    reason,
    // The service states the cause within the field.
    ...(type === 'document_parsing_exception' &&
      rule !== 'malformed-line' && { caused_by: { type: 'illegal_argument_exception', reason } }),
    ...(isAbsent && { 'resource.type': 'index_or_alias', 'resource.id': index ?? at.name }),
    ...((isOfShard || index !== undefined) && { index_uuid: isOfShard ? (at.uuid ?? '_na_') : '_na_' }),
    ...(isOfShard && { shard: '0' }),
    ...((isOfShard || index !== undefined) && { index: index ?? at.name }),
    ...(rule !== undefined && { rule }),
  };
}

/** Returns the response that reports a problem. */
export function refusal({ status, type, reason, rule }: Problem): WireResponse {
  return failure(status, type, [{ reason }], rule);
}
