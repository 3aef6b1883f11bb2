import { isRecord } from '@rulebook/json/is-record';
import { searchBody } from '@rulebook/search-cluster/facts/search/search-body';
import { isOn } from '../indices/names';
import { isProblem, problem, unplayedPart, type Problem } from '../indices/problem';
import { fetchedFields } from './fetch';
import type { SearchRequest } from './request';
import { readSlice } from './slice';
import { sortOfQuery, withTiebreak } from './sort';
import { sourceFilterOf } from './source';

type Options = Readonly<Record<string, unknown>>;
type Query = ReadonlyMap<string, string>;

/** Reads a search from its body and its query, which takes precedence. */
export function readSearch(body: Options, query: Query): SearchRequest | Problem {
  const unplayed = ['knn', 'rescore', 'suggest', 'rank', 'retriever', 'runtime_mappings'].find((name) => {
    const value = body[name];
    return value !== undefined && !(isRecord(value) && Object.keys(value).length === 0);
  });
  if (unplayed !== undefined) return unplayedPart(`[${unplayed}] of a search`);
  const isInTime = body.pit !== undefined;
  const slice = readSlice(body.slice, isInTime || query.has('scroll'));
  if (slice && isProblem(slice)) return slice;
  const from = numberOf(query.get('from') ?? body.from ?? standard('from'));
  const size = numberOf(query.get('size') ?? body.size ?? standard('size'));
  if (from === undefined || size === undefined || from < 0 || size < 0) {
    return problem('[from] and [size] must be whole numbers.');
  }
  const counted = query.get('track_total_hits') ?? body.track_total_hits;
  if (isOn(query.get('rest_total_hits_as_int')) && Number.isFinite(Number(counted)) && typeof counted !== 'boolean')
    return problem('[rest_total_hits_as_int] needs an exact number of hits.');
  const searchAfter = body.search_after;
  if (from > 0 && searchAfter !== undefined)
    return problem('[from] must be 0 with [search_after].', {
      type: 'action_request_validation_exception',
      rule: 'impossible-search',
    });
  const stored = query.get('stored_fields')?.split(',') ?? body.stored_fields;
  const { field: collapse } = isRecord(body.collapse) ? body.collapse : {};
  const sort = sortOfQuery(query.get('sort')) ?? body.sort;
  const text = query.get('q');
  const written = query.get('fields') === undefined ? undefined : query.get('fields')?.split(',');
  return {
    query: text === undefined ? body.query : queryOfText(text, query),
    postFilter: body.post_filter,
    aggregations: lastOf(body, ['aggs', 'aggregations']),
    isTyped: isOn(query.get('typed_keys')),
    highlight: body.highlight,
    sort: isInTime ? withTiebreak(sort) : sort,
    ...(slice && { slice }),
    ...(Array.isArray(searchAfter) && { searchAfter }),
    scriptFields: body.script_fields,
    fields: fetchedFields(written ?? body.fields),
    columns: fetchedFields(query.get('docvalue_fields')?.split(',') ?? body.docvalue_fields),
    source: sourceFilterOf(
      body._source ?? (body.script_fields === undefined && stored === undefined ? undefined : false),
      query,
    ),
    isBare: stored === '_none_' || (Array.isArray(stored) && stored.includes('_none_')),
    most: numberOf(query.get('terminate_after') ?? body.terminate_after) ?? 0,
    ...(typeof collapse === 'string' && { collapse }),
    from,
    size,
    minScore: numberOf(body.min_score) ?? -Infinity,
    counted: countedOf(counted ?? standard('track_total_hits')),
    hasVersions: body.version === true || query.get('version') === 'true',
    hasSequences: body.seq_no_primary_term === true || query.get('seq_no_primary_term') === 'true',
    isScored: body.track_scores === true || query.get('track_scores') === 'true',
  };
}

/** Returns the query of the request line. */
export function queryOfText(text: string, query: Query): unknown {
  const options = [
    ['default_operator', query.get('default_operator')],
    ['default_field', query.get('df')],
    ['lenient', query.get('lenient') === 'true' ? true : undefined],
  ] as const;
  return {
    query_string: { query: text, ...Object.fromEntries(options.filter(([, value]) => value !== undefined)) },
  };
}

/** Returns the documented default. */
function standard(name: string): unknown {
  const text = searchBody.fields.find((field) => field.name === name)?.default;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Returns the value of the last of several members that replace one another. */
function lastOf(body: Options, names: readonly string[]): unknown {
  const name = Object.keys(body).findLast((key) => names.includes(key));
  return name === undefined ? undefined : body[name];
}

function countedOf(value: unknown): number {
  if (value === true || value === 'true' || value === '') return Infinity;
  if (value === false || value === 'false') return 0;
  return numberOf(value) ?? Infinity;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
