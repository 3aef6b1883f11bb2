import { isRecord } from '@rulebook/json/is-record';
import { visibleLine } from '@rulebook/text/visible';
import { decodePart } from '@rulebook/text/decode';
import { count } from '@rulebook/text/count';
import { isSecretMember, isSecretParameter } from '@rulebook/catalogue/masking/secret-names';
import type { WireRequest } from '../model';
import { readJson } from '../wire';
import { isFlag, isText, isWhole, mapOf, only, optional, type Form } from './form';
import { matchesPattern, pathOfTarget } from './path-pattern';
import type { ReceivedRequest } from '../model';

/** Which requests are meant: each member that is given must fit. */
export interface RequestFilter {
  readonly method?: string;
  /** Without the query; `*` stands for any characters. */
  readonly path?: string;
  /** Parameters, decoded; others may be there, too. */
  readonly query?: Readonly<Record<string, string>>;
  /** Header fields; others may be there, too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or a text. Objects may have further members unless `isExact` is given. */
  readonly body?: unknown;
  readonly isExact?: boolean;
}

/** How often such a request must have been received. */
export interface Expectation extends RequestFilter {
  /** 1 unless given. */
  readonly times?: number;
}

/** The form of an expectation. */
export const expectationForm: Form = only<Expectation>({
  method: optional(isText),
  path: optional(isText),
  query: optional(mapOf(isText)),
  headers: optional(mapOf(isText)),
  body: () => undefined,
  isExact: optional(isFlag),
  times: optional(
    (value, at) => isWhole(value, at) ?? ((value as number) < 0 ? `${at} must be at least 0` : undefined),
  ),
});

/** Returns the requests that a filter means. */
export function filterRequests(
  received: readonly ReceivedRequest[],
  filter: RequestFilter,
): readonly ReceivedRequest[] {
  return received.filter(({ request }) => differencesOf(request, filter).length === 0);
}

/** Returns why the requests are not as expected, in lines; undefined if they are. The lines hold what was received: they are to be masked. */
export function unmetExpectation(
  received: readonly ReceivedRequest[],
  { times = 1, ...filter }: Expectation,
): string | undefined {
  const met = filterRequests(received, filter);
  if (met.length === times) return undefined;
  const what = [filter.method?.toUpperCase() ?? 'any method', filter.path ?? 'any path'].join(' ');
  const first = `Expected ${count(times, 'request')} (${what}), received ${met.length === 0 ? 'none' : met.length}.`;
  if (met.length > times) return [first, ...listedRequests('These fit:', met)].join('\n');
  const near = received
    .filter((one) => !met.includes(one))
    .map((one) => ({ one, differences: differencesOf(one.request, filter) }))
    // Of requests that are equally near, the last one is what a test is about.
    .reverse()
    .sort((a, b) => weightOf(a.differences) - weightOf(b.differences))[0];
  if (near === undefined) return `${first} No other request was received.`;
  const { method, target } = near.one.request;
  const differences = near.differences.slice(0, maxLines).map(({ text }) => `  ${text}`);
  const rest = near.differences.length - differences.length;
  return [
    first,
    `The nearest other request is ${method} ${shown(pathOfTarget(target))}, which differs:`,
    ...differences,
    ...(rest > 0 ? [`  and ${count(rest, 'further difference')}`] : []),
  ].join('\n');
}

function listedRequests(title: string, requests: readonly ReceivedRequest[]): readonly string[] {
  const lines = requests
    .slice(0, maxLines)
    .map(({ request }) => `  ${request.method} ${shown(pathOfTarget(request.target))}`);
  return [title, ...lines, ...(requests.length > maxLines ? ['  …'] : [])];
}

const maxLines = 10;
const maxShown = 200;

interface Difference {
  readonly part: 'method' | 'path' | 'query' | 'headers' | 'body';
  readonly text: string;
}

/** The nearest request has the path, then the method; of several, that with the fewest further differences. */
function weightOf(differences: readonly Difference[]): number {
  const has = (part: Difference['part']): boolean => differences.some((one) => one.part === part);
  return (has('path') ? 1_000_000 : 0) + (has('method') ? 100_000 : 0) + Math.min(differences.length, 99_999);
}

function differencesOf(request: WireRequest, filter: RequestFilter): readonly Difference[] {
  const { method, path, query = {}, headers = {} } = filter;
  const differences: Difference[] = [];
  const add = (part: Difference['part'], what: string, expected: unknown, received: unknown): void => {
    differences.push({ part, text: `${what} is ${shown(received)}, not ${shown(expected)}` });
  };
  const conceal = (part: Difference['part'], what: string): void => {
    differences.push({ part, text: `${what} differs; its value is not shown` });
  };
  if (method !== undefined && method.toUpperCase() !== request.method.toUpperCase())
    add('method', 'the method', method.toUpperCase(), request.method);
  const received = pathOfTarget(request.target);
  if (path !== undefined && !matchesPattern(received, path)) add('path', 'the path', path, received);
  for (const [name, expected] of Object.entries(query)) {
    const values = queryPairs(request.target).flatMap(([other, value]) => (other === name ? [value] : []));
    if (values.includes(expected)) continue;
    if (isSecretParameter(name) && values.length > 0) conceal('query', `the parameter ${name}`);
    else add('query', `the parameter ${name}`, expected, values[0]);
  }
  for (const [name, expected] of Object.entries(headers)) {
    const values = request.headers.flatMap(([other, value]) =>
      other.toLowerCase() === name.toLowerCase() ? [value] : [],
    );
    if (values.includes(expected)) continue;
    if (isSecretMember(name) && values.length > 0) conceal('headers', `the header field ${name}`);
    else add('headers', `the header field ${name}`, expected, values[0]);
  }
  if (Object.hasOwn(filter, 'body') && filter.body !== undefined) {
    const sent = typeof filter.body === 'string' ? request.body : readJson(request.body)?.value;
    compareBodies(filter.body, sent ?? (request.body === '' ? undefined : request.body), {
      ...{ isExact: filter.isExact === true, at: '', depth: 0 },
      add: (at, expected, value) => {
        const what = at === '' ? 'the body' : `${at} of the body`;
        if (isSecretMember(at.slice(at.lastIndexOf('/') + 1)) && value !== undefined) conceal('body', what);
        else add('body', what, expected, value);
      },
    });
  }
  return differences;
}

interface Comparison {
  readonly isExact: boolean;
  /** A JSON pointer. */
  readonly at: string;
  readonly depth: number;
  readonly add: (at: string, expected: unknown, received: unknown) => void;
}

/** Deeper values are compared as texts. */
const maxDepth = 100;

function compareBodies(expected: unknown, received: unknown, comparison: Comparison): void {
  const { isExact, at, depth, add } = comparison;
  const inside = (name: string | number) => ({ ...comparison, at: `${at}/${name}`, depth: depth + 1 });
  if (depth <= maxDepth && isRecord(expected) && isRecord(received)) {
    const names = isExact ? new Set([...Object.keys(expected), ...Object.keys(received)]) : Object.keys(expected);
    const own = (value: Readonly<Record<string, unknown>>, name: string) =>
      Object.hasOwn(value, name) ? value[name] : undefined;
    for (const name of names) compareBodies(own(expected, name), own(received, name), inside(name));
  } else if (
    depth <= maxDepth &&
    Array.isArray(expected) &&
    Array.isArray(received) &&
    expected.length === received.length
  ) {
    for (const [index, item] of (expected as readonly unknown[]).entries())
      compareBodies(item, received[index], inside(index));
  } else if (expected !== received && JSON.stringify(expected) !== JSON.stringify(received))
    add(at, expected, received);
}

/** Returns the parameters of a target, decoded. */
export function queryPairs(target: string): readonly (readonly [name: string, value: string])[] {
  const query = /\?([^#]*)/.exec(target)?.[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decodePart(name, { isForm: true }), decodePart(rest.join('='), { isForm: true })];
    });
}

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' && /^[A-Z]+$|^[/*]/.test(value) ? value : JSON.stringify(value);
  return visibleLine(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
}
