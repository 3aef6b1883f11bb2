import type { IncomingMessage } from 'node:http';
import type { WireResponse } from '../../engine/src/sandbox/index';

/** Header fields that pages may read beside those that browsers show anyway. */
const exposed =
  'ETag, Link, Location, Retry-After, X-Elastic-Product, X-GitHub-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Resource, X-RateLimit-Used';

/** How long a browser may remember the answer to its question, in seconds. */
const remembered = 600;

/**
 * Returns the header fields with which a browser lets a page of another port of this machine read an answer; none for other requests.
 * Pages of other machines are refused before.
 */
export function crossOriginHeaders({ headers }: IncomingMessage): WireResponse['headers'] {
  const { origin } = headers;
  if (origin === undefined) return [];
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', exposed],
    ['Vary', 'Origin'],
  ];
}

/** Returns the answer to a browser that asks whether it may send a request; undefined for any other request. */
export function answerPreflight({ method, headers }: IncomingMessage): WireResponse | undefined {
  const { origin } = headers;
  const asked = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || origin === undefined || asked === undefined) return undefined;
  const fields = headers['access-control-request-headers'];
  return {
    status: 204,
    headers: [
      ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
      ...(fields === undefined ? [] : ([['Access-Control-Allow-Headers', fields]] as const)),
      ['Access-Control-Max-Age', String(remembered)],
    ],
    body: '',
  };
}
