import { isRecord } from '@rulebook/json/is-record';
import type { Service } from '@rulebook/catalogue/service';
import { decodeBase64Text } from '@rulebook/text/base64';
import { withoutBasePath } from './base-path';
import type { WireRequest, WireResponse } from './model';
import type { SandboxState } from './sandbox-state';
import { readJson } from './wire';

/** A recorded request and its response. What is replayed is found by method and target alone. */
interface RecordedExchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** What was sent with it, as far as it was recorded. */
  readonly headers: WireRequest['headers'];
  readonly body: string;
  readonly response: WireResponse;
}

/** What was recorded of services, in its order. */
export interface Recording {
  readonly exchanges: readonly RecordedExchange[];
  /** The number of entries without a response that can be given again: none was recorded, or it is binary. */
  readonly leftOut: number;
}

/** More entries than a recording of a test has; each response costs time that grows with their number. */
const maxEntries = 10_000;

/** Reads a recording in the format HAR; otherwise returns a sentence that says what is wrong. */
export function readRecording(text: string): Recording | { readonly cause: string } {
  const log = memberOf(readJson(text.replace(/^\ufeff/, ''))?.value, 'log');
  const entries = memberOf(log, 'entries');
  if (!Array.isArray(entries)) return { cause: 'It is not a recording in the format HAR: it has no `log.entries`.' };
  if (entries.length > maxEntries) return { cause: `It has more than ${maxEntries} entries.` };
  const exchanges = (entries as readonly unknown[]).flatMap((entry) => readEntry(entry) ?? []);
  return { exchanges, leftOut: entries.length - exchanges.length };
}

function readEntry(entry: unknown): RecordedExchange | undefined {
  const request = memberOf(entry, 'request');
  const response = memberOf(entry, 'response');
  const [method, url] = [memberOf(request, 'method'), memberOf(request, 'url')];
  const status = memberOf(response, 'status');
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  const [, target] = /^https?:\/\/[^/?#]*([^#]*)/i.exec(url) ?? [];
  if (target === undefined) return undefined;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) return undefined;
  const content = memberOf(response, 'content');
  const text = memberOf(content, 'text') ?? '';
  if (typeof text !== 'string') return undefined;
  const isEncoded = memberOf(content, 'encoding') === 'base64';
  const size = memberOf(content, 'size');
  if (text === '' && typeof size === 'number' && size > 0) return undefined;
  const body = isEncoded ? decodeBase64Text(text) : text;
  if (body === undefined) return undefined;
  const mimeType = memberOf(content, 'mimeType');
  const sent = memberOf(request, 'postData');
  const sentText = memberOf(sent, 'text');
  return {
    method: method.toUpperCase(),
    target: target.startsWith('/') ? target : `/${target}`,
    headers: fieldsOf(memberOf(request, 'headers'), memberOf(sent, 'mimeType')),
    body: typeof sentText === 'string' ? sentText : '',
    response: { status, headers: fieldsOf(memberOf(response, 'headers'), mimeType), body },
  };
}

function fieldsOf(headers: unknown, mimeType: unknown): WireResponse['headers'] {
  const fields = (Array.isArray(headers) ? (headers as readonly unknown[]) : []).flatMap(
    (field): WireResponse['headers'] => {
      const [name, value] = [memberOf(field, 'name'), memberOf(field, 'value')];
      if (typeof name !== 'string' || typeof value !== 'string' || ofConnection.test(name)) return [];
      return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [[name, value]] : [];
    },
  );
  const isTyped = fields.some(([name]) => name.toLowerCase() === 'content-type');
  if (isTyped || typeof mimeType !== 'string' || !/^[\x20-\x7e]+$/.test(mimeType)) return fields;
  return [['Content-Type', mimeType], ...fields];
}

/** What the recorded connection needed; the text is recorded without its coding. */
const ofConnection =
  /^(?:content-length|content-encoding|transfer-encoding|connection|keep-alive|trailer|upgrade|alt-svc)$/i;

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Gives recorded responses again. */
interface Replay {
  /** Returns the next recorded response to such a request, and the state in which it is used up; undefined when there is none left. */
  next(
    state: SandboxState,
    server: { readonly name: string; readonly service: Service },
    request: WireRequest,
  ): { readonly state: SandboxState; readonly response: WireResponse } | undefined;
}

/** Returns what gives the responses of a recording again: to requests of the same method, path and query, in their order, each once. */
export function createReplay({ exchanges }: Recording): Replay {
  const ofServices = new Map<Service, ReadonlyMap<string, readonly number[]>>();
  const placesFor = (service: Service): ReadonlyMap<string, readonly number[]> => {
    const known = ofServices.get(service);
    if (known) return known;
    const places = new Map<string, number[]>();
    for (const [index, { method, target }] of exchanges.entries()) {
      const key = keyOfCall(method, target, service);
      const before = places.get(key);
      if (before) before.push(index);
      else places.set(key, [index]);
    }
    ofServices.set(service, places);
    return places;
  };
  return {
    next: (state, { name, service }, { method, target }) => {
      const places = placesFor(service).get(keyOfCall(method.toUpperCase(), target, service));
      const [first] = places ?? [];
      if (places === undefined || first === undefined) return undefined;
      const { replayed = {} } = state.control;
      const counted = `${name} ${first}`;
      const used = replayed[counted] ?? 0;
      const exchange = exchanges[places[used] ?? -1];
      if (exchange === undefined) return undefined;
      const control = { ...state.control, replayed: { ...replayed, [counted]: used + 1 } };
      return { state: { ...state, control }, response: exchange.response };
    },
  };
}

/** The parameters of a query may come in any order, and the path may be below that of the description's servers. */
function keyOfCall(method: string, target: string, service: Service): string {
  const [written = ''] = target.split('#');
  const [path = '', query = ''] = withoutBasePath({ method, target: written }, service).split(/\?(.*)/s);
  return `${method} ${path}?${query.split('&').filter(Boolean).sort().join('&')}`;
}
