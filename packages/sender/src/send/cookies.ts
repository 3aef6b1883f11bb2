import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse } from '../plan/response';
import type { ResponseObserver } from '../plan/transport';
import { secretsOfRequest } from '../plan/request-secrets';
import { ofLast } from '@rulebook/text/structures/memo';
import type { CookieJar } from '../ports/responses';

/** The cookies of one request. */
export interface RequestCookies {
  /** The request with the cookies of its URL; the same object when there are none. */
  readonly request: PreparedRequest;
  /** Keeps the cookies that redirects set, and adds them to the next request. */
  readonly onRedirect: NonNullable<ResponseObserver['onRedirect']>;
  /** Keeps the cookies of the final response, and returns the values sent after redirects, which must be masked. */
  readonly end: (response: ReceivedResponse) => readonly string[];
}

/** Adds the jar's cookies to a request, unless it has a `Cookie` field of its own, and keeps those that come back. */
export function cookiesFor(request: PreparedRequest, jar: Pick<CookieJar, 'fieldFor' | 'keep'>): RequestCookies {
  let hasOwn = request.headers.some(([name]) => name.toLowerCase() === 'cookie');
  let { headers } = request;
  const requestTo = (url: string): PreparedRequest => {
    const field = hasOwn ? undefined : jar.fieldFor(url);
    if (field !== undefined) return { ...request, headers: [...headers, ['Cookie', field]] };
    return headers === request.headers ? request : { ...request, headers };
  };
  const secrets: string[] = [];
  return {
    request: requestTo(request.url),
    onRedirect: (from, to) => {
      note(from.url, from.headers, jar);
      // A cookie in the request is meant for the origin of the request.
      if (hasOwn && originOf(from.url) !== originOf(to)) {
        hasOwn = false;
        headers = headers.filter(([name]) => name.toLowerCase() !== 'cookie');
      }
      const next = requestTo(to);
      secrets.push(...secretsOfRequest(next));
      return next.headers;
    },
    end: (response) => {
      note(response.redirects?.at(-1) ?? request.url, response.headers, jar);
      return secrets;
    },
  };
}

function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? url;
}

/** Responses after each other often have the same header fields. */
const setCookiesOf = ofLast((headers: ReceivedResponse['headers']) =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : [])),
);

function note(url: string, headers: ReceivedResponse['headers'], jar: Pick<CookieJar, 'keep'>): void {
  const fields = setCookiesOf(headers);
  if (fields.length > 0) jar.keep(url, fields);
}
