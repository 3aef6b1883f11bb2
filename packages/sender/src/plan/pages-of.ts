import { isBehind } from '@rulebook/checker/binding/destination';
import type { Operation } from '@rulebook/catalogue/operation';
import { readUrl, type UrlParts } from '@rulebook/text/url';
import type { ReceivedResponse } from './response';
import type { RequestPlan, Segment } from './plan';

/** The query parameters by which an operation returns its list in numbered pages. */
interface NumberedPages {
  /** The parameter with the number of the page, counted from 1. */
  readonly number: string;
  /** The parameter with the number of items on a page. */
  readonly size?: string;
  /** The number of items when the request names none, where it is documented. */
  readonly usualSize?: number;
}

/** The targets of the requests for the pages around a response. */
export interface Pages {
  readonly next?: readonly Segment[];
  readonly previous?: readonly Segment[];
}

/** A request whose response may be one of several pages. */
export interface PagedRequest {
  readonly plan: RequestPlan;
  /** The URL that the response came from, with everything filled in. */
  readonly url: string;
  /** The base URL of the endpoint that responded. */
  readonly baseUrl?: string | undefined;
  readonly response: ReceivedResponse;
}

/** Returns the parameters by which an operation is paged; undefined when its description has none. */
export function numberedPagesOf({ parameters, methods }: Operation): NumberedPages | undefined {
  const named = (name: string) => parameters.query.find((field) => field.name === name);
  if (!methods.includes('GET') || named('page')?.shape.type !== 'integer') return undefined;
  const size = named('per_page');
  const usual = Number(size?.default);
  return {
    number: 'page',
    ...(size && { size: size.name, ...(Number.isInteger(usual) && usual > 0 && { usualSize: usual }) }),
  };
}

/**
 * Returns where the pages around a response are: by its `Link` field (RFC 8288), otherwise by the number of the page. A link that leads away
 * from the endpoint, or from the host of a request without one, does not count: the credential of the request must not follow it.
 */
export function pagesOf(request: PagedRequest): Pages {
  const { plan, response, url } = request;
  const from = readUrl(url);
  if (plan.method !== 'GET' || response.status !== 200 || from === undefined) return {};
  const links = linksOf(response.headers);
  const byLink = { next: links.get('next'), previous: links.get('prev') ?? links.get('previous') };
  const byNumber = links.size > 0 ? {} : numbered(request, from);
  const next = byLink.next ?? byNumber.next;
  const previous = byLink.previous ?? byNumber.previous;
  const [nextTarget, previousTarget] = [next, previous].map((link) =>
    link === undefined ? undefined : targetOf(link, from, request),
  );
  return { ...(nextTarget && { next: nextTarget }), ...(previousTarget && { previous: previousTarget }) };
}

/** Reads the links of a response by their relation. */
function linksOf(headers: ReceivedResponse['headers']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'link') continue;
    for (const [, link = '', parameters = ''] of value.slice(0, 20_000).matchAll(/<([^<>]*)>([^<]*)/g)) {
      const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([\w-]+))/i.exec(parameters) ?? [];
      for (const rel of (quoted ?? bare ?? '').toLowerCase().split(/\s+/)) if (!found.has(rel)) found.set(rel, link);
    }
  }
  found.delete('');
  return found;
}

function numbered({ plan: { pages }, response }: PagedRequest, from: UrlParts): { next?: string; previous?: string } {
  if (pages === undefined) return {};
  const length = lengthOfList(response.body);
  if (length === undefined) return {};
  const query = from.rest.replace(/^\?/, '').replace(/#.*$/s, '').split('&').filter(Boolean);
  const valueOf = (name: string) => query.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const page = wholeNumber(valueOf(pages.number)) ?? 1;
  const size = pages.size === undefined ? undefined : (wholeNumber(valueOf(pages.size)) ?? pages.usualSize);
  const at = (number: number) =>
    `?${[...query.filter((pair) => !pair.startsWith(`${pages.number}=`)), `${pages.number}=${number}`].join('&')}`;
  const isFull = length > 0 && (size === undefined || length >= size);
  return { ...(isFull && { next: at(page + 1) }), ...(page > 1 && { previous: at(page - 1) }) };
}

/** Returns the target of a link in the form of the request's own: below the base URL, or absolute. */
function targetOf(link: string, from: UrlParts, { plan, url, baseUrl }: PagedRequest): readonly Segment[] | undefined {
  const origin =
    url.slice(0, url.indexOf('://') + 3) + (/^[^/?#\\]*/.exec(url.slice(url.indexOf('://') + 3))?.[0] ?? '');
  const absolute = /^[a-z][\w+.-]*:/i.test(link)
    ? link
    : link.startsWith('/') && !link.startsWith('//')
      ? `${origin}${link}`
      : link.startsWith('?')
        ? `${origin}${from.path}${link}`
        : undefined;
  const to = absolute === undefined ? undefined : readUrl(absolute);
  if (absolute === undefined || to === undefined) return undefined;
  const isSameHost = to.scheme === from.scheme && to.host === from.host && to.port === from.port;
  if (!isSameHost || to.userInfo !== undefined || /[\s{}]/.test(absolute)) return undefined;
  const query = to.rest.replace(/#.*$/s, '');
  // The path as written keeps its variables.
  if (to.path === from.path) return [...pathAsWritten(plan.target), query];
  if (plan.isAbsolute) return [`${origin}${to.path}${query}`];
  if (baseUrl === undefined || !isBehind(absolute, { baseUrl })) return undefined;
  const base = readUrl(baseUrl)?.path.replace(/\/+$/, '') ?? '';
  return to.path.startsWith(base) ? [`${to.path.slice(base.length)}${query}`] : undefined;
}

function pathAsWritten(target: readonly Segment[]): readonly Segment[] {
  const at = target.findIndex((segment) => typeof segment === 'string' && /[?#]/.test(segment));
  const last = target[at];
  return typeof last === 'string' ? [...target.slice(0, at), last.slice(0, last.search(/[?#]/))] : target;
}

/** Returns the number of items of a JSON list; undefined for anything else. */
function lengthOfList(body: string): number | undefined {
  if (!/^\s*\[/.test(body)) return undefined;
  try {
    const value = JSON.parse(body) as unknown;
    return Array.isArray(value) ? value.length : undefined;
  } catch {
    return undefined;
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the bodies of pages as one JSON text: the items of lists in one list, otherwise a list of the bodies. The numbers and strings stay
 * as they came.
 */
export function joinPages(bodies: readonly string[]): string {
  const lists = bodies.map((body) => /^\s*\[([^]*)\]\s*$/.exec(body)?.[1]?.trim());
  const parts = lists.every((list) => list !== undefined) ? lists.filter((list) => list !== '') : bodies;
  return `[${parts.join(',')}]`;
}
