import { createMasker, redact } from '@rulebook/catalogue/masking/masker';
import {
  hasReference,
  reference,
  withoutReferences,
  type ImportedRequest,
} from '@rulebook/request-file/syntax/curl/imported';
import { isBrowserField } from '../import/import-har';
import { writeRequests, type WriteOptions, type WrittenRequests } from '../import/write-requests';
import { chosenExchanges, pathWithoutNumbers } from './chosen-exchanges';
import type { Exchange } from './model';
import { observedAsserts } from './observed-asserts';
import { createReferences, type Replaced } from './references';

/** How a recording is written. */
export interface RecordingOptions extends Pick<WriteOptions, 'planOf'> {
  /** Where the service is, without a slash at its end. */
  readonly baseUrl: string;
  /** Requests are written with their path only, since the folder knows the service and its endpoint. */
  readonly isPathOnly: boolean;
  /** Values that are in no text. */
  readonly secrets: readonly string[];
  readonly hasAsserts?: boolean;
}

/** What each client adds by itself, and what says something of the one that was recorded. */
const leftOut =
  /^(?:host|user-agent|accept-encoding|accept-language|origin|referer|expect|te|traceparent|tracestate|cache-control|pragma|via)$/i;

/**
 * Writes what was recorded as a request file: the first request of each operation, status and form, with those whose responses it needs, in
 * their order.
 */
export function writeRecording(given: readonly Exchange[], options: RecordingOptions): WrittenRequests {
  const exchanges = given.map(plain);
  const references = createReferences(exchanges);
  const chosen = new Set(chosenExchanges(exchanges));
  const masker = createMasker(options.secrets);
  const shownPath = (url: string) => masker.text(pathOf(url));
  const namesOf = createNames(exchanges, shownPath);
  const replaced = new Map<number, Replaced>();
  const named = new Set<number>();
  // A request whose response is needed is written, too, although another one has its form.
  const waiting = [...chosen];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (replaced.has(index)) continue;
    const found = references.replaced(index, namesOf);
    replaced.set(index, found);
    for (const from of found.from) {
      named.add(from);
      chosen.add(from);
      waiting.push(from);
    }
  }
  const isSecret = (text: string) => masker.text(text) !== text || redact(text) !== text;
  const setCookies = givenCookies(exchanges);
  const requests = [...chosen]
    .toSorted((a, b) => a - b)
    .flatMap((index): readonly ImportedRequest[] => {
      const exchange = exchanges[index];
      const parts = replaced.get(index);
      if (exchange === undefined || parts === undefined) return [];
      const { method, operation, withoutBody, response } = exchange;
      const failure = response.status >= 500 ? [`the service failed with the status ${response.status}`] : [];
      const { body } = parts;
      return [
        {
          title: operation?.title ?? `${method} ${shownPath(exchange.url)}`,
          method,
          url: placed(parts.url, options),
          headers: parts.headers.filter(([name, value]) => isKept(name, value, setCookies)),
          ...(body !== undefined && body !== '' && { body: { kind: 'text', text: body } as const }),
          directives: named.has(index) ? [`# @name ${namesOf(index)}`] : [],
          asserts: options.hasAsserts === false ? [] : observedAsserts(withReferences(exchange, parts), isSecret),
          notes: [...(withoutBody === undefined ? [] : [`the body is left out, because ${withoutBody}`]), ...failure],
          ...(withoutBody !== undefined && { isIncomplete: true }),
        },
      ];
    });
  return writeRequests(
    {
      source: 'the recording',
      variables: options.isPathOnly ? [] : [{ name: 'base', value: options.baseUrl }],
      requests,
      notes: [],
      keepsSecrets: false,
      secretValues: options.secrets,
    },
    options,
  );
}

/** A value that is now a reference is not compared with what it was. */
function withReferences(exchange: Exchange, { body }: Replaced): Exchange {
  if (body === undefined || !hasReference(body)) return exchange;
  const { body: _body, ...rest } = exchange;
  return rest;
}

function plain(exchange: Exchange): Exchange {
  const { url, headers, body } = exchange;
  return {
    ...exchange,
    url: withoutReferences(url).split('#')[0] ?? '',
    headers: headers.map(([name, value]) => [withoutReferences(name), withoutReferences(value)] as const),
    ...(body !== undefined && { body: withoutReferences(body) }),
  };
}

function placed(url: string, { baseUrl, isPathOnly }: RecordingOptions): string {
  const rest = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
  if (rest === url) return url;
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return isPathOnly ? path : `${reference('base')}${path}`;
}

function pathOf(url: string): string {
  const [, path = '/'] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  return path === '' ? '/' : redact(path);
}

function isKept(name: string, value: string, given: ReadonlySet<string>): boolean {
  if (leftOut.test(name) || isBrowserField(name)) return false;
  if (/^accept$/i.test(name) && value.trim() === '*/*') return false;
  // What the service has set itself, each run gets anew and sends back.
  return !/^cookie$/i.test(name) || !value.split(';').every((pair) => given.has(pair.trim()));
}

/** Returns the cookies that the service has set, as they come back. */
function givenCookies(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(
    exchanges.flatMap(({ response }) =>
      response.headers.flatMap(([name, value]) =>
        name.toLowerCase() === 'set-cookie' ? [(value.split(';', 1)[0] ?? '').trim()] : [],
      ),
    ),
  );
}

/** Returns a function that gives a request a name of its own, by its operation. */
function createNames(exchanges: readonly Exchange[], shownPath: (url: string) => string): (index: number) => string {
  const known = new Map<number, string>();
  const used = new Set<string>();
  return (index) => {
    const former = known.get(index);
    if (former !== undefined) return former;
    const { method = '', url = '', operation } = exchanges[index] ?? {};
    const words = operation?.title ?? `${method} ${pathWithoutNumbers(shownPath(url))}`;
    const base =
      words
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 40) || 'request';
    let name = base;
    for (let count = 2; used.has(name); count++) name = `${base}-${count}`;
    used.add(name);
    known.set(index, name);
    return name;
  };
}
