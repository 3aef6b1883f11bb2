import { inSlices, type ClusterCall, type ClusterHandlers, type SlicedWork } from '../cluster/call';
import { noObject, readObject } from '../indices/handlers';
import { calledOpenIndices, isOn, type NamedIndex } from '../indices/names';
import { isProblem, problem, refusal, type Problem } from '../indices/problem';
import { viewsOf } from '../indices/view';
import { primaryTerm } from '../indices/write';
import { matchesPattern } from '../../../../text/name-pattern';
import { aggregate, type Found } from './aggregation';
import { readSearch, type SearchRequest } from './body';
import { columnOf } from './columns';
import { openContext, valuesOfField, type QueryContext } from './context';
import { fetchFields } from './fetch';
import { highlightHit, readHighlight, type HighlightedField } from './highlight';
import { isRefused, matcherOf } from './query';
import { readScriptFields, runScripts, type ScriptField } from './script';
import { compareHits, isAfter, readSort, type Hit, type SortKey } from './sort';
import { filterSource } from './source';
import { answer, isRecord } from '../../../../sandbox/wire';

/** Plays searching and counting. */
export const searchHandlers: ClusterHandlers = {
  'search-cluster.search': (call) => inSlices(call, searchSlices(call)),
  'search-cluster.search.all': (call) => inSlices(call, searchSlices(call)),
  'search-cluster.index.count': (call) => inSlices(call, countSlices(call)),
};

/** What one index contributes to a search. */
interface Part {
  readonly context: QueryContext;
  readonly keys: readonly SortKey[];
  readonly scripts: readonly ScriptField[];
  readonly highlighted: readonly HighlightedField[];
  /** Before the filter that aggregations do not see. */
  readonly found: Found;
  readonly hits: readonly Hit[];
}

/** The work since the last time that other requests could run. */
export interface Turn {
  clauses: number;
}

/** The number of clauses that are tried on documents in one slice; about a fiftieth of a second on a usual machine. */
const clausesInTurn = 20_000;

/** Starts to count the work of a slice. */
export function beginTurn(): Turn {
  return { clauses: 0 };
}

/** Counts a document on which a query is tried; returns whether the slice is used up. */
function isTurnOver(turn: Turn, { clauses }: QueryContext): boolean {
  turn.clauses += 1 + clauses;
  if (turn.clauses < clausesInTurn) return false;
  turn.clauses = 0;
  return true;
}

/** Searches in slices, between which other requests run. */
export function* searchSlices(call: ClusterCall, turn = beginTurn()): SlicedWork {
  const indices = visibleIndices(call);
  if (isProblem(indices)) return refusal(indices);
  const body = readObject(call);
  const request = body ? readSearch(body, call.query) : noObject;
  if (isProblem(request)) return refusal(request);
  const parts: Part[] = [];
  for (const named of indices) {
    const part = yield* searchIndex(named, request, turn);
    if (isProblem(part)) return refusal(part);
    parts.push(part);
  }
  const aggregations =
    request.aggregations === undefined
      ? undefined
      : aggregate(
          parts.map(({ found }) => found),
          request.aggregations,
        );
  if (aggregations && isProblem(aggregations)) return refusal(aggregations);
  const hits = describeHits(parts, request, isOn(call.query.get('rest_total_hits_as_int')));
  if (isProblem(hits)) return refusal(hits);
  const found = { took: 0, timed_out: false, _shards: shardsOf(parts.length), hits };
  return answer(200, { ...found, ...(aggregations && { aggregations }) });
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

function* searchIndex(
  { name, index }: NamedIndex,
  request: SearchRequest,
  turn: Turn,
): Generator<undefined, Part | Problem> {
  const context = openContext(name, index);
  const matcher = matcherOf(context, request.query);
  if (isRefused(matcher)) return matcher;
  const filter = matcherOf({ ...context, marks: [] }, request.postFilter);
  if (isRefused(filter)) return filter;
  const keys = readSort(context, request.sort);
  if (isProblem(keys)) return keys;
  const scripts = readScriptFields(context, request.scriptFields);
  if (isProblem(scripts)) return scripts;
  const highlighted = readHighlight(context, request.highlight, (query) => {
    const own: QueryContext = { ...context, marks: [], problems: [] };
    const compiled = matcherOf(own, query);
    return isRefused(compiled) ? compiled : own.marks;
  });
  if (isProblem(highlighted)) return highlighted;
  const all: Hit[] = [];
  for (const candidate of context.candidates) {
    if (isTurnOver(turn, context)) yield;
    const score = matcher(candidate);
    if (score !== undefined && score >= request.minScore) all.push({ candidate, score });
  }
  const hits = request.postFilter === undefined ? all : all.filter(({ candidate }) => filter(candidate) !== undefined);
  const found = { context, candidates: all.map(({ candidate }) => candidate) };
  const sorted =
    keys.length === 0 ? hits : hits.map((hit) => ({ ...hit, sort: keys.map(({ valueOf }) => valueOf(hit)) }));
  return { context, keys, scripts, highlighted, found, hits: sorted };
}

function describeHits(parts: readonly Part[], request: SearchRequest, isTotalPlain: boolean): object {
  const keys = parts[0]?.keys ?? [];
  const owner = new Map(parts.map((part) => [part.context.index, part]));
  const all = parts.flatMap(({ hits }) => hits);
  const { searchAfter, from, size } = request;
  const rest = searchAfter ? all.filter((hit) => isAfter(keys, hit, searchAfter)) : all;
  const chosen = size === 0 ? [] : [...rest].sort(compareHits(keys)).slice(from, from + size);
  const isScored = keys.length === 0 || request.isScored || isOrderedByScore(request.sort);
  const best =
    isScored && size > 0 ? all.reduce<number | null>((most, { score }) => Math.max(most ?? score, score), null) : null;
  const described: unknown[] = [];
  for (const hit of chosen) {
    const part = owner.get(hit.candidate.index);
    const one = part && describeHit(part, hit, request, isScored);
    if (one && isProblem(one)) return one;
    described.push(one);
  }
  const total = totalOf(all.length, request.counted);
  return {
    ...(total && { total: isTotalPlain ? total.value : total }),
    max_score: best,
    hits: described,
  };
}

function totalOf(found: number, counted: number): { readonly value: number; readonly relation: string } | undefined {
  if (counted === 0) return undefined;
  return found > counted ? { value: counted, relation: 'gte' } : { value: found, relation: 'eq' };
}

function isOrderedByScore(sort: unknown): boolean {
  return (Array.isArray(sort) ? (sort as readonly unknown[]) : [sort]).some(
    (entry) => entry === '_score' || (isRecord(entry) && entry._score !== undefined),
  );
}

function describeHit(
  { context, scripts, highlighted }: Part,
  { candidate, score, sort }: Hit,
  request: SearchRequest,
  isScored: boolean,
): object | Problem {
  const { document, index, id } = candidate;
  const source = filterSource(document.source, request.source);
  const computed = runScripts(scripts, candidate);
  if (isProblem(computed)) return computed;
  const fields = {
    ...fetchFields(context.table, candidate, request.fields),
    ...fetchColumns(context, candidate, request),
    ...Object.fromEntries(computed),
  };
  const highlight = highlightHit(candidate, highlighted);
  return {
    _index: index,
    // As documented; servers from version 8 on leave it out.
    _type: '_doc',
    _id: id,
    ...(request.hasVersions && { _version: document.version }),
    ...(request.hasSequences && { _seq_no: document.sequence, _primary_term: primaryTerm }),
    _score: isScored ? score : null,
    ...(source && { _source: source }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(highlight && { highlight }),
    ...(sort && { sort }),
  };
}

function fetchColumns(context: QueryContext, candidate: Hit['candidate'], { columns }: SearchRequest): object {
  const names = columns.flatMap(({ name }) =>
    name.includes('*') ? [...context.table.fields.keys()].filter((path) => matchesPattern(name, path)) : [name],
  );
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const column = columnOf(context, name);
      const values = column && !isProblem(column) ? valuesOfField(candidate, column.name) : [];
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}
