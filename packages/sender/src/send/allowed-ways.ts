import type { Endpoint } from '@rulebook/checker/binding/model';
import { redact } from '@rulebook/catalogue/masking/masker';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { isLoopbackHost } from '@rulebook/text/loopback-host';
import {
  describePrivateSource,
  keyOfSource,
  namedPlaceOf,
  namedPlacesOf,
  namesOrigin,
  type PrivateSource,
  type PrivateUse,
} from '../private/private-sources';
import { credentialWayOf, hostOfWay, originOf, wayOf, type Way } from '../private/ways';
import { isBelowFolder } from '../private/whose-folder';
import { endpointOfUrl, isBehind } from '@rulebook/checker/binding/destination';
import { differingHost } from '@rulebook/text/differing-host';
import { perObject } from '@rulebook/text/structures/memo';
import type { PreparedRequest } from '../plan/prepared-request';
import { refused, type Refusal } from '../refusal';
import type { WayPorts, WayQuestion } from '../ports/ways';
import type { Preparing } from './sending';

/** Where a request goes. */
interface Destination {
  readonly url: string;
  readonly place: Endpoint | undefined;
  readonly endpoints: readonly Endpoint[];
  /** The `Host` of the request, if it is not that of its URL. */
  readonly host?: string | undefined;
}

/** Returns where a filled request goes. */
export function destinationOf(
  { url, headers }: PreparedRequest,
  { plan, endpoint, ports }: Preparing,
): Pick<Destination, 'place' | 'host'> {
  const { endpoints } = ports.ways;
  // A URL with values is not remembered.
  const find = plan.variables.length === 0 ? placeAmong(endpoints) : placeIn;
  return { place: find(url, endpoint, endpoints), host: differingHost(url, headers) };
}

function placeIn(url: string, own: Endpoint | undefined, endpoints: readonly Endpoint[]): Endpoint | undefined {
  return isBehind(url, own) ? own : endpointOfUrl(url, endpoints);
}

/** Requests after each other often have the same URL, of which the place is found once. */
const placeAmong = perObject((endpoints: readonly Endpoint[]) => {
  let last:
    | { readonly url: string; readonly own: Endpoint | undefined; readonly place: Endpoint | undefined }
    | undefined;
  const find: typeof placeIn = (url, own) => {
    if (last?.url !== url || last.own !== own) last = { url, own, place: placeIn(url, own, endpoints) };
    return last.place;
  };
  return find;
});

/**
 * Decides whether the private values of a request may go where it goes; returns why it is not sent instead. Whatever sends asks this one
 * function: what a value's source allows by itself goes unasked, anything else only with the user's word.
 */
export async function decideUses(
  uses: readonly PrivateUse[],
  request: PreparedRequest,
  preparing: Preparing,
  ports: WayPorts,
): Promise<Refusal | undefined> {
  if (uses.length === 0) return undefined;
  const { url } = request;
  const { endpoint, plan } = preparing;
  const { place: placeOfUrl, host } = destinationOf(request, preparing);
  const endpoints = [...preparing.ports.ways.endpoints, ...(endpoint ? [endpoint] : [])];
  const destination: Destination = { url, place: placeOfUrl, host, endpoints };
  const way = wayOf(url, placeOfUrl, plan.acceptsAnyCertificate, host);
  // What is trusted with an endpoint goes to the endpoint only.
  const place = host === undefined ? placeOfUrl : undefined;
  const origin = originOf(url);
  const named = namedPlacesOf(uses.flatMap(({ source, value = '' }) => (source.kind === 'process' ? [value] : [])));
  const isOpen = (use: PrivateUse) =>
    !isPort(use, origin) &&
    !isAllowedUnasked(use.source, way, destination, { named, realFolder: ports.realFolder }) &&
    !ports.isAllowed(use.source, way, place);
  const open = uses.filter(isOpen);
  if (open.length === 0) return undefined;
  // It would be shown and remembered in plain text, and resolving the host would already give it away.
  const inHost = open.find((use) => isSecretIn(use, host === undefined ? origin : `${origin} ${host}`));
  if (inHost !== undefined) return refused(`${describePrivateSource(inHost.source)} is in the host of the URL`);
  // What is in the request itself says more than that a script has read it.
  const ordered = [...open.filter((use) => use.isCarried === true), ...open.filter((use) => use.isCarried !== true)];
  const asked = [...new Map(ordered.map((use) => [keyOfSource(use.source), use])).values()];
  const sources = asked.map(({ source }) => source);
  const shown = { way: withoutPrivateValues(way, uses), origin: withoutPrivateValues(origin, uses) };
  return ports.ask({
    sources,
    ...wordsOfUses(asked),
    way,
    origin,
    shown,
    place,
    host,
  });
}

/** Returns the same decisions, so that what was allowed for a request is not asked about a second time for it. */
export function rememberingWays(ports: WayPorts): WayPorts {
  const allowed = new Set<string>();
  const keyOf = (source: PrivateSource, way: Way) => `${keyOfSource(source)}\n${way}`;
  return {
    ...ports,
    isAllowed: (source, way, place) => allowed.has(keyOf(source, way)) || ports.isAllowed(source, way, place),
    ask: async (question) => {
      const refusal = await ports.ask(question);
      if (refusal === undefined) for (const source of question.sources) allowed.add(keyOf(source, question.way));
      return refusal;
    },
  };
}

/** Returns a sentence about where a request goes without the private values that are in the host. What names a place itself stays. */
export function withoutPrivateValues(text: string, uses: readonly PrivateUse[]): string {
  const values = uses.flatMap(({ value = '' }) => (namedPlaceOf(value) === undefined ? [value.toLowerCase()] : []));
  return redact(text, values);
}

/**
 * Returns whether values of a source may go a way without a question. The user's own endpoints may get every value; an endpoint of
 * a folder only what lies in that folder or below, since others may have written it. This machine may get what is in files.
 */
function isAllowedUnasked(
  source: PrivateSource,
  way: Way,
  destination: Destination,
  { named, realFolder = (folder) => folder }: Pick<WayPorts, 'realFolder'> & { readonly named: readonly string[] },
): boolean {
  const { endpoints } = destination;
  const leadsHere = (endpoint: Endpoint) => wayOf(endpoint.baseUrl, endpoint) === way;
  switch (source.kind) {
    case 'process':
      return (
        endpoints.some((endpoint) => endpoint.folder === undefined && leadsHere(endpoint)) || namesOrigin(named, way)
      );
    case 'file':
      return (
        isHereOrNamed(way, destination, source.named) ||
        endpoints.some(
          (endpoint) =>
            (endpoint.folder === undefined || isBelowFolder(source.path, realFolder(endpoint.folder))) &&
            leadsHere(endpoint),
        )
      );
    case 'credential':
      return endpoints.some(
        (endpoint) =>
          endpoint.name === source.endpoint && credentialWayOf(endpoint) === source.way && leadsHere(endpoint),
      );
    case 'secret':
      return false;
  }
}

/** Nothing on the way to this machine itself reads what is sent, unless it goes through a proxy. Of a `Host` that differs, both places count. */
function isHereOrNamed(way: Way, { url, host }: Destination, places: readonly string[]): boolean {
  const isHere = isLoopbackHost(hostOfWay(way)) && !way.includes(' through ');
  if (host === undefined) return isHere || namesOrigin(places, way);
  return (
    (isHere || (way === wayOf(url, undefined, false, host) && namesOrigin(places, originOf(url)))) &&
    namesOrigin(places, `//${host}`)
  );
}

/** A port names a place, and is nothing that is sent. */
function isPort({ value = '' }: PrivateUse, origin: string): boolean {
  return /^\d{1,5}$/.test(value) && origin.endsWith(`:${value}`);
}

function isSecretIn({ source, name = '', value = '' }: PrivateUse, origin: string): boolean {
  const isSecret = source.kind === 'secret' || isSecretName(source.kind === 'process' ? source.name : name);
  return isSecret && value !== '' && origin.includes(value.toLowerCase());
}

/** Says which values are asked about, and how they come to a request that does not name them. */
function wordsOfUses(uses: readonly PrivateUse[]): Pick<WayQuestion, 'what' | 'isCarried'> {
  const what = inWords(uses.map(({ source }) => describePrivateSource(source)));
  const isCarried = uses.every((use) => use.isCarried === true);
  return isCarried ? { what: `what a script has read (${what})`, isCarried } : { what };
}

function inWords(names: readonly string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} other private values`] : names;
  const last = shown.slice(-1).join('');
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}
