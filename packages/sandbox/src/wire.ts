import { matchOperation } from '@rulebook/paths/match-operation';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Effect, StepResult, WireRequest, WireResponse } from './model';
import { nearestOperation } from './nearest-operation';
import { perObject, perText } from '@rulebook/text/structures/memo';
import type { MatchedPath } from '@rulebook/paths/operation-match';
import { decodePart } from '@rulebook/text/decode';

/** A finding as the sandbox needs it: the rule and its message. */
export interface Refusal {
  readonly rule: string;
  readonly message: string;
  /** Where in the body; empty for what is in front of it. Absent: not known. */
  readonly span?: { readonly start: number; readonly end: number };
}

/** Checks a request by the same rules as the editor, and returns the findings for which it is refused. */
export type CheckWire = (request: WireRequest) => readonly Refusal[];

/** A request with its parsed path and query. */
export interface Call {
  readonly request: WireRequest;
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly match: MatchedPath['match'];
  /** Path parameters, decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Parses a request's target, and finds the operation that it calls. */
export function readCall(request: WireRequest, service: Service): Call {
  const { method, target } = request;
  return { request, ...callsOf(service)(`${method} ${target}`) };
}

/** Callers repeat the targets of few operations, and one request is read several times. */
const maxTargets = 500;
const callsOf = perObject((service: Service) => perText(maxTargets, (line) => parseCall(line, service)));

/** Parses a method and a target, with a space between them. */
function parseCall(line: string, service: Service): Omit<Call, 'request'> {
  const space = line.indexOf(' ');
  const [beforeFragment = ''] = line.slice(space + 1).split('#');
  const question = beforeFragment.indexOf('?');
  const path = question < 0 ? beforeFragment : beforeFragment.slice(0, question);
  const query = new Map<string, string>();
  for (const pair of question < 0 ? [] : beforeFragment.slice(question + 1).split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (name !== '') query.set(decodePart(name), decodePart(rest.join('=').replaceAll('+', ' ')));
  }
  const span = { start: 0, end: 0 };
  const segments = path
    .replace(/^\//, '')
    .split('/')
    .map((segment) => ({ text: decodePart(segment), span, hasPlaceholder: false }));
  const method = line.slice(0, space).toUpperCase();
  const { match, parameters } = matchOperation(method, segments, [service]);
  return {
    method,
    path,
    query,
    match,
    parameters: new Map([...parameters].map(([name, segment]) => [name, segment.text])),
  };
}

/** Returns the first header field of that name, or undefined. */
export function headerValue(request: WireRequest, name: string): string | undefined {
  return request.headers.find(([present]) => present.toLowerCase() === name)?.[1];
}

/** Why no handler answers a request. */
type Unanswered =
  /** The service has such an operation, and the sandbox does not play it. */
  | { readonly kind: 'not-played'; readonly reason: string }
  /** The path is known with these other methods. */
  | { readonly kind: 'other-method'; readonly reason: string; readonly methods: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Returns why no handler responds to a request. `isOther` returns whether the service has a path that the catalogue does not describe. */
export function describeUnanswered(
  call: Call,
  service: Service,
  {
    isPlayed,
    isOther,
  }: { readonly isPlayed: (operation: Operation) => boolean; readonly isOther: (words: readonly string[]) => boolean },
): Unanswered {
  const { match } = call;
  if (match.kind === 'operation') {
    return {
      kind: 'not-played',
      reason: `Not implemented: the sandbox does not play this operation (${match.operation.title.toLowerCase()}).`,
    };
  }
  const nearest =
    match.kind === 'near' || match.kind === 'former-path'
      ? match.operation
      : nearestOperation(call.method, call.path, service.operations.filter(isPlayed));
  const hint = nearest ? ` The nearest known operation is ${nearest.methods[0] ?? ''} ${nearest.path}.` : '';
  if (match.kind === 'other-method') {
    const methods = [...new Set(match.operations.flatMap((operation) => operation.methods))];
    const reason = `${call.path} takes ${methods.join(' and ')}, not ${call.method}.${hint}`;
    return { kind: 'other-method', methods, reason };
  }
  if (match.kind !== 'former-path' && isOther(call.path.split('/').filter(Boolean))) {
    return {
      kind: 'not-played',
      reason: `Not implemented: the sandbox does not play ${call.method} ${call.path}.${hint}`,
    };
  }
  return { kind: 'unknown', reason: `The sandbox does not know ${call.method} ${call.path}.${hint}` };
}

/** Creates a response with a JSON body, or with an empty one without a value. */
export function answer(status: number, value?: unknown, headers: WireResponse['headers'] = []): WireResponse {
  if (value === undefined) return { status, headers, body: '' };
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
    body: JSON.stringify(value),
  };
}

/** Creates the result of a step. */
export function result<State>(
  state: State,
  response: WireResponse,
  effects: readonly Effect[] = [],
): StepResult<State> {
  return { state, response, effects };
}

/** Returns the own member of that name; an inherited one such as `constructor` does not count. */
export function ownValue<Value>(record: Readonly<Record<PropertyKey, Value>>, key: PropertyKey): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns the JSON value of a text, or undefined for text that is not JSON. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  // Most requests have no body, and an exception would take longer than the response.
  if (text === '') return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
