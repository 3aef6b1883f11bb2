import { isRecord } from '@rulebook/json/is-record';
import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { itemPlaceOf, listPlaceIn } from '@rulebook/checker/resource-model/places';
import { valueAt } from '@rulebook/checker/resource-model/shapes-in';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { isJson, plainType } from '../played/media-types';
import type { WireResponse } from '../model';
import { fieldOf, jsonIn } from './judge-answer';
import { groupBy } from './group-by';
import type { KnownExchange } from './model';
import { withMembers } from './with-members';
import { madeShape, seenShape, type SeenBy } from './seen-shape';

/** Returns the service as it was seen: with the statuses, the forms of bodies and errors, and the header fields of the exchanges. */
export function serviceAsSeen(service: Service, exchanges: readonly KnownExchange[]): Service {
  const byOperation = groupBy(exchanges.filter(isLearned), ({ operation }) => operation);
  if (byOperation.size === 0) return service;
  const { roleOf } = resourceModelOf(service);
  return {
    ...service,
    operations: service.operations.map((operation) => {
      const seen = byOperation.get(operation);
      if (seen === undefined) return operation;
      const role = roleOf(operation);
      const hidden =
        role.kind === 'list' && 'of' in role ? membersRead(byOperation.get(role.of.read ?? operation)) : undefined;
      return operationAsSeen(operation, seen, role.kind === 'action' || 'single' in role, hidden);
    }),
  };
}

/** Returns whether an exchange says how the service is; what a proxy, a limit or a failure says is not learned. */
function isLearned({ response, isPart, request }: KnownExchange): boolean {
  const { status } = response;
  return isPart !== true && request.method !== 'HEAD' && status >= 200 && status < 500 && ![304, 429].includes(status);
}

/** Returns the names of the members that items show where they are read one by one. */
function membersRead(reads: readonly KnownExchange[] | undefined): ReadonlySet<string> {
  return new Set(
    (reads ?? []).flatMap(({ operation, response }) => {
      const spec = responseWith(operation, response.status);
      const parameter = /\{([^{}]+)\}[^{}]*$/.exec(operation.path)?.[1] ?? '';
      const item = valueAt(jsonIn(response.body), itemPlaceOf(spec?.shape, parameter) ?? []);
      return response.status < 300 && isRecord(item) ? Object.keys(item) : [];
    }),
  );
}

function operationAsSeen(
  operation: Operation,
  seen: readonly KnownExchange[],
  isShown: boolean,
  hidden: ReadonlySet<string> | undefined,
): Operation {
  const byStatus = groupBy(seen, ({ response }) => response.status);
  const specs = [...byStatus].map(([status, some]) =>
    specAsSeen(
      operation,
      status,
      some.map(({ response }) => response),
      hidden,
    ),
  );
  const succeeds = specs.some(({ status }) => status < 300);
  const others = operation.responses.filter(
    ({ status, lastStatus }) =>
      lastStatus !== undefined ||
      // Where it succeeds in another way, it was not seen to succeed as described.
      (!byStatus.has(status) && !(succeeds && status >= 200 && status < 300)),
  );
  const examples = isShown
    ? seen.flatMap(({ response: { status, body } }) => {
        const value = status < 300 ? jsonIn(body) : undefined;
        return value === undefined ? [] : [{ title: 'Recorded', status, body: { value } }];
      })
    : [];
  return withMembers(operation, {
    responses: [...specs, ...others],
    ...(examples.length > 0 && { examples: examples.slice(0, 1) }),
  });
}

function specAsSeen(
  operation: Operation,
  status: number,
  responses: readonly WireResponse[],
  hidden: ReadonlySet<string> | undefined,
): ResponseSpec {
  const described = responseWith(operation, status);
  const { provenance } = described ?? operation;
  const types = [...new Set(responses.map((one) => plainType(fieldOf(one, 'content-type') ?? '')))].filter(Boolean);
  const known = responses.map(({ body }) => jsonIn(body)).filter((value) => value !== undefined);
  const isRead = known.length > 0 && (types.length === 0 || types.some(isJson));
  const shape = isRead
    ? shapeAsSeen(described?.shape, known, { provenance, isExact: status >= 400, ...(hidden && { hidden }) })
    : described?.shape;
  const headers = headersAsSeen(responses, described?.headers ?? [], provenance);
  return {
    ...{ status, summary: described?.summary ?? '', provenance },
    // Where no body was ever there, none is sent.
    ...(shape !== undefined && (isRead || responses.some(({ body }) => body !== '')) && { shape }),
    ...(types.length > 0 && { mediaTypes: [...new Set([...types, ...(described?.mediaTypes ?? [])])] }),
    ...(headers.length > 0 && { headers }),
    ...(described?.links !== undefined && { links: described.links }),
  };
}

/** In a list, only its items leave out what they were not seen with. */
function shapeAsSeen(shape: Shape | undefined, values: readonly unknown[], { hidden, ...by }: SeenBy): Shape {
  if (shape === undefined) return madeShape(values, by);
  const whole = seenShape(shape, values, by);
  const place = hidden === undefined || hidden.size === 0 ? undefined : listPlaceIn(shape);
  if (place === undefined || hidden === undefined) return whole;
  const items = values.flatMap((value) => {
    const list = valueAt(value, place);
    return Array.isArray(list) ? (list as readonly unknown[]) : [];
  });
  return items.length === 0 ? whole : withItems(whole, place, (inner) => seenShape(inner, items, { ...by, hidden }));
}

/** Returns a shape with other items of the list at a place. */
function withItems(shape: Shape, [name, ...rest]: readonly string[], change: (items: Shape) => Shape): Shape {
  if (name === undefined) return shape.type === 'array' ? { ...shape, items: change(shape.items) } : shape;
  if (shape.type !== 'object') return shape;
  const fields = shape.fields.map((field) =>
    field.name === name ? { ...field, shape: withItems(field.shape, rest, change) } : field,
  );
  return { ...shape, fields };
}

/** Header fields that are of the connection, of the moment, or of one caller: by their names, the ends of them, and a part of them. */
const passing =
  /^(?:content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|trailer|upgrade|alt-svc|date|age|set-cookie|location|server-timing|www-authenticate|cf-ray|x-runtime)$/i;
const passingEnds = ['request-id', 'trace-id', 'correlation-id', 'requestid'];

/** Returns whether a header field is of the connection, of the moment, or of one caller. */
export function isPassing(name: string): boolean {
  const lower = name.toLowerCase();
  return passing.test(name) || lower.includes('ratelimit') || passingEnds.some((end) => lower.endsWith(end));
}

/** Returns the header fields that each of the responses has, with the value of the first. */
function headersAsSeen(
  responses: readonly WireResponse[],
  described: readonly Field[],
  provenance: Field['provenance'],
): readonly Field[] {
  const [first, ...others] = responses;
  return (first?.headers ?? []).flatMap(([name, value]): readonly Field[] => {
    if (isPassing(name) || /\*{3}/.test(value) || others.some((one) => fieldOf(one, name) === undefined)) return [];
    const known = described.find((field) => field.name.toLowerCase() === name.toLowerCase());
    return [{ ...(known ?? { name, summary: '', provenance }), shape: { type: 'string' }, example: value }];
  });
}
