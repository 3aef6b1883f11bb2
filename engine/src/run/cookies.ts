import type { PreparedRequest, ReceivedResponse, ResponseObserver } from './plan';
import { secretsOfRequest } from './request-secrets';

/** Keeps the cookies that services set, for one session; implemented in `platform/`. A cookie never goes to another origin. */
export interface CookieJar {
  /** Returns the value of the `Cookie` field for a URL, or undefined when there is no cookie for it. */
  readonly fieldFor: (url: string) => string | undefined;
  /** Notes the `Set-Cookie` fields of an answer. */
  readonly note: (url: string, fields: readonly string[]) => void;
  readonly clear: () => void;
}

/** The cookies of one request. */
export interface RequestCookies {
  /** The request with the cookies of its URL. */
  readonly request: PreparedRequest;
  /** Keeps what redirects set, and sends it on. */
  readonly onRedirect: NonNullable<ResponseObserver['onRedirect']>;
  /** Keeps what the answer sets, and returns the values that were sent on the way, which are not to be shown. */
  readonly end: (response: ReceivedResponse) => readonly string[];
}

/** Takes the cookies of a request from the jar, unless it has a `Cookie` field of its own, and puts what comes back into it. */
export function cookiesFor(request: PreparedRequest, jar: CookieJar): RequestCookies {
  const hasOwn = request.headers.some(([name]) => name.toLowerCase() === 'cookie');
  const requestTo = (url: string): PreparedRequest => {
    const field = hasOwn ? undefined : jar.fieldFor(url);
    return field === undefined ? request : { ...request, headers: [...request.headers, ['Cookie', field]] };
  };
  const secrets: string[] = [];
  return {
    request: requestTo(request.url),
    onRedirect: (from, to) => {
      note(from.url, from.headers, jar);
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

function note(url: string, headers: ReceivedResponse['headers'], jar: CookieJar): void {
  const fields = headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : []));
  if (fields.length > 0) jar.note(url, fields);
}
