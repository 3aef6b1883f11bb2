import type { PreparedRequest, ReceivedResponse } from './plan';

/** Keeps the cookies that services set, for one session; implemented in `platform/`. A cookie never goes to another origin. */
export interface CookieJar {
  /** Returns the value of the `Cookie` field for a URL, or undefined when there is no cookie for it. */
  readonly fieldFor: (url: string) => string | undefined;
  /** Notes the `Set-Cookie` fields of an answer. */
  readonly note: (url: string, fields: readonly string[]) => void;
  readonly clear: () => void;
}

/** Returns the request with the cookies of its origin, unless it has a `Cookie` field of its own. */
export function withCookies(request: PreparedRequest, jar: CookieJar): PreparedRequest {
  if (request.headers.some(([name]) => name.toLowerCase() === 'cookie')) return request;
  const field = jar.fieldFor(request.url);
  return field === undefined ? request : { ...request, headers: [...request.headers, ['Cookie', field]] };
}

/** Notes the cookies that an answer sets, for the origin that answered. */
export function noteCookies(request: PreparedRequest, response: ReceivedResponse, jar: CookieJar): void {
  const fields = response.headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : []));
  if (fields.length > 0) jar.note(response.redirects?.at(-1) ?? request.url, fields);
}
