import type { SlicedWork } from '../cluster/call';
import type { NamedIndex } from '../indices/names';
import { isProblem, type Problem } from '../indices/problem';
import { primaryTerm } from '../indices/write';
import { matchesPattern } from '../../../../text/name-pattern';
import type { Found } from './aggregation';
import type { SearchRequest } from './request';
import { columnOf } from './columns';
import { openContext, valuesOfField, type QueryContext } from './context';
import { fetchFields } from './fetch';
import { highlightHit, readHighlight, type HighlightedField } from './highlight';
import { isRefused, matcherOf } from './query';
import { readScriptFields, runScripts, type ScriptField } from './script';
import { isInSlice } from './slice';
import { compareHits, isAfter, readSort, type Hit, type SortKey } from './sort';
import { filterSource } from './source';
import { isRecord } from '../../../../sandbox/wire';

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

/** Searches indices, and yields from time to time. */
export function* findParts(
  indices: readonly NamedIndex[],
  request: SearchRequest,
  turn: Turn,
): SlicedWork<readonly Part[] | Problem> {
  const parts: Part[] = [];
  for (const [ordinal, named] of indices.entries()) {
    const part = yield* searchIndex(named, request, turn, ordinal);
    if (isProblem(part)) return part;
    parts.push(part);
  }
  return parts;
}

/** Puts what the indices contribute into the order of the search. */
export function rankHits(parts: readonly Part[], request: SearchRequest): RankedHits {
  const keys = parts[0]?.keys ?? [];
  const all = parts.flatMap(({ hits }) => hits);
  const { searchAfter, size } = request;
  const rest = searchAfter ? all.filter((hit) => isAfter(keys, hit, searchAfter)) : all;
  const isScored = keys.length === 0 || request.isScored || isOrderedByScore(request.sort);
  const best =
    isScored && size > 0 ? all.reduce<number | null>((most, { score }) => Math.max(most ?? score, score), null) : null;
  const hits = size === 0 ? [] : [...rest].sort(compareHits(keys));
  return { parts, request, total: all.length, isScored, best, hits };
}

/** Returns one page of the hits as responses show them. */
export function describeHits(ranked: RankedHits, from: number, isTotalPlain: boolean): object {
  const { parts, request, best, isScored, hits } = ranked;
  const owner = new Map(parts.map((part) => [part.context.index, part]));
  const described: unknown[] = [];
  for (const hit of hits.slice(from, from + request.size)) {
    const part = owner.get(hit.candidate.index);
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
  const context: QueryContext = { ...openContext(name, index), ordinal };
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
    if (!isInSlice(request.slice, candidate.id)) continue;
    const score = matcher(candidate);
    if (score !== undefined && score >= request.minScore) all.push({ candidate, score });
  }
  const hits = request.postFilter === undefined ? all : all.filter(({ candidate }) => filter(candidate) !== undefined);
  const found = { context, candidates: all.map(({ candidate }) => candidate) };
  const sorted =
    keys.length === 0 ? hits : hits.map((hit) => ({ ...hit, sort: keys.map(({ valueOf }) => valueOf(hit)) }));
  return { context, keys, scripts, highlighted, found, hits: sorted };
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
    ...(document.routing !== undefined && { _routing: document.routing }),
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
