import type { WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { headerValue } from '@rulebook/sandbox/wire';
import type { Edition } from './edition';

/** A media type as the servers read it, and the major version with which what is sent in it is to be compatible. */
interface MediaType {
  readonly name: string;
  readonly version: string | undefined;
}

/** The names of what is JSON to the servers, as they show it in a response. */
const shownNames: ReadonlyMap<string, string> = new Map([
  ['application/json', 'application/json'],
  ['application/x-ndjson', 'application/json'],
  ['application/vnd.elasticsearch+json', 'application/vnd.elasticsearch+json'],
  ['application/vnd.elasticsearch+x-ndjson', 'application/vnd.elasticsearch+json'],
]);

/** Returns the media type of a body if the played product does not read bodies in it; that of a body without one is empty. */
export function unreadableType({ service, product }: Edition, request: WireRequest): string | undefined {
  const { bodyMediaTypes } = service;
  if (bodyMediaTypes === undefined || request.body === '') return undefined;
  const written = headerValue(request, 'content-type') ?? '';
  const [type = ''] = normalized(written).split(';');
  // Types of a vendor are read by the servers of that vendor only.
  if (product !== undefined && type.includes('/vnd.')) return written;
  const isRead = bodyMediaTypes.types.includes(type) || /[+/](?:x-ndjson|json|yaml|cbor|smile)$/.test(type);
  return isRead ? undefined : written;
}

/**
 * Returns why the servers cannot be compatible with the versions that the media types name: they are with their own one and the one before, and both
 * fields name the same one, or none does.
 */
export function incompatibleTypes({ version, product }: Edition, request: WireRequest): string | undefined {
  if (product !== undefined) return undefined;
  const own = Number(version.split('.')[0]);
  const wanted = readType(request, 'accept')?.version;
  const sent = request.body === '' ? undefined : readType(request, 'content-type')?.version;
  for (const [name, asked] of Object.entries({ accept: wanted, 'content-type': sent })) {
    if (asked === undefined || [own, own - 1].includes(Number(asked))) continue;
    return `The header field [${name}] asks for version [${asked}]; this server is compatible with [${String(own)}] and [${String(own - 1)}].`;
  }
  if (request.body === '' || wanted === sent) return undefined;
  return 'A version in `Content-Type` or `Accept` must be in both, and the same.';
}

/** Returns a media type of a field if it is a single one: servers read no lists and no `*` there. */
function readType(request: WireRequest, field: 'accept' | 'content-type'): MediaType | undefined {
  const written = headerValue(request, field);
  if (written === undefined || written.includes(',')) return undefined;
  const [name = '', ...parameters] = normalized(written).split(';');
  const version = parameters.flatMap((one) => /^compatible-with=(\d+)$/.exec(one)?.[1] ?? [])[0];
  return { name, version };
}

/** Returns the response with the media type in which the played product shows JSON: that which the caller accepts, or that of the body. */
export function inKind({ product }: Edition, request: WireRequest, response: WireResponse): WireResponse {
  const shown = response.headers.findIndex(([name, value]) => name === 'Content-Type' && value === framed);
  if (shown < 0) return response;
  return withType(response, product === undefined ? typeFor(request) : `${plain}; charset=UTF-8`);
}

/** Returns the response in plain JSON, whatever the caller accepts. */
export function inPlainKind(response: WireResponse): WireResponse {
  return withType(response, plain);
}

const plain = 'application/json';
/** What every service of the sandbox says of JSON. */
const framed = `${plain}; charset=utf-8`;

function withType(response: WireResponse, type: string): WireResponse {
  const headers = response.headers.map(([name, value]) =>
    name === 'Content-Type' && value === framed ? ([name, type] as const) : ([name, value] as const),
  );
  return { ...response, headers };
}

function typeFor(request: WireRequest): string {
  const accepted = readType(request, 'accept');
  const name = shownNames.get(accepted?.name ?? '');
  if (name !== undefined) return accepted?.version === undefined ? name : `${name};compatible-with=${accepted.version}`;
  return shownNames.get(readType(request, 'content-type')?.name ?? '') ?? plain;
}

function normalized(type: string): string {
  return type.replaceAll(/\s/g, '').toLowerCase();
}
