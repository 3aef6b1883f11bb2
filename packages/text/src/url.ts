/** The parts of an absolute URL that decide where a request goes. */
export interface UrlParts {
  readonly scheme: string;
  /** `user:password` as written; absent without one. */
  readonly userInfo?: string;
  readonly host: string;
  /** The port, also when it is the scheme's default. */
  readonly port: string;
  /** From the slash behind the host up to the query, as written. */
  readonly path: string;
  /** What follows the path. */
  readonly rest: string;
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Reads an absolute URL as HTTP clients do: backslashes count as slashes, the host ignores case. Undefined for anything else. */
export function readUrl(url: string): UrlParts | undefined {
  const text = withSlashes(url.trim());
  const colon = text.indexOf('://');
  if (colon < 1 || !/^[a-z][a-z0-9+.-]*$/i.test(text.slice(0, colon))) return undefined;
  const scheme = text.slice(0, colon).toLowerCase();
  const behind = text.slice(colon + 3);
  const end = behind.search(/[/?#]/);
  const authority = end < 0 ? behind : behind.slice(0, end);
  const tail = end < 0 ? '' : behind.slice(end);
  const at = authority.lastIndexOf('@');
  const hostAndPort = authority.slice(at + 1);
  const portAt = hostAndPort.lastIndexOf(':');
  const port = portAt < 0 ? '' : hostAndPort.slice(portAt + 1);
  const hasPort = portAt >= 0 && /^\d*$/.test(port);
  const pathEnd = tail.search(/[?#]/);
  const parts = {
    scheme,
    host: (hasPort ? hostAndPort.slice(0, portAt) : hostAndPort).toLowerCase(),
    port: !hasPort || port === '' ? (defaultPorts[scheme] ?? '') : String(Number(port)),
    path: pathEnd < 0 ? tail : tail.slice(0, pathEnd),
    rest: pathEnd < 0 ? '' : tail.slice(pathEnd),
  };
  return at < 0 ? parts : { ...parts, userInfo: authority.slice(0, at) };
}

const bases = new Map<string, UrlParts | undefined>();
const maxBases = 1000;

/** Reads a URL that many requests share, such as a base URL, as `readUrl` does. */
export function readBaseUrl(url: string): UrlParts | undefined {
  let parts = bases.get(url);
  if (parts === undefined && !bases.has(url)) {
    if (bases.size >= maxBases) bases.clear();
    bases.set(url, (parts = readUrl(url)));
  }
  return parts;
}

/** Returns the URL without `user:password@`. */
export function withoutUserInfo(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:[/\\]{2})[^/\\?#]*@/i, '$1');
}

/**
 * Returns whether a URL is the base URL or lies below it. `..` leads out of it, also when written as `%2e%2e` or behind an encoded slash.
 */
export function isBelow(url: string, baseUrl: string): boolean {
  const base = readBaseUrl(baseUrl);
  const target = base && readUrl(url);
  if (!target || !hasOrigin(target, base)) return false;
  const basePath = withoutDots(base.path).replace(/\/+$/, '');
  const isIn = (path: string) => path === basePath || path.startsWith(`${basePath}/`);
  return isIn(withoutDots(target.path)) && isIn(withoutDots(decodedPath(target.path)));
}

/** Returns whether two URLs have the same scheme, host and port. */
export function hasOrigin(one: UrlParts, other: UrlParts): boolean {
  return one.host === other.host && one.port === other.port && one.scheme === other.scheme;
}

/** Returns the path with `.` and `..` resolved, also in the forms that some servers accept. */
export function withoutDots(path: string): string {
  if (!/[.%;]/.test(path)) return path;
  const kept: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    const name = segment.replace(/%2e/gi, '.').replace(/;[^]*$/, '');
    if (name === '..') kept.pop();
    else if (name !== '.') kept.push(segment);
  }
  return kept.length === 0 ? '' : `/${kept.join('/')}`;
}

/** Decodes dots, slashes and percent signs repeatedly, as a chain of servers might. */
function decodedPath(path: string): string {
  if (!path.includes('%')) return path;
  let text = path;
  for (let round = 0; round < 4; round++) {
    const next = text.replace(/%(?:2e|2f|5c|25)/gi, (code) => decodeURIComponent(code).replace('\\', '/'));
    if (next === text) break;
    text = next;
  }
  return text;
}

/** Removes line ends and tabs, which URLs ignore, and turns backslashes in front of the query into slashes. */
function withSlashes(url: string): string {
  if (!/[\t\r\n\\]/.test(url)) return url;
  const plain = url.replace(/[\t\r\n]/g, '');
  const end = plain.search(/[?#]/);
  return end < 0 ? plain.replaceAll('\\', '/') : plain.slice(0, end).replaceAll('\\', '/') + plain.slice(end);
}
