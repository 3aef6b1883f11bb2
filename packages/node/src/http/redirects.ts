import { isSecretMember } from '@rulebook/catalogue/masking';
import type { PreparedRequest } from '@rulebook/sender/plan';

type Headers = PreparedRequest['headers'];

/** How many redirects are followed; more are treated as a loop. */
export const maximumRedirects = 10;

/** One request on the way along redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: PreparedRequest['body'];
  /** The way has left the origin of the first request, perhaps to come back later: its credentials are not sent any more. */
  readonly isElsewhere: boolean;
}

/** What a response with a redirect leads to. */
export type Redirect =
  /** The next request; its header fields are those of `headersAfter`. */
  | { readonly next: Omit<Hop, 'headers'> }
  /** Why it is not followed, as the end of a sentence. */
  | { readonly reason: string };

const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns what a response means by a redirect; undefined for any other response. No change is sent to another origin or turned into
 * something else, and nothing that is confidential is sent without encryption.
 */
export function redirectOf(
  hop: Hop,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): Redirect | undefined {
  if (!followed.has(status)) return undefined;
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (location === undefined) return undefined;
  const url = URL.canParse(location, hop.url.href) ? new URL(location, hop.url) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { reason: 'its address is not a URL of http or https' };
  // What a server writes there is not a credential of the user.
  url.username = '';
  url.password = '';
  const isSafe = safe.has(hop.method);
  const readsAnew = status === 303 && hop.method !== 'HEAD';
  const isSame = url.origin === hop.url.origin;
  const keepsBody = hop.body !== undefined && !readsAnew;
  if (!isSafe && (status === 301 || status === 302))
    return {
      reason: `${status} leaves open whether ${hop.method} or GET is meant, and the request may change something`,
    };
  if (!isSafe && !readsAnew && !isSame)
    return { reason: 'it leads to another origin, and the request may change something' };
  if (keepsBody && !isSame) return { reason: 'it leads to another origin, and the request has a body' };
  if (
    hop.url.protocol === 'https:' &&
    url.protocol === 'http:' &&
    (hop.body !== undefined || hasCredentials(hop.headers))
  )
    return { reason: 'it leads from https to http, and the request is confidential' };
  return {
    next: {
      url,
      method: readsAnew ? 'GET' : hop.method,
      body: keepsBody ? hop.body : undefined,
      isElsewhere: hop.isElsewhere || !isSame,
    },
  };
}

/**
 * Returns the header fields behind a redirect: without those of a body that is not sent again and, elsewhere, without those that hold
 * credentials. `ofObserver` come from who keeps the cookies, and have those of the new URL only.
 */
export function headersAfter(
  request: PreparedRequest,
  ofObserver: Headers | undefined,
  { body, isElsewhere }: Pick<Hop, 'body' | 'isElsewhere'>,
): Headers {
  const withoutBody = request.body !== undefined && body === undefined;
  return (ofObserver ?? request.headers).filter(([name]) => {
    if (withoutBody && /^content-|^(?:digest|transfer-encoding)$/i.test(name)) return false;
    if (!isElsewhere) return true;
    return /^cookie$/i.test(name) ? ofObserver !== undefined : !staysAtOrigin(name, request);
  });
}

function staysAtOrigin(name: string, { credentialField, secretFields = [] }: PreparedRequest): boolean {
  const field = name.toLowerCase();
  if (/^(?:host|origin|referer)$/.test(field) || isSecretMember(field)) return true;
  return field === credentialField?.toLowerCase() || secretFields.some((one) => one.toLowerCase() === field);
}

function hasCredentials(headers: Headers): boolean {
  return headers.some(([name]) => isSecretMember(name));
}

/** Returns the header fields for a URL, without the credential if the URL is not below the base URL of its endpoint. */
export function headersFor(
  url: URL,
  headers: Headers,
  credentialScope: string | undefined,
  credentialField = 'authorization',
): Headers {
  if (credentialScope === undefined || liesBehind(url, credentialScope)) return headers;
  return headers.filter(([name]) => name.toLowerCase() !== credentialField.toLowerCase());
}

/** Compares both in the form in which they are sent: without `..`, and with normalised origins. */
function liesBehind(url: URL, baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const base = new URL(baseUrl);
  const folder = base.pathname.replace(/\/*$/, '/');
  return url.origin === base.origin && `${url.pathname}/`.startsWith(folder);
}
