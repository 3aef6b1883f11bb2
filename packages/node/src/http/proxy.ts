import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '@rulebook/text';

/** The proxies through which requests leave, by the scheme of the URL; each a URL that may hold a credential. */
export interface ProxySettings {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  /** Hosts that are reached directly: names with their subdomains, `host:port`, addresses, networks (`10.0.0.0/8`), or `*` for all; separated by commas or blanks. */
  readonly none?: string | undefined;
  /** The certificate of an `https://` proxy is not verified; those of servers behind it are. */
  readonly isUnverified?: boolean;
}

/** Reads the settings from the usual environment variables. Names in small letters come first, as in curl; empty values count as absent. */
export function proxiesOf(environment: (name: string) => string | undefined): ProxySettings {
  const read = (name: string) =>
    [name.toLowerCase(), name].map(environment).find((value) => value !== undefined && value !== '');
  const all = read('ALL_PROXY');
  return { http: read('HTTP_PROXY') ?? all, https: read('HTTPS_PROXY') ?? all, none: read('NO_PROXY') };
}

/** The proxy of a URL, or the scheme of an unsupported one (undefined when its URL cannot be read). */
type ProxyWay = { readonly url: URL } | { readonly unknownScheme: string | undefined };

/**
 * Returns the proxy that an endpoint names, for every host. Its user and password are with the system's settings, when they name the
 * same proxy.
 */
export function endpointProxy(address: string, { http = '', https = '' }: ProxySettings): ProxyWay | undefined {
  if (address === 'none') return undefined;
  const way = readProxy(address);
  if (!('url' in way) || way.url.username !== '') return way;
  const { url } = way;
  for (const one of [https, http].filter((text) => text.trim() !== '').map(readProxy)) {
    if (!('url' in one) || one.url.host !== url.host || one.url.protocol !== url.protocol) continue;
    url.username = one.url.username;
    url.password = one.url.password;
    return way;
  }
  return way;
}

/** Returns the proxy for a URL, or undefined when it is reached directly, as this machine always is. */
export function proxyFor(url: URL, { http, https, none = '' }: ProxySettings): ProxyWay | undefined {
  const proxy = (url.protocol === 'https:' ? https : http)?.trim() ?? '';
  if (proxy === '' || isLoopbackHost(url.hostname) || isExempt(url, none)) return undefined;
  return readProxy(proxy);
}

function readProxy(proxy: string): ProxyWay {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  if (!URL.canParse(address)) return { unknownScheme: undefined };
  const parsed = new URL(address);
  return isSpoken(parsed) ? { url: parsed } : { unknownScheme: parsed.protocol.slice(0, -1) };
}

/** `socks5h` is curl's word for a proxy that looks the name up, as it does for both here. */
function isSpoken({ protocol }: URL): boolean {
  return ['http:', 'https:', 'socks5:', 'socks5h:', 'socks:'].includes(protocol);
}

/** Returns whether requests to a URL go through the proxy in a tunnel. A plain one goes to an HTTP proxy as it is, since many open tunnels to port 443 only. */
export function isTunnelled(url: URL, proxy: URL): boolean {
  return url.protocol === 'https:' || proxy.protocol.startsWith('socks');
}

/** Returns the value of `Proxy-Authorization` for the user and password in the URL of a proxy. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** Returns a part of a URL without its percent encoding; as it is when that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isExempt(url: URL, list: string): boolean {
  const host = withoutDot(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && isExcludedHost(entry, host, port));
}

function isExcludedHost(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, network, prefix] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return isInNetwork(host, network.replace(/^\[(.*)\]$/, '$1'), Number(prefix));
  // An IPv6 address contains colons, so a port needs brackets in front of it.
  const [, bracketed, bare, wanted] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  if (wanted !== undefined && wanted !== port) return false;
  const name = withoutDot((bracketed ?? bare ?? entry).replace(/^\*?\./, ''));
  return host === name || host.endsWith(`.${name}`) || (isIP(name) === 6 && isInNetwork(host, name, 128));
}

function isInNetwork(host: string, network: string, prefix: number): boolean {
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || prefix > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const addresses = new BlockList();
  addresses.addSubnet(network, prefix, family);
  return addresses.check(host, family);
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}
