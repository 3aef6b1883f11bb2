import { privilegeOf } from '../../catalogue/security/operation-privileges';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import { describeKey } from './key-list';
import { inOrderOfCreation, nameOfKey } from './keys';
import type { ApiKeyRecord, ClusterState, DocumentRecord, IndexRecord } from './model';
import { reachOnCluster } from './privileges';
import { noObject, readObject } from '../indices/handlers';
import { isOn } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { aggregate } from '../search/aggregation';
import { openContext } from '../search/context';
import { isRefused, matcherOf } from '../search/query';
import { compareHits, isAfter, readSort, type Hit } from '../search/sort';
import { Table } from '../../../../sandbox/table';
import { answer, isRecord } from '../../../../sandbox/wire';
import { perObject } from '../../../../structures/memo';

/** Plays searching API keys. */
export const keyQueryHandlers: ClusterHandlers = { 'search-cluster.api-key.query': queryKeys };

const keyword = { type: 'keyword' } as const;
const date = { type: 'date' } as const;

/** What can be searched of a key, as the members of responses are called. */
const mappings = {
  properties: {
    ...{ id: keyword, name: keyword, type: keyword, username: keyword, realm: keyword, realm_type: keyword },
    ...{ creation: date, expiration: date, invalidation: date, invalidated: { type: 'boolean' } },
    metadata: { type: 'flattened' },
  },
};

/** The kinds of queries with which keys can be searched. */
const kinds: ReadonlySet<string> = new Set([
  ...['bool', 'exists', 'ids', 'match', 'match_all', 'prefix', 'range', 'simple_query_string', 'term', 'terms'],
  'wildcard',
]);

const maxReached = 10_000;
const standardSize = 10;

function queryKeys(call: ClusterCall): ClusterStep {
  const body = readObject(call);
  if (!body) return refuse(call, noObject);
  const unknown = kindsIn(body.query).find((kind) => !kinds.has(kind));
  if (unknown !== undefined) return refuse(call, problem(`API keys cannot be searched with the query [${unknown}].`));
  const from = wholeNumber(body.from, 0);
  const size = wholeNumber(body.size, standardSize);
  if (from === undefined || size === undefined || from + size > maxReached) {
    return refuse(call, problem(`[from] and [size] must be whole numbers, together at most ${String(maxReached)}.`));
  }
  const found = findKeys(call, body);
  if (isProblem(found)) return refuse(call, found);
  const { hits, total, aggregations } = found;
  const withLimits = isOn(call.query.get('with_limited_by'));
  const keys = hits.slice(from, from + size).flatMap(({ candidate, sort }) => {
    const key = call.cluster.keys.get(candidate.id);
    return key ? [{ ...describeKey(key, withLimits), ...(sort && { _sort: sort }) }] : [];
  });
  return respond(
    call,
    answer(200, { total, count: keys.length, api_keys: keys, ...(aggregations && { aggregations }) }),
  );
}

/** Finds the keys that the caller may read. */
function findKeys(call: ClusterCall, body: Readonly<Record<string, unknown>>) {
  const context = openContext('', indexOf(call.cluster.keys));
  const matcher = matcherOf(context, body.query);
  if (isRefused(matcher)) return matcher;
  const keys = readSort(context, body.sort);
  if (isProblem(keys)) return keys;
  const isReadable = readableKeys(call);
  const candidates = context.candidates.filter((one) => isReadable(one.id) && matcher(one) !== undefined);
  const written = body.aggs ?? body.aggregations;
  const isTyped = isOn(call.query.get('typed_keys'));
  const aggregations = written === undefined ? undefined : aggregate([{ context, candidates }], written, isTyped);
  if (aggregations && isProblem(aggregations)) return aggregations;
  const all = candidates.map((candidate): Hit => {
    const hit: Hit = { candidate, score: 1 };
    return keys.length === 0 ? hit : { ...hit, sort: keys.map(({ valueOf }) => valueOf(hit)) };
  });
  const after = Array.isArray(body.search_after) ? (body.search_after as readonly unknown[]) : undefined;
  const rest = after ? all.filter((hit) => isAfter(keys, hit, after)) : all;
  return { hits: [...rest].sort(compareHits(keys)), total: all.length, aggregations };
}

/** Returns which keys the caller may read: all, or its own; a key may read itself. */
function readableKeys({ cluster, caller, match }: ClusterCall): (id: string) => boolean {
  const needed = match.kind === 'operation' ? privilegeOf(match.operation) : undefined;
  if (needed === undefined || reachOnCluster(caller, needed.action) === 'all') return () => true;
  if (caller.kind === 'key') return (id) => id === caller.key.id;
  return (id) => cluster.keys.get(id)?.owner === caller.name;
}

/** The keys as the documents of an index. */
const indexOf = perObject((keys: ClusterState['keys']): IndexRecord => {
  const documents = inOrderOfCreation(keys.values()).map((key, sequence): [string, DocumentRecord] => [
    key.id,
    { source: searchedMembers(key), version: 1, sequence },
  ]);
  return {
    ...{ uuid: '', isOpen: true, settings: {}, mappings, documents: Table.from(documents) },
    ...{ nextSequence: documents.length, history: [], leases: {} },
  };
});

function searchedMembers(key: ApiKeyRecord): DocumentRecord['source'] {
  const members = { ...describeKey(key, false), name: nameOfKey(key) };
  return Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(mappings.properties, name)));
}

/** Returns the kinds of a query and of the clauses in it. */
function kindsIn(query: unknown): readonly string[] {
  if (!isRecord(query)) return [];
  return Object.entries(query).flatMap(([kind, options]) => {
    if (kind !== 'bool' || !isRecord(options)) return [kind];
    const clauses = [options.must, options.filter, options.should, options.must_not].flat();
    return [kind, ...clauses.flatMap(kindsIn)];
  });
}

function wholeNumber(value: unknown, standard: number): number | undefined {
  if (value === undefined) return standard;
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
