import { isRecord } from '@rulebook/json/is-record';
import type { ReadBack } from '@rulebook/catalogue/read-back';
import type { Service } from '@rulebook/catalogue/service';
import { pathForm } from '@rulebook/checker/resource-model/path-words';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { jsonOf } from './patterns';
import type { ComparedResource } from './plan-resources';
import { waysOf } from './resource-ways';
import { storedBody } from './stored-body';

/** A request that a sandbox gets. */
export interface RehearsedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Returns the request that stores a resource as the endpoint shows it; undefined where it is not there, or none does. */
export function storedRequest({ expected, shown }: ComparedResource): RehearsedRequest | undefined {
  const [first] = expected.requests;
  const { named } = expected;
  if (shown === undefined || named === undefined || first === undefined) return undefined;
  const { service, operation } = first.request;
  const { store } = waysOf(named.readBack, operation, service);
  if (store === undefined) return undefined;
  const { readBack, method } = store;
  const { value } = storedBody(shown, {
    ...{ readBack, names: named.names, units: service, shape: store.operation?.body?.shape },
    pulled: { file: '', lists: '', at: [], isAsSent: true, ...readBack.pulled },
  });
  if (readBack.isLasting === true && JSON.stringify(value ?? {}) === '{}') return undefined;
  const { path } = fillRequest({ method, path: readBack.declares.path }, named.names);
  return { method, path, ...(value !== undefined && { body: JSON.stringify(value) }) };
}

/** Returns a request that stores what the endpoint has as a sandbox gets it: with values in the place of those that are never shown. */
export function loadedRequest(request: RehearsedRequest, service: Service): RehearsedRequest {
  const { unshown } = declaredBy(request, service, (one) => one.unshown !== undefined) ?? {};
  const body = unshown === undefined ? undefined : jsonOf(request.body);
  const whole = isRecord(body) ? { ...request, body: JSON.stringify({ ...unshown, ...body }) } : request;
  return rehearsedRequest(whole, service);
}

/** Returns how what a request declares is read back. */
function declaredBy(
  { method, path }: RehearsedRequest,
  { readBacks = [] }: Service,
  isWanted: (readBack: ReadBack) => boolean,
): ReadBack | undefined {
  const [own = ''] = path.split('?', 1);
  const words = own.split('/').length;
  return readBacks.find((readBack) => {
    const { methods, path: declared } = readBack.declares;
    if (!isWanted(readBack) || declared.split('/').length !== words) return false;
    const [start = ''] = pathForm(declared).split('{', 1);
    return methods.includes(method) && own.startsWith(start);
  });
}

/** Returns whether a sandbox lacks what a request needs, so that its response would say nothing. */
export function isUnrehearsed({ method, path }: RehearsedRequest, { readBacks = [] }: Service): boolean {
  const [own = ''] = path.split('?', 1);
  const words = own.split('/');
  return readBacks.some(({ isUnrehearsed: isWanted, declares }) => {
    const declared = declares.path.split('/');
    const isOwn = declared.length === words.length && declares.methods.includes(method);
    return isWanted === true && isOwn && declared.every((word, at) => word.startsWith('{') || word === words[at]);
  });
}

/** Returns a request as a sandbox gets it: places of the machine are below a folder of the sandbox, and are not tried. */
export function rehearsedRequest<Sent extends RehearsedRequest>(request: Sent, service: Service): Sent {
  const { path, body } = request;
  if (body === undefined) return request;
  const of = declaredBy(request, service, ({ ofMachine }) => ofMachine !== undefined);
  if (of?.ofMachine === undefined) return request;
  const { ofMachine, untried } = of;
  let value = jsonOf(body);
  for (const members of ofMachine) {
    const place = valueAt(value, members);
    const last = typeof place === 'string' ? place.split(/[\\/]/).findLast(Boolean) : undefined;
    if (last !== undefined) value = withValueAt(value, members, last);
  }
  return { ...request, path: untried === undefined ? path : withQuery(path, untried), body: JSON.stringify(value) };
}

/** Returns a path with a query parameter, in the place of the one that it may have. */
function withQuery(path: string, parameter: string): string {
  const [own = '', query = ''] = path.split('?', 2);
  const [name = ''] = parameter.split('=', 1);
  const others = query.split('&').filter((one) => one !== '' && one.split('=', 1)[0] !== name);
  return `${own}?${[...others, parameter].join('&')}`;
}
