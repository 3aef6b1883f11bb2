import { behaves } from '../cluster/edition';
import { isRecord } from '@rulebook/json/is-record';
import { inSlices, respond, type ClusterCall, type ClusterHandlers, type SlicedWork } from '../cluster/call';
import type { ClusterState } from '../cluster/model';
import { effectiveSetting } from '../cluster/effective-setting';
import { noObject, readObject } from '../indices/handlers';
import { calledOpenIndices, isOn, type NamedIndex } from '../indices/names';
import {
  isProblem,
  ofShards,
  problem,
  refusal,
  shownFailures,
  type Problem,
  type ShardFailure,
} from '../indices/problem';
import { viewsOf } from '../indices/view';
import { aggregate } from './aggregation';
import { queryOfText, readSearch } from './body';
import { problemOfText } from './misread-text';
import { memberOf } from './misread-values';
import { searchBody } from '@rulebook/search-cluster/facts/search/search-body';
import { countBody } from '@rulebook/search-cluster/facts/search/search';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import { misreadParameters } from './misread-parameters';
import { misreadCount, misreadSearch } from './misread-search';
import type { SearchRequest } from './request';
import { openContext } from './context';
import { queryWaysOf } from './query-ways';
import {
  beginTurn,
  describeHits,
  isOfResponse,
  findParts,
  isTurnOver,
  rankHits,
  type RankedHits,
  type Turn,
} from './hits';
import { pointInTimeOf } from './point-in-time';
import { isRefused, matcherOf } from './query';
import { openScroll } from './scroll';
import type { WireResponse } from '@rulebook/sandbox/model';
import { answer } from '@rulebook/sandbox/wire';

/** Plays searching and counting. */
export const searchHandlers: ClusterHandlers = {
  'search-cluster.search': search,
  'search-cluster.search.all': search,
  'search-cluster.index.count': (call) => inSlices(call, countSlices(call)),
};

/** What the reader of a search, or of a count, does not understand. */
export const searchMisreadings: Readonly<Record<string, (call: ClusterCall) => Problem | undefined>> = {
  'search-cluster.search': misreadOf,
  'search-cluster.search.all': misreadOf,
  'search-cluster.index.count': misreadCountOf,
};

function misreadOf(call: ClusterCall): Problem | undefined {
  const inLine = misreadName(call) ?? misreadParameters(call) ?? misreadText(call, searchBody);
  if (inLine) return inLine;
  const body = readObject(call);
  return body ? misreadSearch(body, queryWaysOf(call.input)) : problem(noObject.reason, { type: 'parsing_exception' });
}

function misreadCountOf(call: ClusterCall): Problem | undefined {
  const inLine = misreadName(call) ?? misreadParameters(call);
  if (inLine) return inLine;
  const body = misreadText(call, countBody) ? undefined : readObject(call);
  return body ? misreadCount(body, queryWaysOf(call.input)) : problem(noObject.reason, { type: 'parsing_exception' });
}

function misreadText({ request, query }: ClusterCall, shape: ObjectShape): Problem | undefined {
  if (query.has('source') && !query.has('source_content_type'))
    return problem('[source] needs [source_content_type].', { type: 'validation_exception' });
  // A count takes a blank body for none.
  const isBlank = shape === countBody && request.body.trim() === '';
  return isBlank ? undefined : problemOfText(request.body, (name) => memberOf(shape, name) !== undefined);
}

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
  const misread = call.input.isLenient === true ? undefined : misreadOf(call);
  if (misread) return { response: refusal(misread) };
  const read = body ? readSearch(body, call.query) : noObject;
  if (isProblem(read)) return { response: refusal(read) };
  const request: SearchRequest = {
    ...read,
    ways: queryWaysOf(call.input),
    ...(behaves(call.input, 'early-totals') && { hasEarlyTotals: true }),
  };
  const found = yield* describeSearch(indices, request, isOn(call.query.get('rest_total_hits_as_int')), turn);
  if (isProblem(found)) return { response: refusal(found) };
  const most = Number(effectiveSetting(call.cluster, 'search.max_buckets'));
  if (countBuckets(found.members) > most) {
    const reason = `There are too many buckets. The setting [search.max_buckets] allows ${String(most)}.`;
    return { response: refusal(problem(reason, { type: 'search_phase_execution_exception' })) };
  }
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
  const searched = yield* findParts(indices, request, turn);
  if (isProblem(searched)) return searched;
  const { parts, failures } = searched;
  const onShards = (found: Problem): Problem =>
    ofShards(indices.map(({ name: index }) => ({ index, problem: found }))) ?? found;
  const aggregations =
    request.aggregations === undefined
      ? undefined
      : aggregate(
          parts.map(({ found }) => found),
          request.aggregations,
          request.isTyped,
        );
  if (aggregations && isProblem(aggregations)) return onShards(aggregations);
  const ranked = rankHits(parts, request);
  const hits = describeHits(ranked, request.from, isTotalPlain);
  if (isProblem(hits)) return isOfResponse(hits) ? hits : onShards(hits);
  const isEarly =
    (request.most > 0 && {
      terminated_early:
        ranked.total > request.most || (request.hasEarlyTotals === true && ranked.total === request.most),
    }) ||
    (request.hasEarlyTotals === true &&
      request.size === 0 &&
      request.query === undefined &&
      aggregations !== undefined && { terminated_early: true });
  const members = { took: 0, timed_out: false, ...isEarly, _shards: shardsOf(parts.length, failures), hits };
  return { members: { ...members, ...(aggregations && { aggregations }) }, ranked };
}

function* countSlices(call: ClusterCall): SlicedWork {
  const indices = visibleIndices(call);
  if (isProblem(indices)) return refusal(indices);
  const body = readObject(call);
  const misread = call.input.isLenient === true ? undefined : misreadCountOf(call);
  if (misread) return refusal(misread);
  if (!body) return refusal(noObject);
  const text = call.query.get('q');
  const query = text === undefined ? body.query : queryOfText(text, call.query);
  const turn = beginTurn();
  let total = 0;
  for (const { name, index } of indices) {
    const context = openContext(name, index, queryWaysOf(call.input));
    const matcher = matcherOf(context, query);
    if (isRefused(matcher)) return refusal(ofShards([{ index: name, problem: matcher }]) ?? matcher);
    for (const candidate of context.candidates) {
      if (isTurnOver(turn, context)) yield;
      if (matcher(candidate) !== undefined) total++;
    }
  }
  const most = Number(call.query.get('terminate_after') ?? 0);
  const isStopped = query !== undefined || behaves(call.input, 'early-totals');
  const isEarly = most > 0 && { terminated_early: isStopped && total > most };
  return answer(200, { count: total, ...isEarly, _shards: shardsOf(indices.length) });
}

/** Returns the number of buckets in a part of a response. */
function countBuckets(part: unknown, isAggregation = false): number {
  if (!isRecord(part)) return 0;
  const { aggregations, buckets, ...others } = part;
  if (!isAggregation) return isRecord(aggregations) ? sumOf(Object.values(aggregations), true) : 0;
  const groups = isRecord(buckets) ? Object.values(buckets) : Array.isArray(buckets) ? (buckets as unknown[]) : [];
  return groups.length + sumOf(groups, true) + sumOf(Object.values(others), true);
}

function sumOf(parts: readonly unknown[], isAggregation: boolean): number {
  return parts.reduce<number>((sum, part) => sum + countBuckets(part, isAggregation), 0);
}

function misreadName({ parameters }: ClusterCall): Problem | undefined {
  const name = (parameters.get('index') ?? '').split(',').find((word) => /^_(?!all$)./.test(word));
  return name === undefined
    ? undefined
    : problem(`[${name}] is not the name of an index.`, { type: 'invalid_index_name_exception' });
}

function visibleIndices(call: ClusterCall): readonly NamedIndex[] | Problem {
  const indices = calledOpenIndices(call);
  return isProblem(indices) ? indices : viewsOf(call, indices);
}

function shardsOf(successful: number, failures: readonly ShardFailure[] = []): unknown {
  const failed = failures.length;
  const shards = { total: successful + failed, successful, skipped: 0, failed };
  return failed === 0 ? shards : { ...shards, failures: shownFailures(failures) };
}
