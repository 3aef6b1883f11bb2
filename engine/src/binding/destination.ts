import { isHost } from '../syntax/parse-origin';
import type { Block, PathSegment, RequestSyntax, Token } from '../syntax/model';
import { isBelow, readUrl } from '../text/url';
import { directiveOf, headerOf, type Endpoint } from './model';

/** The raw text of each variable that the file defines. */
export type Definitions = ReadonlyMap<string, string>;

/** Where a request goes, as far as the file says it. */
export type Destination =
  /** To the endpoint of the service; `prefix` are the segments that a variable in front of the path stands for. */
  | { readonly kind: 'path'; readonly prefix: readonly PathSegment[] }
  /** To this URL, on which the path follows. */
  | {
      readonly kind: 'url';
      readonly base: string;
      readonly written: Token;
      readonly prefix: readonly PathSegment[];
      /** The scheme, when it is not written but follows from the host. */
      readonly scheme?: string;
    }
  /** Only the sender knows: the file does not define the variables that stand for the host. */
  | { readonly kind: 'open'; readonly written: Token };

/**
 * Finds out where a request goes. `user` is the endpoint that the request itself names, for which a `Host` field is only a field.
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
  // Another word may be a host as well as the first segment of a path; the sender stops at it.
  return value === '' || value.startsWith('/')
    ? { kind: 'path', prefix: segmentsOf(value) }
    : { kind: 'open', written };
}

/** Returns what stands for the host and may hold variables, so that the definitions of the file matter. */
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

// No host is longer, and variables that double themselves end here.
const longest = 2000;
const deepest = 16;

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

/** The ports by which hosts are known to speak TLS decide, as in other tools. */
export function schemeOf(host: string): 'http' | 'https' {
  return /^[^/?#]*:8?443(?:[/?#]|$)/.test(host) ? 'https' : 'http';
}

/** The origin of the target, or a `Host` field in front of a path, unless the request names its endpoint. */
function hostOf(block: Block, request: RequestSyntax): Token | undefined {
  const { target } = request;
  if (target.origin || target.isAmbiguous) return target.origin;
  const host = headerOf(request, 'host')?.value;
  return host === undefined || host.text === '' || directiveOf(block, 'endpoint')?.text ? undefined : host;
}

function authorityOf(value: string): string {
  return value.split(/[/?#]/, 1)[0] ?? '';
}

/** What a variable stands for has the variable's place, and is not known for certain: the sender may say otherwise. */
function prefixOf(path: string, { span }: Token): readonly PathSegment[] {
  const words = path.replace(/^\//, '').replace(/\/$/, '');
  return words === '' ? [] : words.split('/').map((text) => ({ text, span, hasHole: true }));
}
