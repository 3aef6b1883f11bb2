import type { ConnectionOptions, PreparedRequest, SendOptions, TransportFailure } from '@rulebook/sender/plan';
import { refusedHeaderFailure, unknownProxyFailure, type ProxySource } from './failure';
import { endpointProxy, proxyFor, type ProxySettings } from './proxy';

/** How a request reaches its server. */
interface ServerWay {
  /** Certificates and proxy of the endpoint. */
  readonly own: ConnectionOptions | undefined;
  /** Where the proxy is named. */
  readonly source: ProxySource;
  readonly proxy: URL | undefined;
}

/** What decides about the way. */
interface WayInput {
  readonly proxies: ProxySettings;
  readonly prepared: Pick<PreparedRequest, 'url'>;
  readonly options: SendOptions;
}

/** Returns how a URL is reached, or why it cannot be. */
export function wayTo(
  url: URL,
  headers: PreparedRequest['headers'],
  { proxies, prepared, options }: WayInput,
): ServerWay | { readonly failure: TransportFailure } {
  // Certificates and proxy of an endpoint are not for other hosts.
  const own = options.connection && isExempt(url, prepared.url) ? options.connection : undefined;
  const source = own?.proxy === undefined ? 'system' : 'endpoint';
  const proxy = own?.proxy === undefined ? proxyFor(url, proxies) : endpointProxy(own.proxy, proxies);
  if (proxy !== undefined && 'unknownScheme' in proxy)
    return { failure: unknownProxyFailure(url.host, proxy.unknownScheme, source) };
  const toProxy = proxy && headers.find(([name]) => /^proxy-authorization$/i.test(name));
  if (toProxy !== undefined) return { failure: refusedHeaderFailure(toProxy[0]) };
  return { own, source, proxy: proxy?.url };
}

/** Returns whether a URL has the origin of another one, which is the one that is not verified, or that of the request. */
export function isExempt(url: URL, other: string | undefined): boolean {
  return other !== undefined && parseUrl(other)?.origin === url.origin;
}

/** Reads a URL that requests can have. */
export function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}
