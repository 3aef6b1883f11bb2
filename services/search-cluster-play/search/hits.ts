import { isRecord } from '@rulebook/json/is-record';
import { resultWindow } from '@rulebook/search-cluster/facts/indices/index-settings';
import type { SlicedWork } from '../cluster/call';
import { fieldNamed } from '../indices/fields';
import type { NamedIndex } from '../indices/names';
import { accessTo, convertValue, type IndexedValue } from '../indices/values';
import { isProblem, ofShards, problem, type Problem, type ShardFailure } from '../indices/problem';
import { matchesPattern } from '@rulebook/text/name-pattern';
import type { Found } from './aggregation';
import type { SearchRequest } from './request';
import { columnOf, columnValues } from './columns';
import { openContext, type QueryContext } from './context';
import { fetchFields } from './fetch';
import { highlightHit, readHighlight, type HighlightedField } from './highlight';
import { isRefused, matcherOf } from './query';
import { readScriptFields, runScripts, type ScriptField } from './script';
import { isInSlice } from './slice';
import { compareHits, isAfter, readSort, sortedNames, type Hit, type SortKey } from './sort';
import { filterSource } from './source';

/** What one index contributes to a search. */
interface Part {
  readonly context: QueryContext;
  readonly keys: readonly SortKey[];
  readonly scripts: readonly ScriptField[];
  readonly highlighted: readonly HighlightedField[];
  /** Before the filter that aggregations do not see. */
  readonly found: Found;
  readonly hits: readonly Hit[];
  /** Without a query, the service knows how many documents there are. */
  readonly total: number;
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
export function isTurnOver(turn: Turn, { clauses }: QueryContext): boolean {
  turn.clauses += 1 + clauses;
  if (turn.clauses < clausesInTurn) return false;
  turn.clauses = 0;
  return true;
}

/** What a search has found, in its order. */
export interface RankedHits {
  readonly parts: readonly Part[];
  readonly request: SearchRequest;
  readonly total: number;
  readonly isScored: boolean;
  readonly best: number | null;
  readonly hits: readonly Hit[];
}

/** What the indices contribute to a search, and those that could not. */
export interface FoundParts {
  readonly parts: readonly Part[];
  readonly failures: readonly ShardFailure[];
}

/** Searches indices, and yields from time to time; a problem when none of them can be searched so. */
export function* findParts(
  indices: readonly NamedIndex[],
  request: SearchRequest,
  turn: Turn,
): SlicedWork<FoundParts | Problem> {
  const parts: Part[] = [];
  const failures: ShardFailure[] = [];
  for (const [ordinal, named] of indices.entries()) {
    const part = yield* searchIndex(named, request, turn, ordinal);
    if (!isProblem(part)) parts.push(part);
    else if (part.status === 400) failures.push({ index: named.name, problem: part });
    else return part;
  }
  return (parts.length === 0 ? ofShards(failures) : undefined) ?? { parts, failures };
}

/** Puts what the indices contribute into the order of the search. */
export function rankHits(parts: readonly Part[], request: SearchRequest): RankedHits {
  const keys = parts[0]?.keys ?? [];
  const all = parts.flatMap(({ hits }) => hits);
  const { searchAfter, size } = request;
  const rest = searchAfter ? all.filter((hit) => isAfter(keys, hit, searchAfter)) : all;
  const isByScore = request.hasEarlyTotals === true && sortedNames(request.sort)[0] === '_score';
  const isBest = keys.length === 0 || request.isScored || isByScore;
  const isScored = isBest || isOrderedByScore(request.sort);
  const best =
    isBest && size > 0 ? all.reduce<number | null>((most, { score }) => Math.max(most ?? score, score), null) : null;
  const sorted = size === 0 ? [] : [...rest].sort(compareHits(keys));
  const hits = request.collapse === undefined ? sorted : firstOfEach(sorted, valuesOf(parts, request.collapse));
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { parts, request, total, isScored, best: parts.length === 0 ? 0 : best, hits };
}

type ValueOf = (candidate: Hit['candidate']) => IndexedValue | undefined;

/** Returns the best hit of each value of a field; documents without one belong together. */
function firstOfEach(hits: readonly Hit[], valueOf: ValueOf): readonly Hit[] {
  const first = new Map<IndexedValue | undefined, Hit>();
  for (const hit of hits) {
    const value = valueOf(hit.candidate);
    if (!first.has(value)) first.set(value, hit);
  }
  return [...first.values()];
}

function valuesOf(parts: readonly Part[], name: string): ValueOf {
  const contexts = new Map(parts.map(({ context }) => [context.index, context]));
  return (candidate) => {
    const context = contexts.get(candidate.index);
    const column = context && columnOf(context, name);
    return column && !isProblem(column) ? columnValues(column, candidate)[0] : undefined;
  };
}

/** Servers collapse by keywords and numbers. */
function refuseCollapse({ table, index }: QueryContext, { collapse }: SearchRequest): Problem | undefined {
  if (collapse === undefined) return undefined;
  const field = fieldNamed(table, collapse)?.field;
  if (!field) return problem(`The index [${index}] has no field [${collapse}] to collapse by.`);
  const isFit = (field.kind === 'keyword' || field.kind === 'number') && accessTo(field).hasColumns;
  if (isFit) return undefined;
  return problem(`[collapse] is not supported for the field [${collapse}] of the type [${field.type}].`);
}

/** The value belongs to another key of the object. No shard has failed. */
const unwritable = problem('The order of the hits has a value that cannot be written into a response.', {
  rule: 'unusable-field',
});

/** Returns whether a problem arises while the response is written. */
export function isOfResponse(found: Problem): boolean {
  return found === unwritable;
}

/** Returns one page of the hits as responses show them. */
export function describeHits(ranked: RankedHits, from: number, isTotalPlain: boolean): object {
  const { parts, request, best, isScored, hits } = ranked;
  const owner = new Map(parts.map((part) => [part.context.index, part]));
  const described: unknown[] = [];
  for (const hit of hits.slice(from, from + request.size)) {
    const part = owner.get(hit.candidate.index);
    if (part?.keys.some(({ isShown }) => isShown?.(hit) === false)) return unwritable;
    const one = part && describeHit(part, hit, request, isScored);
    if (one && isProblem(one)) return one;
    described.push(one);
  }
  const total = totalOf(ranked.total, request.counted);
  return {
    ...(total && { total: isTotalPlain ? total.value : total }),
    max_score: best,
    hits: described,
  };
}

function* searchIndex(
  { name, index }: NamedIndex,
  request: SearchRequest,
  turn: Turn,
  ordinal: number,
): Generator<undefined, Part | Problem> {
  const window = Number(index.settings[resultWindow.name] ?? resultWindow.default);
  if (request.from + request.size > window) {
    const isOwn = index.settings[resultWindow.name] !== undefined;
    const reason = `[from] and [size] must be together at most ${String(window)}.`;
    return problem(reason, isOwn ? { rule: 'exceeded-limit' } : {});
  }
  const context: QueryContext = { ...openContext(name, index, request.ways), ordinal };
  const matcher = matcherOf(context, request.query);
  if (isRefused(matcher)) return matcher;
  const filter = matcherOf({ ...context, marks: [] }, request.postFilter);
  if (isRefused(filter)) return filter;
  const keys = readSort(context, request.sort);
  if (isProblem(keys)) return keys;
  const scripts = readScriptFields(context, request.scriptFields);
  if (isProblem(scripts)) return scripts;
  const unfit =
    refuseCollapse(context, request) ??
    refuseColumns(context, request) ??
    refuseFormats(context, request) ??
    refuseAfter(context, keys, request);
  if (unfit) return unfit;
  const highlighted = readHighlight(context, request.highlight, (query) => {
    const own: QueryContext = { ...context, marks: [], problems: [] };
    const compiled = matcherOf(own, query);
    return isRefused(compiled) ? compiled : own.marks;
  });
  if (isProblem(highlighted)) return highlighted;
  const all: Hit[] = [];
  for (const candidate of context.candidates) {
    if (isTurnOver(turn, context)) yield;
    if (!isInSlice(request.slice, candidate.id)) continue;
    const score = matcher(candidate);
    if (score !== undefined && score >= request.minScore) all.push({ candidate, score });
  }
  const taken = request.most > 0 ? all.slice(0, request.most) : all;
  const hits =
    request.postFilter === undefined ? taken : taken.filter(({ candidate }) => filter(candidate) !== undefined);
  const found = { context, candidates: all.map(({ candidate }) => candidate) };
  const sorted =
    keys.length === 0 ? hits : hits.map((hit) => ({ ...hit, sort: keys.map(({ valueOf }) => valueOf(hit)) }));
  const isStopped = request.hasEarlyTotals === true && request.most > 0;
  const isCounted = request.query === undefined && request.postFilter === undefined && !isStopped;
  return { context, keys, scripts, highlighted, found, hits: sorted, total: isCounted ? all.length : hits.length };
}

/** Fields without columns have no values to return from them. */
function refuseColumns(context: QueryContext, { columns }: SearchRequest): Problem | undefined {
  return columns
    .filter(({ name }) => !name.includes('*'))
    .map(({ name }) => columnOf(context, name))
    .find((column) => column !== undefined && isProblem(column)) as Problem | undefined;
}

/** Only dates have formats. */
function refuseFormats({ table }: QueryContext, { fields }: SearchRequest): Problem | undefined {
  const unfit = fields.find(({ name, hasFormat }) => {
    const kind = hasFormat ? fieldNamed(table, name)?.field.kind : undefined;
    return kind !== undefined && kind !== 'date';
  });
  return unfit && problem(`The field [${unfit.name}] has no formats.`);
}

function refuseAfter(
  context: QueryContext,
  keys: readonly SortKey[],
  { searchAfter, sort }: SearchRequest,
): Problem | undefined {
  if (!searchAfter) return undefined;
  if (keys.length === 0) return problem('[search_after] needs a [sort].');
  if (keys.length !== searchAfter.length)
    return problem(`[search_after] must have as many values as [sort] has keys, ${String(keys.length)}.`);
  const names = sortedNames(sort);
  const wrong = names.findIndex((name, index) => {
    const value = searchAfter[index];
    const field = fieldNamed(context.table, name)?.field;
    return field !== undefined && value !== null && convertValue(field, value) === undefined;
  });
  return wrong < 0 ? undefined : problem(`A value of [search_after] does not fit the field [${names[wrong] ?? ''}].`);
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
    ...(request.collapse !== undefined && collapsedBy(context, candidate, request.collapse)),
  };
  const highlight = highlightHit(candidate, highlighted);
  const matched = context.named.filter(({ matcher }) => matcher(candidate) !== undefined).map(({ name }) => name);
  return {
    _index: index,
    // As documented; servers from version 8 on leave it out.
    _type: '_doc',
    ...(!request.isBare && { _id: id }),
    ...(request.hasVersions && { _version: document.version }),
    ...(request.hasSequences && { _seq_no: document.sequence, _primary_term: document.term ?? 1 }),
    _score: isScored ? score : null,
    ...(document.routing !== undefined && { _routing: document.routing }),
    ...(source && { _source: source }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(highlight && { highlight }),
    ...(sort && { sort }),
    ...(matched.length > 0 && { matched_queries: [...new Set(matched)] }),
  };
}

function collapsedBy(context: QueryContext, candidate: Hit['candidate'], name: string): object {
  const column = columnOf(context, name);
  return { [name]: column && !isProblem(column) ? columnValues(column, candidate) : [null] };
}

function fetchColumns(context: QueryContext, candidate: Hit['candidate'], { columns }: SearchRequest): object {
  const names = columns.flatMap(({ name }) =>
    name.includes('*') ? [...context.table.fields.keys()].filter((path) => matchesPattern(name, path)) : [name],
  );
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const column = columnOf(context, name);
      const values = column && !isProblem(column) ? columnValues(column, candidate) : [];
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}
