import { isHost } from '@rulebook/request-file/syntax/parse-origin';
import { handshakeUrl } from '@rulebook/request-file/syntax/channel';
import { hostVariable, type Definitions } from '@rulebook/request-file/syntax/definitions';
import type { Block, PathSegment, RequestSyntax, Token } from '@rulebook/request-file/syntax/model';
import { isBelow, readBaseUrl, readUrl } from '@rulebook/text/url';
import { directiveOf, headerOf, type Endpoint, type Destination } from './model';
import { perObject } from '@rulebook/text/structures/memo';

export type { Definitions };

/**
 * Determines where a request goes. `user` is the endpoint that the request names; then a `Host` field does not change the destination.
 */
export function destinationOf(
  block: Block,
  request: RequestSyntax,
  definitions: Definitions,
  endpoints: readonly Endpoint[],
): Destination {
  const written = hostOf(block, request) ?? prefixedHost(block, request, definitions);
  if (written === undefined) return { kind: 'path', prefix: none };
  const { text } = written;
  const isHeader = request.target.origin === undefined;
  const known = (isHeader ? inHostField : inRequestLine)(definitions)(endpoints);
  let meaning = known.get(text);
  if (meaning === undefined) {
    if (known.size >= maxHosts) known.clear();
    known.set(text, (meaning = meaningOf(text, isHeader, definitions, endpoints)));
  }
  const { kind, base, path, scheme } = meaning;
  if (kind === 'open') return { kind, written };
  const prefix = prefixOf(path, written);
  if (kind === 'path') return { kind, prefix };
  return scheme === undefined ? { kind, base, written, prefix } : { kind, base, written, prefix, scheme };
}

/** What the text of a host means in a file, wherever it is. */
interface HostMeaning {
  readonly kind: Destination['kind'];
  readonly base: string;
  readonly path: string;
  readonly scheme?: string;
}

// The requests of a file have few hosts.
const maxHosts = 1000;
const meanings = () =>
  perObject((_: Definitions) => perObject((_: readonly Endpoint[]) => new Map<string, HostMeaning>()));
const inRequestLine = meanings();
const inHostField = meanings();

function meaningOf(
  text: string,
  isHeader: boolean,
  definitions: Definitions,
  endpoints: readonly Endpoint[],
): HostMeaning {
  const value = text.includes('{{') ? resolved(text, definitions) : text;
  if (value === undefined) return open;
  if (isHeader || isHost(authorityOf(value))) {
    const base = withScheme(value, endpoints);
    const url = readUrl(base);
    const path = url?.path ?? '';
    return base === value ? { kind: 'url', base, path } : { kind: 'url', base, path, scheme: url?.scheme ?? 'http' };
  }
  const url = readUrl(value);
  if (url) return { kind: 'url', base: handshakeUrl(value), path: url.path };
  // Any other word may be a host or the first segment of a path; such a request is not sent.
  return value === '' || value.startsWith('/') ? { kind: 'path', base: '', path: value } : open;
}

const open: HostMeaning = { kind: 'open', base: '', path: '' };

/** Returns the texts with variables of which the values in the file decide what a block means: its host, and the variables in its head. */
export function resolvedTextsOf(block: Block): readonly string[] {
  const host = hostVariablesOf(block);
  const variables = block.request?.headVariables;
  // One list for nearly all blocks of a file, which it keeps.
  if (variables === undefined) return host === undefined ? noTexts : host === hostText ? onlyHost : [host];
  const head = variables.map(({ name }) => `{{${name}}}`);
  return host === undefined ? head : [host, ...head];
}

/** Returns whether a text of `resolvedTextsOf` means something else with other definitions. */
export function meansOther(text: string, one: Definitions, other: Definitions): boolean {
  return (
    one.endpoint !== other.endpoint ||
    one.headers !== other.headers ||
    resolved(text, one) !== resolved(text, other) ||
    isInFrontOfPaths(one) !== isInFrontOfPaths(other)
  );
}

/** Returns the text of the host when it may contain variables, so that the definitions of the file matter. */
function hostVariablesOf(block: Block): string | undefined {
  const written = block.request && hostOf(block, block.request)?.text;
  if (written === undefined) return hostText;
  return written.includes('{{') ? written : undefined;
}

/** Returns the text with the variables of the file filled in; undefined when one is not defined there. */
export function resolved(
  text: string,
  definitions: Definitions,
  values: Map<string, string | undefined> = new Map<string, string | undefined>(),
): string | undefined {
  // Negative once the value is too long, or not known.
  let left = maxLength;
  const value = text.replace(/\{\{([^{}]*)\}\}/g, (_, written: string) => {
    const name = written.trim();
    const place = definitions.placeOf?.(name) ?? name;
    if (!values.has(place)) {
      // What holds itself has no value.
      values.set(place, undefined);
      const raw = values.size <= maxVariables ? definitions.get(name) : undefined;
      if (raw !== undefined) values.set(place, resolved(raw, definitions.inValueOf?.(name) ?? definitions, values));
    }
    const inner = values.get(place);
    left -= inner?.length ?? Infinity;
    return inner !== undefined && left >= 0 ? inner : '';
  });
  return left >= 0 ? value : undefined;
}

// No host is longer, or made of more variables.
const maxLength = 2000;
const maxVariables = 200;

/** Returns the URL of a request with its path. */
export function urlOf({ base }: Extract<Destination, { kind: 'url' }>, { target }: RequestSyntax): string {
  let url = base.endsWith('/') ? base.replace(/\/+$/, '') : base;
  for (const { text } of target.segments) url += `/${text}`;
  return url;
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
function withScheme(host: string, endpoints: readonly Endpoint[] = []): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return host;
  const isAt = ({ baseUrl }: Endpoint, scheme: string) => {
    const [base, other] = [readBaseUrl(baseUrl), readBaseUrl(`${scheme}://${host}`)];
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

/** Returns the name of the endpoint that the request names by `# @endpoint`, or the file for its requests without a host. */
export function endpointNameOf(block: Block, { kind }: Destination, definitions: Definitions): string | undefined {
  const own = directiveOf(block, 'endpoint')?.text;
  return own || (kind === 'path' ? definitions.endpoint : undefined);
}

/** Returns the origin of the target or, for a path, a `Host` field, unless the request names its endpoint. */
function hostOf(block: Block, request: RequestSyntax): Token | undefined {
  const { target } = request;
  if (target.origin || target.isAmbiguous) return target.origin;
  const host = headerOf(request, 'host')?.value;
  return host === undefined || host.text === '' || directiveOf(block, 'endpoint')?.text ? undefined : host;
}

/** For a request without a host: returns the variable `host` for a path, when the file defines it as a URL, or by variables that it does not define, does not write `{{host}}` itself, and neither the request nor the file names an endpoint. */
function prefixedHost(block: Block, { target }: RequestSyntax, definitions: Definitions): Token | undefined {
  if (!target.path.text.startsWith('/')) return undefined;
  if (!isInFrontOfPaths(definitions) || directiveOf(block, 'endpoint')?.text) return undefined;
  if (definitions.endpoint !== undefined) return undefined;
  const { start } = target.span;
  const value = hostOfPaths(definitions);
  const isUrl = value === undefined || /^(?:https?|wss?):\/\//i.test(value);
  return isUrl ? { text: hostText, span: { start, end: start } } : undefined;
}

const hostText = `{{${hostVariable}}}`;
const noTexts: readonly string[] = [];
const onlyHost: readonly string[] = [hostText];
const hostOfPaths = perObject((definitions: Definitions) => resolved(hostText, definitions));

function isInFrontOfPaths(definitions: Definitions): boolean {
  return definitions.has(hostVariable) && definitions.namesHost !== true;
}

function authorityOf(value: string): string {
  return value.split(/[/?#]/, 1)[0] ?? '';
}

/** Returns the segments in the value of a variable. They have the variable's span, and the value may be another one when the request is sent. */
function prefixOf(path: string, { span }: Token): readonly PathSegment[] {
  const words = path.replace(/^\//, '').replace(/\/$/, '');
  return words === '' ? none : words.split('/').map((text) => ({ text, span, hasPlaceholder: true }));
}

const none: readonly PathSegment[] = [];
