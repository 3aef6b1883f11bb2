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
  const host = readUrl(url)?.host ?? '';
  return isLoopbackHost(host.startsWith('[') ? host : host.split(':', 1).join(''));
}
