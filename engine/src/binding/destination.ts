import { isHost } from '../syntax/parse-origin';
import type { Block, PathSegment, RequestSyntax, Token } from '../syntax/model';
import { isBelow, readUrl } from '../text/url';
import { directiveOf, headerOf, type Endpoint, type Destination } from './model';

/** The raw text of each variable that the file defines. */
export type Definitions = ReadonlyMap<string, string>;

/**
 * Determines where a request goes. `user` is the endpoint that the request names; then a `Host` field does not change the destination.
 */
export function destinationOf(
  block: Block,
  request: RequestSyntax,
  definitions: Definitions,
  endpoints: readonly Endpoint[],
): Destination {
  const written = hostOf(block, request);
  if (written === undefined) return { kind: 'path', prefix: [] };
  const value = written.text.includes('{{') ? resolved(written.text, definitions) : written.text;
  if (value === undefined) return { kind: 'open', written };
  const segmentsOf = (path: string) => prefixOf(path, written);
  if (request.target.origin === undefined || isHost(authorityOf(value))) {
    const base = withScheme(value, endpoints);
    const prefix = segmentsOf(readUrl(base)?.path ?? '');
    return { kind: 'url', base, written, prefix, ...(base !== value && { scheme: readUrl(base)?.scheme ?? 'http' }) };
  }
  const url = readUrl(value);
  if (url) return { kind: 'url', base: value, written, prefix: segmentsOf(url.path) };
  // Any other word may be a host or the first segment of a path; such a request is not sent.
  return value === '' || value.startsWith('/')
    ? { kind: 'path', prefix: segmentsOf(value) }
    : { kind: 'open', written };
}

/** Returns the text of the host when it may contain variables, so that the definitions of the file matter. */
export function hostVariablesOf(block: Block): string | undefined {
  const written = block.request && hostOf(block, block.request)?.text;
  return written?.includes('{{') === true ? written : undefined;
}

/** Returns the text with the variables of the file filled in; undefined when one is not defined there. */
export function resolved(text: string, definitions: Definitions, depth = 0): string | undefined {
  let isKnown = true;
  const value = text.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
    const raw = depth < deepest ? definitions.get(name.trim()) : undefined;
    const inner = raw === undefined ? undefined : resolved(raw, definitions, depth + 1);
    if (inner === undefined || inner.length > longest) isKnown = false;
    return inner ?? '';
  });
  return isKnown && value.length <= longest ? value : undefined;
}

// No host is longer, and values that double with each level end here.
const longest = 2000;
const deepest = 16;

/** Returns the URL of a request with its path. */
export function urlOf({ base }: Extract<Destination, { kind: 'url' }>, { target }: RequestSyntax): string {
  return base.replace(/\/+$/, '') + target.segments.map(({ text }) => `/${text}`).join('');
}

/** Returns whether a request to the URL goes to the endpoint. */
export function isBehind(url: string, endpoint: Pick<Endpoint, 'baseUrl'> | undefined): boolean {
  return endpoint !== undefined && isBelow(url, endpoint.baseUrl);
}

/** Returns the endpoint to which a URL belongs: the one with the longest base URL in front of it. */
export function endpointOfUrl(url: string, endpoints: readonly Endpoint[]): Endpoint | undefined {
  let best: Endpoint | undefined;
  for (const endpoint of endpoints) {
    if (isBehind(url, endpoint) && endpoint.baseUrl.length > (best?.baseUrl.length ?? 0)) best = endpoint;
  }
  return best;
}

/** Returns the URL of a host that is written without a scheme. */
export function withScheme(host: string, endpoints: readonly Endpoint[] = []): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return host;
  const isAt = ({ baseUrl }: Endpoint, scheme: string) => {
    const [base, other] = [readUrl(baseUrl), readUrl(`${scheme}://${host}`)];
    return base?.scheme === scheme && base.host === other?.host && base.port === other.port;
  };
  const isSecure = endpoints.some((endpoint) => isAt(endpoint, 'https'));
  const isPlain = endpoints.some((endpoint) => isAt(endpoint, 'http'));
  return isSecure && !isPlain ? `https://${host}` : `${schemeOf(host)}://${host}`;
}

/** Returns `https` for the usual ports of TLS, as other tools do. */
export function schemeOf(host: string): 'http' | 'https' {
  return /^[^/?#]*:8?443(?:[/?#]|$)/.test(host) ? 'https' : 'http';
}

/** Returns the origin of the target or, for a path, a `Host` field, unless the request names its endpoint. */
function hostOf(block: Block, request: RequestSyntax): Token | undefined {
  const { target } = request;
  if (target.origin || target.isAmbiguous) return target.origin;
  const host = headerOf(request, 'host')?.value;
  return host === undefined || host.text === '' || directiveOf(block, 'endpoint')?.text ? undefined : host;
}

function authorityOf(value: string): string {
  return value.split(/[/?#]/, 1)[0] ?? '';
}

/** Returns the segments in the value of a variable. They have the variable's span, and the value may be another one when the request is sent. */
function prefixOf(path: string, { span }: Token): readonly PathSegment[] {
  const words = path.replace(/^\//, '').replace(/\/$/, '');
  return words === '' ? [] : words.split('/').map((text) => ({ text, span, hasPlaceholder: true }));
}
