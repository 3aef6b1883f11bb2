import { inSlices, respond, type ClusterCall, type ClusterHandlers, type SlicedWork } from '../cluster/call';
import type { ClusterState } from '../cluster/model';
import { noObject, readObject } from '../indices/handlers';
import { calledOpenIndices, isOn, type NamedIndex } from '../indices/names';
import { isProblem, problem, refusal, type Problem } from '../indices/problem';
import { viewsOf } from '../indices/view';
import { aggregate } from './aggregation';
import { readSearch } from './body';
import type { SearchRequest } from './request';
import { openContext } from './context';
import { beginTurn, describeHits, findParts, isTurnOver, rankHits, type RankedHits, type Turn } from './hits';
import { pointInTimeOf } from './point-in-time';
import { isRefused, matcherOf } from './query';
import { openScroll } from './scroll';
import type { WireResponse } from '../../../../sandbox/model';
import { answer } from '../../../../sandbox/wire';

/** Plays searching and counting. */
export const searchHandlers: ClusterHandlers = {
  'search-cluster.search': search,
  'search-cluster.search.all': search,
  'search-cluster.index.count': (call) => inSlices(call, countSlices(call)),
};

/** The response to a search, and how it changes the cluster. */
export interface SearchAnswer {
  readonly response: WireResponse;
  readonly change?: (cluster: ClusterState) => ClusterState;
}

function search(call: ClusterCall): ReturnType<typeof respond> {
  return inSlices(call, searchSlices(call), (later, { response, change }) =>
    respond(later, response, change?.(later.cluster)),
  );
}

/** Searches in slices, between which other requests run. */
export function* searchSlices(call: ClusterCall, turn = beginTurn()): SlicedWork<SearchAnswer> {
  const body = readObject(call);
  const time = body && pointInTimeOf(call, body);
  const indices = time ? (isProblem(time) ? time : time.indices) : visibleIndices(call);
  if (isProblem(indices)) return { response: refusal(indices) };
  const request = body ? readSearch(body, call.query) : noObject;
  if (isProblem(request)) return { response: refusal(request) };
  const found = yield* describeSearch(indices, request, isOn(call.query.get('rest_total_hits_as_int')), turn);
  if (isProblem(found)) return { response: refusal(found) };
  if (time && !isProblem(time)) {
    return { response: answer(200, { pit_id: time.id, ...found.members }), change: time.change };
  }
  if (!call.query.has('scroll')) return { response: answer(200, found.members) };
  const scroll = openScroll(call, { indices, request }, found.ranked);
  if (isProblem(scroll)) return { response: refusal(scroll) };
  return { response: answer(200, { _scroll_id: scroll.id, ...found.members }), change: scroll.change };
}

function* describeSearch(
  indices: readonly NamedIndex[],
  request: SearchRequest,
  isTotalPlain: boolean,
  turn: Turn,
): SlicedWork<{ readonly members: object; readonly ranked: RankedHits } | Problem> {
  const parts = yield* findParts(indices, request, turn);
  if (isProblem(parts)) return parts;
  const aggregations =
    request.aggregations === undefined
      ? undefined
      : aggregate(
          parts.map(({ found }) => found),
          request.aggregations,
          request.isTyped,
        );
  if (aggregations && isProblem(aggregations)) return aggregations;
  const ranked = rankHits(parts, request);
  const hits = describeHits(ranked, request.from, isTotalPlain);
  if (isProblem(hits)) return hits;
  const members = { took: 0, timed_out: false, _shards: shardsOf(parts.length), hits };
  return { members: { ...members, ...(aggregations && { aggregations }) }, ranked };
}

function* countSlices(call: ClusterCall): SlicedWork {
  const indices = visibleIndices(call);
  if (isProblem(indices)) return refusal(indices);
  const body = readObject(call);
  const text = call.query.get('q');
  const query = text === undefined ? body?.query : { query_string: { query: text } };
  if (!body) return refusal(noObject);
  const other = Object.keys(body).find((name) => name !== 'query');
  if (other !== undefined) {
    return refusal(
      problem(`A count does not support [${other}].`, { type: 'parsing_exception', rule: 'unknown-field' }),
    );
  }
  const turn = beginTurn();
  let total = 0;
  for (const { name, index } of indices) {
    const context = openContext(name, index);
    const matcher = matcherOf(context, query);
    if (isRefused(matcher)) return refusal(matcher);
    for (const candidate of context.candidates) {
      if (isTurnOver(turn, context)) yield;
      if (matcher(candidate) !== undefined) total++;
    }
  }
  return answer(200, { count: total, _shards: shardsOf(indices.length) });
}

function visibleIndices(call: ClusterCall): readonly NamedIndex[] | Problem {
  const indices = calledOpenIndices(call);
  return isProblem(indices) ? indices : viewsOf(call, indices);
}

function shardsOf(total: number): unknown {
  return { total, successful: total, skipped: 0, failed: 0 };
}
