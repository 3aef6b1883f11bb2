import { isRecord } from '@rulebook/json/is-record';
import {
  isSearchedMember,
  keyAggregationKinds,
  keyQueryKinds,
  maxWindow,
} from '@rulebook/search-cluster/facts/security/key-query';
import { queryClause } from '@rulebook/search-cluster/facts/search/search-query';
import type { ClusterCall } from './call';
import { invalid, problemOfFlags, readMembers, unreadable, type Members } from './key-body';
import { isProblem, problem, type Problem } from '../indices/problem';

/** A search of keys whose form is correct. */
export interface KeyQuery {
  readonly query?: unknown;
  readonly sort?: unknown;
  readonly aggregations?: unknown;
  readonly after?: readonly unknown[] | undefined;
  readonly from: number;
  readonly size: number;
}

const known = ['query', 'aggs', 'aggregations', 'sort', 'from', 'size', 'search_after'];
const standardSize = 10;
const failedSearch = { type: 'search_phase_execution_exception' } as const;

/** Reads a search of keys, and refuses what servers refuse. */
export function readKeyQuery(call: ClusterCall): KeyQuery | Problem {
  const wrong = problemOfFlags(call, ['with_limited_by', 'with_profile_uid', 'typed_keys']);
  if (wrong) return wrong;
  const body = call.request.body === '' ? {} : readMembers(call, known);
  if (isProblem(body)) return body;
  const { query, sort, search_after: after } = body as Members;
  const aggregations = (body as Members).aggs ?? (body as Members).aggregations;
  const [from, size] = [numberIn((body as Members).from, 0), numberIn((body as Members).size, standardSize)];
  if (from === undefined || size === undefined) return problem('[from] and [size] must be whole numbers.', unreadable);
  if (after !== undefined && !Array.isArray(after)) return problem('[search_after] must be an array.', unreadable);
  const found =
    ('query' in body ? problemOfQuery(query) : undefined) ??
    ('sort' in body ? problemOfSort(sort) : undefined) ??
    (aggregations === undefined ? undefined : problemOfAggregations(aggregations)) ??
    problemOfPage(from, size, after as readonly unknown[] | undefined, Array.isArray(sort) ? sort.length : 0);
  return found ?? { query, sort, aggregations, after: after as readonly unknown[] | undefined, from, size };
}

function problemOfPage(
  from: number,
  size: number,
  after: readonly unknown[] | undefined,
  keys: number,
): Problem | undefined {
  if (from < 0 || size < 0) return problem('[from] and [size] must not be negative.', invalid);
  if (after !== undefined && from > 0) return problem('With [search_after], [from] must be 0.', invalid);
  if (from + size > maxWindow)
    return problem(`[from] and [size] must be at most ${String(maxWindow)} together.`, failedSearch);
  if (after !== undefined && after.length !== keys)
    return problem('[search_after] must have one value for each key of [sort].', failedSearch);
  return undefined;
}

/** A single kind of query, with what it asks for. */
function problemOfQuery(query: unknown): Problem | undefined {
  if (!isRecord(query)) return problem('A query must be an object.', unreadable);
  const [entry, more] = Object.entries(query);
  if (!entry || more) return problem('A query must have exactly one kind of query as its key.', unreadable);
  const [kind, options] = entry;
  if (!keyQueryKinds().includes(kind)) {
    const exists = queryClause.fields.some(({ name }) => name === kind);
    const reason = `API keys cannot be searched with the query [${kind}].`;
    return problem(reason, exists ? {} : unreadable);
  }
  if (!isRecord(options)) return problem(`The query [${kind}] needs an object.`, unreadable);
  if (kind === 'bool') {
    const clauses = [options.must, options.filter, options.should, options.must_not].flat();
    return firstOf(clauses, (clause) => (clause === undefined ? undefined : problemOfQuery(clause)));
  }
  if (kind === 'match_all' || kind === 'ids') return undefined;
  if (kind === 'exists') return problemOfMember(options.field);
  if (kind === 'simple_query_string')
    return firstOf(Array.isArray(options.fields) ? options.fields : [], problemOfMember);
  const names = Object.keys(options).filter((name) => name !== 'boost' && name !== '_name');
  if (names.length !== 1) return problem(`The query [${kind}] must name exactly one field.`, unreadable);
  return problemOfMember(names[0]);
}

function problemOfSort(sort: unknown): Problem | undefined {
  if (!Array.isArray(sort)) return problem('[sort] must be an array.', unreadable);
  return firstOf(sort as readonly unknown[], (key) => {
    if (typeof key === 'string') return key === '_doc' ? undefined : problemOfMember(key);
    const [entry, more] = isRecord(key) ? Object.entries(key) : [];
    if (!entry || more) return problem('A key of [sort] must be a field, or an object with a field.', unreadable);
    const [name, options] = entry;
    if (!isRecord(options)) return problem('The order of a field must be an object.', unreadable);
    const { order } = options;
    if (order !== undefined && !['asc', 'desc'].includes(String(order).toLowerCase()))
      return problem('[order] must be [asc] or [desc].', unreadable);
    return name === '_doc' ? undefined : problemOfMember(name);
  });
}

function problemOfAggregations(aggregations: unknown): Problem | undefined {
  if (!isRecord(aggregations)) return problem('Aggregations must be an object.', unreadable);
  return firstOf(Object.entries(aggregations), ([name, aggregation]) => {
    if (!isRecord(aggregation)) return problem(`The aggregation [${name}] must be an object.`, unreadable);
    return firstOf(Object.entries(aggregation), ([kind, options]) => {
      if (kind === 'aggs' || kind === 'aggregations') return problemOfAggregations(options);
      if (kind === 'meta') return undefined;
      if (!keyAggregationKinds.includes(kind)) return problem(`API keys cannot be aggregated by [${kind}].`);
      return isRecord(options) && options.field !== undefined ? problemOfMember(options.field) : undefined;
    });
  });
}

function problemOfMember(name: unknown): Problem | undefined {
  if (typeof name !== 'string') return problem('The name of a field is needed.', unreadable);
  return isSearchedMember(name.split('^')[0] ?? '')
    ? undefined
    : problem(`API keys can neither be searched nor aggregated by the field [${name}].`);
}

function firstOf<T>(items: readonly T[], find: (item: T) => Problem | undefined): Problem | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

/** Servers read a number that is written as a string. */
function numberIn(value: unknown, standard: number): number | undefined {
  if (value === undefined) return standard;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}
