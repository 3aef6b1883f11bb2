import { failure } from '../cluster/responses';
import type { WireResponse } from '@rulebook/sandbox/model';
import { answer } from '@rulebook/sandbox/wire';
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
  /** The type that servers state who do not say what it is about. */
  readonly plainType?: string;
  /** Set when the service has begun to search: what failed on which index. */
  readonly shards?: readonly ShardFailure[];
  /** Further members of the error. */
  readonly members?: Readonly<Record<string, string>>;
  /** A name of an index that cannot be, or is not there. */
  readonly index?: string;
  /** Set for an index that is not asked for as a resource of its own. */
  readonly isResource?: false;
  /** It arose in a shard of the index. */
  readonly isOfShard?: true;
}

/** Why the only shard of an index did not answer. */
export interface ShardFailure {
  readonly index: string;
  readonly problem: Problem;
}

/** Creates a problem, by default a bad request. */
export function problem(
  reason: string,
  more: Partial<Pick<Problem, 'status' | 'type' | 'rule' | 'members' | 'index' | 'isOfShard'>> = {},
): Problem {
  return { isProblem: true, status: 400, type: 'illegal_argument_exception', reason, ...more };
}

/** Creates the problem of what the service does and the sandbox does not; `why` is the rest of a sentence. */
export function unplayed(why: string): Problem {
  return unplayedPart(`this, since ${why}`);
}

/** Creates the problem of a part of a request that the sandbox does not play. */
export function unplayedPart(what: string): Problem {
  return problem(`Not implemented: the sandbox does not play ${what}.`, {
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
    ...(type === 'index_closed_exception' && { index_uuid: at.uuid ?? '_na_', index: at.name }),
    ...(isOfShard && { shard: '0' }),
    ...((isOfShard || index !== undefined) && { index: index ?? at.name }),
    ...(rule !== undefined && { rule }),
  };
}

/** Returns the response that reports a problem. */
export function refusal({ status, type, reason, rule, shards, members }: Problem): WireResponse {
  return shards === undefined ? failure(status, type, [{ reason, ...members }], rule) : shardsFailed(shards, status);
}

/** Returns the problem of a search in which every shard failed; what the sandbox does not play stays what it is. */
export function ofShards(failures: readonly ShardFailure[]): Problem | undefined {
  const [first] = failures;
  if (!first || first.problem.status !== 400 || first.problem.shards) return first?.problem;
  return { ...first.problem, shards: failures };
}

/** What errors have in place of the identity of an index. */
export const noUuid = '_na_';

/** Returns how responses say why shards failed. */
export function shownFailures(failures: readonly ShardFailure[]): readonly object[] {
  return failures.map(({ index, problem: { type, reason } }) => ({
    shard: 0,
    index,
    node: 'sandbox',
    reason: {
      ...{ type, reason, index_uuid: noUuid, index },
      ...(type === 'query_shard_exception' && { caused_by: { type: 'unsupported_operation_exception', reason } }),
    },
  }));
}

function shardsFailed(failures: readonly ShardFailure[], status: number): WireResponse {
  const rule = failures.find(({ problem: found }) => found.rule !== undefined)?.problem.rule;
  return answer(status, {
    error: {
      root_cause: failures.map(({ index, problem: { type, reason } }) => ({ type, reason, index_uuid: noUuid, index })),
      type: 'search_phase_execution_exception',
      reason: 'all shards failed',
      phase: 'query',
      grouped: true,
      failed_shards: shownFailures(failures),
      ...(rule !== undefined && { rule }),
    },
    status,
  });
}
