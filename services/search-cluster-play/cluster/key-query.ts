import { privilegeOf } from '@rulebook/search-cluster/facts/security/operation-privileges';
import { searchedMembers } from '@rulebook/search-cluster/facts/security/key-query';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import { describeKey, realmOf } from './key-list';
import { readKeyQuery, type KeyQuery } from './key-query-body';
import { inOrderOfCreation, nameOfKey } from './keys';
import type { ApiKeyRecord, ClusterState, DocumentRecord, IndexRecord } from './model';
import { reachOnCluster } from './privileges';
import { isOn } from '../indices/names';
import { isRecord } from '@rulebook/json/is-record';
import { momentOf } from '@rulebook/text/date-math';
import { isProblem, problem, refuse, type Problem } from '../indices/problem';
import { aggregate } from '../search/aggregation';
import { openContext } from '../search/context';
import { isRefused, matcherOf } from '../search/query';
import { compareHits, isAfter, readSort, type Hit } from '../search/sort';
import { Table } from '@rulebook/sandbox/table';
import { answer } from '@rulebook/sandbox/wire';
import { perObject } from '@rulebook/text/structures/memo';

/** Plays searching API keys. */
export const keyQueryHandlers: ClusterHandlers = { 'search-cluster.api-key.query': queryKeys };

/** The types of what can be searched of a key, as the members of responses are called. */
const mappings = {
  properties: Object.fromEntries(Object.entries(searchedMembers).map(([name, type]) => [name, { type }])),
};

function queryKeys(call: ClusterCall): ClusterStep {
  const body = readKeyQuery(call);
  if (isProblem(body)) return refuse(call, body);
  const { from, size } = body;
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
function findKeys(call: ClusterCall, { query, sort, aggregations: written, after }: KeyQuery) {
  const context = openContext('', indexOf(call.cluster.keys));
  const dated = withMoments(query, call.input.now);
  if (isProblem(dated)) return dated;
  const matcher = matcherOf(context, dated.query);
  if (isRefused(matcher)) return matcher;
  const keys = readSort(context, sort);
  if (isProblem(keys)) return keys;
  const isReadable = readableKeys(call);
  const candidates = context.candidates.filter((one) => isReadable(one.id) && matcher(one) !== undefined);
  const isTyped = isOn(call.query.get('typed_keys'));
  const aggregations = written === undefined ? undefined : aggregate([{ context, candidates }], written, isTyped);
  if (aggregations && isProblem(aggregations)) return aggregations;
  const all = candidates.map((candidate): Hit => {
    const hit: Hit = { candidate, score: 1 };
    return keys.length === 0 ? hit : { ...hit, sort: keys.map(({ valueOf }) => valueOf(hit)) };
  });
  const rest = after ? all.filter((hit) => isAfter(keys, hit, after)) : all;
  return { hits: [...rest].sort(compareHits(keys)), total: all.length, aggregations };
}

/** The members of a key that are times; servers read them in milliseconds, or as date math from `now`. */
const times: ReadonlySet<string> = new Set(
  Object.entries(searchedMembers).flatMap(([name, type]) => (type === 'date' ? [name] : [])),
);

/** The clauses that compare a member with values. */
const comparing: ReadonlySet<string> = new Set(['range', 'term', 'terms', 'match']);

/** Returns a query whose times are in milliseconds, or why one cannot be read. */
function withMoments(query: unknown, now: number): { readonly query: unknown } | Problem {
  let refused: Problem | undefined;
  const timeOf = (value: unknown): unknown => {
    const moment =
      typeof value === 'string' || value === true || value === false ? readMoment(String(value), now) : value;
    if (moment !== undefined) return moment;
    refused = problem(`failed to parse date field [${String(value)}] with format [epoch_millis]`, {
      type: 'search_phase_execution_exception',
    });
    return value;
  };
  const timesIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(timeOf);
    if (!isRecord(value)) return timeOf(value);
    if (value.format !== undefined) return value;
    const isTime = /^(?:[gl]te?|from|to|value|query)$/;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) =>
        // A bound of null is none.
        one === null && /^[gl]te?$/.test(key) ? [] : [[key, isTime.test(key) ? timeOf(one) : one]],
      ),
    );
  };
  const visit = (part: unknown, name: string): unknown => {
    if (Array.isArray(part)) return part.map((item) => visit(item, name));
    if (!isRecord(part)) return part;
    const isComparing = comparing.has(name);
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        isComparing && times.has(key) ? timesIn(value) : visit(value, key),
      ]),
    );
  };
  const read = visit(query, '');
  return refused ?? { query: read };
}

/** Returns the moment that a text means: milliseconds, or date math from them or from now; undefined if it means none. */
function readMoment(text: string, now: number): number | undefined {
  const [, start, steps] = /^(?:(-?\d+)(?:[|][|]|$)|now)(.*)$/.exec(text) ?? [];
  if (steps === undefined) return undefined;
  const moment = momentOf(`now${steps}`, start === undefined ? now : Number(start));
  return typeof moment === 'number' ? moment : undefined;
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
    { source: membersOf(key), version: 1, sequence },
  ]);
  return {
    ...{ uuid: '', isOpen: true, settings: {}, mappings, documents: Table.from(documents) },
    ...{ nextSequence: documents.length, history: [], leases: {} },
  };
});

function membersOf(key: ApiKeyRecord): DocumentRecord['source'] {
  const members = { ...describeKey(key, false), name: nameOfKey(key), realm_name: realmOf(key) };
  return Object.fromEntries(Object.entries(members).filter(([name]) => Object.hasOwn(mappings.properties, name)));
}
