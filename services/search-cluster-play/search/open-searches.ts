import { clusterSettingDefault } from '@rulebook/search-cluster/facts/indices/cluster-setting-list';
import type { ClusterCall } from '../cluster/call';
import type { ClusterState, OpenSearch } from '../cluster/model';
import type { Caller } from '../cluster/privileges';
import { timeValueMilliseconds } from '../cluster/time-value';
import { problem, type Problem } from '../indices/problem';
import { Table } from '@rulebook/sandbox/table';

const maxOpenSearches = Number(clusterSettingDefault('search.max_open_scroll_context'));
const maxKeepAlive = clusterSettingDefault('search.max_keep_alive');

/** Returns in how many milliseconds an open search ends, as the request says. */
export function readKeepAlive(name: string, text: string): number | Problem {
  const duration = timeValueMilliseconds(text);
  if (duration === undefined) {
    return problem(`The value of [${name}] is not a time value. Write a whole number and a unit, such as 1m.`);
  }
  const longest = timeValueMilliseconds(maxKeepAlive) ?? Infinity;
  if (duration <= longest) return duration;
  const reason = `A search stays open for at most ${maxKeepAlive}, and [${name}] asks for ${text}.`;
  return problem(reason, name === 'scroll' ? { type: 'search_phase_execution_exception' } : {});
}

/** Opens a search, or returns why it cannot be opened. */
export function openSearch(
  { cluster, caller, input }: ClusterCall,
  search: Omit<OpenSearch, 'owner' | 'expires'>,
  keepAlive: number,
): { readonly id: string; readonly change: (cluster: ClusterState) => ClusterState } | Problem {
  const open = unexpired(cluster, input.now);
  if (open.size >= maxOpenSearches) {
    const reason = `There are ${String(maxOpenSearches)} open scrolls and points in time, and more are not allowed. Close some.`;
    return problem(reason, { status: 429, type: 'too_many_scroll_contexts_exception' });
  }
  const id = input.randomText(idLength);
  const record: OpenSearch = { ...search, owner: nameOfCaller(caller), expires: input.now + keepAlive };
  return { id, change: (later) => withOpenSearches(later, unexpired(later, input.now).with(id, record)) };
}

/** Returns the caller's open search; one that has expired, or that someone else has opened, is not there. */
export function findOpenSearch(
  { cluster, caller, input }: ClusterCall,
  id: string,
  isScroll: boolean,
): OpenSearch | undefined {
  const found = cluster.openSearches?.get(id);
  const isRight = found !== undefined && (found.search.request !== undefined) === isScroll;
  return isRight && found.expires > input.now && found.owner === nameOfCaller(caller) ? found : undefined;
}

/** Returns the cluster with the open search replaced; when it was closed meanwhile, nothing changes. */
export function withOpenSearch(cluster: ClusterState, id: string, next: OpenSearch): ClusterState {
  const { openSearches } = cluster;
  return openSearches?.has(id) === true ? withOpenSearches(cluster, openSearches.with(id, next)) : cluster;
}

/** Closes the caller's open searches, and returns how many there were. */
export function closeSearches(
  call: ClusterCall,
  ids: readonly string[] | 'all',
  isScroll: boolean,
): { readonly closed: number; readonly cluster: ClusterState } {
  const open = unexpired(call.cluster, call.input.now);
  const wanted = ids === 'all' ? open.ordered().map(([id]) => id) : [...new Set(ids)];
  const found = wanted.filter((id) => findOpenSearch(call, id, isScroll) !== undefined);
  const left = found.reduce((rest, id) => rest.without(id), open);
  return { closed: found.length, cluster: withOpenSearches(call.cluster, left) };
}

const idLength = 40;

/** Returns the problem of texts that are not ids of open searches. */
export function misreadIds(ids: readonly string[]): Problem | undefined {
  const wrong = ids.find((id) => id !== '_all' && id.length !== idLength);
  return wrong === undefined ? undefined : problem(`[${wrong.slice(0, 100)}] is not an id of an open search.`);
}

/** Returns the problem of a search that is not open. */
export function missingSearch(id: string): Problem {
  const reason = `There is no open search [${id.slice(0, 100)}]. It was closed, or it expired by the sandbox's clock.`;
  return problem(reason, { status: 404, type: 'search_context_missing_exception' });
}

function unexpired({ openSearches = Table.empty() }: ClusterState, now: number): Table<OpenSearch> {
  let left = openSearches;
  for (const [id, { expires }] of openSearches.entries()) if (expires <= now) left = left.without(id);
  return left;
}

function withOpenSearches(cluster: ClusterState, openSearches: Table<OpenSearch>): ClusterState {
  return cluster.openSearches === openSearches ? cluster : { ...cluster, openSearches };
}

function nameOfCaller(caller: Caller): string {
  return caller.kind === 'key' ? `key ${caller.key.id}` : `user ${caller.name}`;
}
