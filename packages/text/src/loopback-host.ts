import { readUrl } from './url';

/**
 * Returns whether the host of a URL, without its port, is this machine. Whatever depends on it asks this function: where private values may
 * go, what goes around a proxy, and whom the sandbox answers. Names below `localhost` never leave the machine (RFC 6761, section 6.3).
 */
export function isLoopbackHost(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|(?:[a-z0-9_-]+\.)*localhost\.?|\[::1\]|::1)$/i.test(host);
}

/** Returns whether a URL leads to this machine; its port may be a variable. */
export function isLoopbackUrl(url: string): boolean {
  const host = readUrl(url)?.host;
  return host !== undefined && isLoopbackHost(withoutPort(host));
}

/** Returns the host without a port that is a variable, which is read as a part of it. */
export function withoutPort(host: string): string {
  const colon = host.startsWith('[') ? -1 : host.indexOf(':');
  return colon < 0 ? host : host.slice(0, colon);
}
