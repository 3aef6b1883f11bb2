import { isRecord } from '@rulebook/json/is-record';
import type { Service } from '@rulebook/catalogue/service';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { pullResources } from '../comparison/pull-resources';
import { loadedRequest } from '../comparison/rehearsal';
import type { WireRequest } from '../model';
import { jsonIn } from './judge-answer';
import type { KnownExchange, SeenExchange } from './model';

/** More items are not looked for in a response. */
const maxItems = 10_000;
const maxDepth = 20;

/**
 * Returns the requests that give a sandbox what was seen of a service: its resources as they are pulled, and the items that responses show. What the
 * exchanges have made or changed themselves is theirs to do again.
 */
export async function settingRequests(
  service: Service,
  exchanges: readonly SeenExchange[],
): Promise<readonly WireRequest[]> {
  const changed = new Set(
    exchanges.flatMap(({ request, response }) =>
      isReading(request) || response.status > 299 ? [] : [pathOf(request.target)],
    ),
  );
  const read = createReader(exchanges);
  const { requests } = await pullResources({ service, kinds: [] }, (path) => Promise.resolve(read(path)));
  const stored = requests.map(({ method, path, body }) =>
    loadedRequest({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) }, service),
  );
  return [...stored, ...itemRequests(service, exchanges)]
    .filter(({ path }) => !changed.has(pathOf(path)))
    .map(({ method, path, body = '' }) => ({
      ...{ method, target: path, body },
      headers: body === '' ? [] : [['Content-Type', 'application/json']],
    }));
}

function isReading({ method }: WireRequest): boolean {
  return /^(?:GET|HEAD)$/i.test(method);
}

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '';
}

/** Returns what reads the last response of a path: to the same query, or to another one. */
function createReader(exchanges: readonly SeenExchange[]) {
  const exact = new Map<string, SeenExchange>();
  const byPath = new Map<string, SeenExchange>();
  for (const exchange of exchanges) {
    const { request, response, isPart } = exchange;
    if (request.method.toUpperCase() !== 'GET' || response.status > 299 || isPart === true) continue;
    exact.set(request.target, exchange);
    byPath.set(pathOf(request.target), exchange);
  }
  return (path: string) => {
    const found = exact.get(path) ?? byPath.get(pathOf(path));
    return found === undefined
      ? { status: 404, body: '' }
      : { status: found.response.status, body: found.response.body };
  };
}

/** A request as it is stored. */
interface StoredItem {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Returns the requests that store the items that responses show, each once. */
function itemRequests({ shownItems }: Service, exchanges: readonly SeenExchange[]): readonly StoredItem[] {
  if (shownItems === undefined) return [];
  const { names, body: member, stores, except } = shownItems;
  const found = new Map<string, StoredItem>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth || found.size >= maxItems) return;
    if (Array.isArray(value)) for (const item of value as readonly unknown[]) visit(item, depth + 1);
    if (!isRecord(value)) return;
    const own = Object.entries(names).map(([parameter, name]) => [parameter, value[name]] as const);
    if (own.every(([, name]) => typeof name === 'string' && !name.startsWith(except)) && isRecord(value[member])) {
      const filled = Object.fromEntries(own.map(([parameter, name]) => [parameter, String(name)]));
      const { path } = fillRequest(stores, filled);
      if (!found.has(path)) found.set(path, { method: stores.method, path, body: JSON.stringify(value[member]) });
      return;
    }
    for (const inner of Object.values(value)) visit(inner, depth + 1);
  };
  for (const { request, response, isPart } of exchanges) {
    // A request that names the member asks for a part of it.
    const isWhole = isPart !== true && ![request.target, request.body].some((text) => text.includes(member));
    if (response.status < 300 && isWhole) visit(jsonIn(response.body), 0);
  }
  return [...found.values()];
}

/** Returns what was answered to reading requests that a sandbox does not play, by method and target. */
export function readAnswers(exchanges: readonly KnownExchange[]): ReadonlyMap<string, KnownExchange> {
  return new Map(
    exchanges.flatMap((exchange) => {
      const { request, isPart } = exchange;
      return isReading(request) && isPart !== true ? [[`${request.method} ${request.target}`, exchange] as const] : [];
    }),
  );
}
