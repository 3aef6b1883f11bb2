import type { QueryPlan } from '@rulebook/catalogue/query-plan';
import type { WireResponse } from '@rulebook/sandbox/model';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from '../cluster/call';
import { editionOf } from '../cluster/edition';
import { failure } from '../cluster/responses';
import { isProblem, refusal, refuse, unplayed } from '../indices/problem';
import { refuseUnplayed, runCommands } from './commands';
import { Evaluation } from './evaluation';
import { responseOf } from './formats';
import { readRequest, type QueryRequest } from './request';
import { readSource } from './source';
import { QueryFailure, type Table } from './values';

/** Plays queries in ES|QL. */
export const queryHandlers: ClusterHandlers = {
  'search-cluster.esql.query': (call) => answerQuery(call, false),
  'search-cluster.esql.async-query': (call) => answerQuery(call, true),
};

function answerQuery(call: ClusterCall, isAsync: boolean): ClusterStep {
  const language = call.input.queries?.().esql;
  if (language?.planOf === undefined)
    return refuse(call, unplayed('what reads queries was not handed in when it was made'));
  const version = versionOf(call);
  const request = readRequest(call, isAsync, version);
  if (isProblem(request)) return refuse(call, request);
  try {
    const plan = language.planOf(request.query, request.names);
    const evaluation = new Evaluation({
      ...{ text: request.query, now: call.input.now, version, parameters: request.parameters },
    });
    return respond(call, withWarnings(carryOut(call, plan, { request, evaluation, isAsync }), evaluation, call));
  } catch (error) {
    if (!(error instanceof QueryFailure)) throw error;
    return respond(call, failure(error.status, error.type, [{ reason: error.message }], error.rule));
  }
}

/** The version that is played, as far as functions depend on it. Older ones than 8.19 are played as that. */
function versionOf({ input }: ClusterCall): readonly [number, number] {
  const [major = 8, minor = 19] = editionOf(input).version.split('.').map(Number);
  return major < 9 ? [8, 19] : [major, minor];
}

interface Work {
  readonly request: QueryRequest;
  readonly evaluation: Evaluation;
  readonly isAsync: boolean;
}

function carryOut(call: ClusterCall, plan: QueryPlan, { request, evaluation, isAsync }: Work): WireResponse {
  if (plan.kind === 'refused') {
    const rule = plan.isName === true ? 'unknown-query-name' : 'malformed-query';
    throw evaluation.refusal(plan.span, plan.message, 'parsing_exception', rule);
  }
  refuseUnplayed(plan.commands);
  const [first, ...others] = plan.commands;
  const isRead = first?.name === 'FROM';
  const source = isRead ? readSource(call, first, { evaluation, filter: request.filter }) : empty;
  if ('status' in source) return isProblem(source) ? refusal(source) : source;
  const table = runCommands(isRead ? others : plan.commands, source, evaluation);
  const found = source.rows.length;
  return responseOf(table, request, { isAsync, found, read: found * source.columns.length });
}

const empty: Table = { columns: [], rows: [] };

/** Adds what was remembered to a response that succeeded, as servers do in header fields. */
function withWarnings(response: WireResponse, evaluation: Evaluation, { input }: ClusterCall): WireResponse {
  if (response.status !== 200) return response;
  const { version } = editionOf(input);
  const warnings = evaluation
    .warnings()
    .map((text) => ['Warning', `299 Elasticsearch-${version} "${escaped(text)}"`] as const);
  return { ...response, headers: [...response.headers, ...warnings] };
}

/** What is between quotes in a header field. */
function escaped(text: string): string {
  return text.replaceAll(/[\\"]/g, '\\$&').replaceAll(/[^\t\x20-\x7e]/g, (letter) => encodeURIComponent(letter));
}
