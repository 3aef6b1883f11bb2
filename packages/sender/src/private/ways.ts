import type { Endpoint } from '@rulebook/checker/binding/model';
import { isLoopbackHost } from '@rulebook/text/loopback-host';

/**
 * The whole way of what is sent, as words: the origin, and what lets someone else read it, which a `rulebook.json` may name. Two
 * requests that go the same way have the same text, so it is the key under which a place is confirmed or a credential is kept.
 */
export type Way = string;

/** Returns the way of a request to a URL, with the settings of the endpoint that it belongs to, and with a `Host` that differs from the URL's. */
export function wayOf(url: string, place: Endpoint | undefined, isUnverified = false, host?: string): Way {
  const detour = place === undefined ? '' : detourOf(place);
  const lacksProof = isUnverified && isVerifiable(url) && !detour.includes(unverified);
  const named = host === undefined ? '' : ` with Host ${host}`;
  return `${originOf(url)}${named}${detour}${lacksProof ? unverified : ''}`;
}

/** Returns the way of an endpoint's credential: every origin that it is sent to, and the detour. */
export function credentialWayOf(endpoint: Endpoint): Way {
  return originsOf(endpoint) + detourOf(endpoint);
}

/** Returns the key of an endpoint's credential, wherever it is kept or confirmed. */
export function credentialKeyOf(endpoint: Endpoint): string {
  return `${endpoint.name}\n${credentialWayOf(endpoint)}`;
}

/** Where a user agrees to a token, and where the code for it then goes. */
interface CodeWay {
  readonly from: string;
  readonly to: string;
  /** The code goes to another origin than that of the page, so another service than the one that was agreed with can use it. */
  readonly isSplit: boolean;
}

/** Returns the way of the code of an endpoint for whose token a user agrees; undefined for others. */
export function codeWayOf({ authentication }: Pick<Endpoint, 'authentication'>): CodeWay | undefined {
  const { type, flow, tokenUrl = '', deviceUrl = '', authorizationUrl = '' } = authentication ?? {};
  if (type !== 'oauth2' || (flow !== 'device' && flow !== 'authorization-code')) return undefined;
  const from = originOf(flow === 'device' ? deviceUrl : authorizationUrl);
  const to = originOf(tokenUrl);
  return { from, to, isSplit: from !== to };
}

/** Returns the way of an endpoint's token, as it is confirmed: that of a credential, and the way of a code that leaves the origin of its page. */
export function tokenWayOf(endpoint: Endpoint): Way {
  const code = codeWayOf(endpoint);
  const way = credentialWayOf(endpoint);
  return code?.isSplit === true ? `${way}, with the code of ${code.from} sent to ${code.to}` : way;
}

/** A proxy, an authority or a missing verification of `rulebook.json` lets someone else read what is sent to the origin. */
export function detourOf({ baseUrl, proxy, ca = [], insecure, folder }: Endpoint): string {
  const isProxied = proxy !== undefined && proxy !== 'none';
  const through = isProxied ? ` through ${proxy}` : '';
  const trusted = ca.map((path) => (folder === undefined ? path : pathIn(folder, path)));
  return [
    through,
    insecure === true && (isProxied || isVerifiable(baseUrl)) ? unverified : '',
    trusted.length > 0 ? ` trusting ${trusted.join(', ')}` : '',
  ].join('');
}

const unverified = ' unverified';

/** Returns where the credential of an endpoint takes effect, as words: its origin, and those at which a token is got. */
export function originsOf({ baseUrl, authentication }: Pick<Endpoint, 'baseUrl' | 'authentication'>): string {
  const { type, tokenUrl, deviceUrl, authorizationUrl } = authentication ?? {};
  const ofTokens = type === 'oauth2' ? [tokenUrl, deviceUrl, authorizationUrl].filter((url) => url !== undefined) : [];
  return [...new Set([baseUrl, ...ofTokens].map(originOf))].join(' and ');
}

/** Returns scheme, host and port of a URL, in lower case and without the scheme's default port. */
export function originOf(url: string): string {
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)/i.exec(url.trim()) ?? [];
  const host = authority.replace(/^.*@/s, '').toLowerCase();
  const usual = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  return `${scheme.toLowerCase()}://${host.endsWith(usual) ? host.slice(0, -usual.length) : host}`;
}

/** Returns the host of an origin or a way, without its port. */
export function hostOfWay(way: Way): string {
  return /^[a-z]+:\/\/(\[[^\]\s]*\]|[^\s:]*)/.exec(way)?.[1] ?? '';
}

/** No one is between this machine and itself, and plain HTTP proves nothing anyhow. */
function isVerifiable(url: string): boolean {
  const origin = originOf(url);
  return origin.startsWith('https:') && !isLoopbackHost(hostOfWay(origin));
}

/** The same words in another folder mean another file. */
function pathIn(folder: string, path: string): string {
  return /^(?:[/\\~]|[A-Za-z]:)/.test(path) ? path : `${folder}/${path.replace(/^\.[/\\]/, '')}`;
}
