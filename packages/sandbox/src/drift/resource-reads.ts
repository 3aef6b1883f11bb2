import { isRecord } from '@rulebook/json/is-record';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { parameterIn, pathForm, pathWords } from '@rulebook/checker/resource-model/path-words';
import { itemFormOf, listPlaceOf } from '@rulebook/checker/resource-model/places';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { successOf } from '@rulebook/checker/resource-model/successes';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { jsonIn } from './judge-answer';
import type { KnownExchange, UnaskedOperation } from './model';

/** A request of the resource model. */
export interface ResourceRead {
  readonly operation: Operation;
  readonly path: string;
}

/** Finds what can be read of a service, step by step: what was read names what is below it. */
export interface ResourceReads {
  /** What can be asked for without knowing anything. */
  readonly first: readonly ResourceRead[];
  /** Returns what an answer leads to, each path once. */
  readonly after: (exchange: KnownExchange) => readonly ResourceRead[];
  /** Returns the operations that only read and that no answer has led to. */
  readonly unasked: () => readonly UnaskedOperation[];
}

/** A word of a path that says that reading it does something nevertheless. */
const doing =
  /(?:^|[-_.])(?:log-?(?:in|out|off)|sign-?(?:in|out|up|off)|revoke|reset|delete|remove|purge|flush|trigger|run|execute|start|stop|restart|shutdown|unsubscribe|subscribe|confirm|activate|deactivate|callback|redirect|stream|watch|events?stream|export|download|refresh|renew|send)(?:$|[-_.])/i;

/** Returns what can be read of the resources of a service, by the structure of its paths; `items` of each list are followed. */
export function resourceReadsOf(service: Service, items: number): ResourceReads {
  const { roleOf } = resourceModelOf(service);
  const reads = service.operations.filter(({ methods }) => methods.includes('GET'));
  const isAction = (operation: Operation): boolean => roleOf(operation).kind === 'action';
  const reasons = new Map<Operation, string>();
  const readable = reads.filter((operation) => {
    const reason = reasonNot(operation, roleOf(operation).kind);
    if (reason !== undefined) reasons.set(operation, reason);
    return reason === undefined;
  });
  const asked = new Set<string>();
  const reached = new Set<Operation>();
  const taken = new Map<string, number>();
  const once = (found: readonly ResourceRead[]): readonly ResourceRead[] =>
    found.filter(({ operation, path }) => {
      if (asked.has(path)) return false;
      asked.add(path);
      reached.add(operation);
      return true;
    });
  /** What is below an item, or the item itself, once the words of its path are known. */
  const below = (template: string, names: readonly string[]): readonly ResourceRead[] => {
    const length = pathWords(template).length;
    return readable.flatMap((operation) => {
      const words = pathWords(operation.path);
      const isBelow = pathForm(`/${words.slice(0, length).join('/')}`) === pathForm(template);
      if (!isBelow || words.slice(length).some((word) => word.includes('{'))) return [];
      const path = `/${[...names, ...words.slice(length)].join('/')}`;
      return [{ operation, path: withQuery(path, operation) }];
    });
  };
  const encoded = (id: string): string => fillRequest({ method: 'GET', path: '{id}' }, { id }).path;
  return {
    first: once(
      readable
        .filter(({ path }) => !path.includes('{'))
        // A bound leaves out what is about no resource.
        .sort((one, other) => Number(isAction(one)) - Number(isAction(other)))
        .map((operation) => ({ operation, path: withQuery(operation.path, operation) })),
    ),
    after: ({ operation, request, response }) => {
      reached.add(operation);
      asked.add(request.target);
      if (response.status < 200 || response.status > 299) return [];
      const [path = ''] = request.target.split(/[?#]/);
      const names = pathWords(path);
      const role = roleOf(operation);
      const own = operation.path.includes('{') ? once(below(operation.path, names)) : [];
      if (role.kind !== 'list') return own;
      const { of } = role;
      const { member } = itemFormOf(of).id;
      const list = valueAt(jsonIn(response.body), listPlaceOf(operation) ?? []);
      if (member === undefined || !Array.isArray(list) || parameterIn(pathWords(of.itemPath).at(-1)) === undefined)
        return own;
      const ids = (list as readonly unknown[]).flatMap((item) => {
        const id = isRecord(item) ? item[member] : undefined;
        return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
      });
      const found: ResourceRead[] = [...own];
      for (const id of ids) {
        const before = taken.get(path) ?? 0;
        // A masked id is none, and dots are a step in the path.
        if (before >= items || id === '' || /^(?:\*+|\.{1,2})$/.test(id)) continue;
        const next = once(below(of.itemPath, [...names, encoded(id)]));
        if (next.length > 0) taken.set(path, before + 1);
        found.push(...next);
      }
      return found;
    },
    unasked: () =>
      reads
        .filter((operation) => !reached.has(operation))
        .map((operation) => ({
          operation: `GET ${operation.path}`,
          reason: reasons.get(operation) ?? 'nothing was read that names what it is about',
        })),
  };
}

/** Returns why an operation is not asked without a request of a file that does, as the end of a sentence. */
function reasonNot(operation: Operation, role: string): string | undefined {
  const spec = successOf(operation);
  if (operation.body?.required !== undefined && operation.body.required !== false)
    return 'it needs a body; write a request of it to ask for it';
  const word = pathWords(operation.path).find((one) => !one.includes('{') && doing.test(one));
  if (word !== undefined) return `\`${word}\` in its path may do something; write a request of it to ask for it`;
  if (role === 'action' && spec?.shape === undefined)
    return 'it is not known as the reading of a resource; write a request of it to ask for it';
  if (spec?.mediaTypes !== undefined && !spec.mediaTypes.some((type) => /json|\*/i.test(type)))
    return `it answers with ${spec.mediaTypes.join(' or ')}; write a request of it to ask for it`;
  const { query, header = [], cookie = [] } = operation.parameters;
  const lacking = [...query, ...header, ...cookie].find(
    ({ name, required, default: usual }) =>
      required === true && usual === undefined && !/^(?:accept|content-type|authorization)$/i.test(name),
  );
  return lacking === undefined
    ? undefined
    : `it needs \`${lacking.name}\`, whose value is not known; write a request of it to ask for it`;
}

/** Required parameters of the query have their default. */
function withQuery(path: string, { parameters }: Operation): string {
  const pairs = parameters.query.flatMap(({ name, required, default: usual }) =>
    required === true && usual !== undefined
      ? [`${encodeURIComponent(name)}=${encodeURIComponent(usual.replace(/^"|"$/g, ''))}`]
      : [],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
