type Headers = readonly (readonly [name: string, value: string])[];

const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** How many redirects are followed; more are treated as a loop. */
export const maximumRedirects = 10;

/**
 * Returns where a redirect leads if it may be followed without asking: a request that only reads, within its origin. So no change is
 * repeated, and no credential goes to another host.
 */
export function redirectOf(
  url: URL,
  method: string,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): URL | undefined {
  if (!followed.has(status) || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const target = new URL(location, url);
  return target.origin === url.origin ? target : undefined;
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
