import type { IncomingMessage } from 'node:http';
import type { WireResponse } from '@rulebook/sandbox';

/** How long a browser may cache the response to a preflight request, in seconds. */
const remembered = 600;

/**
 * Returns the header fields that let a page of another port of this machine read a response; none for requests without `Origin`.
 * Pages of other machines are refused earlier.
 */
export function crossOriginHeaders({ headers }: IncomingMessage): WireResponse['headers'] {
  const { origin } = headers;
  if (origin === undefined) return [];
  return [
    ['Access-Control-Allow-Origin', origin],
    // All of them: browsers send no cookies here, since no header field allows that.
    ['Access-Control-Expose-Headers', '*'],
    ['Vary', 'Origin'],
  ];
}

/** Returns the response to a preflight request; undefined for any other request. */
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
