import type { Catalogue, Service } from '@rulebook/catalogue/service';
import type { PathSegment, RequestSyntax } from '@rulebook/request-file/syntax/model';
import { perObject } from '@rulebook/text/structures/memo';
import { hasOrigin, isBelow, readBaseUrl } from '@rulebook/text/url';
import { endpointOfUrl, urlOf } from './destination';
import { matchOperation, type Matching } from '@rulebook/paths/match-operation';
import type { CheckContext, Endpoint, Destination } from './model';
import type { MatchedPath } from '@rulebook/paths/operation-match';
import { isOwnByWord, knowsByWord, ownerOfPath, passedOverBy, type Claim } from './path-owner';
import {
  configuredServices,
  defaultEndpointOf,
  documentedServices,
  onlyServices,
  ownServices,
  servicesWithEndpoint,
} from './path-services';
import { described, hasPath, inService, isCertain, noMatch, sure } from './service-path';
import { isReservedWord } from '@rulebook/paths/reserved-word';
import { retiredPathAt } from '@rulebook/paths/retired-path';

/** What decides to which service a request belongs. */
interface LocatedRequest {
  readonly method: string;
  readonly request: RequestSyntax;
  readonly destination: Destination;
  /** The endpoint that the request names, or to which its URL belongs. */
  readonly endpoint: Endpoint | undefined;
  readonly context: CheckContext;
  readonly catalogue: Catalogue;
  /** No one wrote the path: it follows from the name of a file. */
  readonly isByName: boolean;
}

/** The operation of a request, and the segments of its path behind the base URL. */
interface LocatedOperation {
  readonly found: MatchedPath;
  readonly segments: readonly PathSegment[];
  /** The path alone says nothing of the service: it is the only one with an endpoint. */
  readonly isOnlyService?: true;
  /** The services with an endpoint that have the path, where nothing says which one is meant. */
  readonly rivals?: readonly Service[];
  /** The chosen service, which is alike and does not have the path. */
  readonly passedOver?: Service;
  /** The service to which a path alone belongs by the endpoints that there are. */
  readonly owner?: Service;
}

/**
 * Finds the operation of a request. An endpoint, a base URL and a public host say which service it is. A path alone belongs to a service with an
 * endpoint where there are some, as `path-owner.ts` says. Elsewhere the operations of the documents count first; of other hosts nothing more is
 * assumed. Published descriptions are read only where the documents do not say enough.
 */
export function locateOperation(place: LocatedRequest): LocatedOperation {
  const present = presentOperation(place);
  const located = isElsewhere(present.found, place) ? { ...present, found: noMatch } : present;
  const retired = retiredIn(place, located);
  return retired === undefined ? located : { ...located, found: retired };
}

/** Returns whether a path that many services have is only by chance that of this one: nothing says that the request goes there. */
function isElsewhere({ match, service }: MatchedPath, place: LocatedRequest): boolean {
  const operation =
    match.kind === 'operation' || match.kind === 'near'
      ? match.operation
      : match.kind === 'other-method'
        ? match.operations[0]
        : undefined;
  if (operation?.hasCommonPath !== true || place.endpoint !== undefined) return false;
  if (place.destination.kind === 'url') return serviceOfUrl(place) === undefined;
  return place.destination.kind !== 'path' || !isConfigured(service, configuredServices(place.context));
}

function presentOperation(place: LocatedRequest): LocatedOperation {
  const { method, destination, endpoint, catalogue } = place;
  const all = allSegments(place);
  if (endpoint) {
    const segments = destination.kind === 'url' ? all.slice(wordsOfBase(endpoint.baseUrl)) : all;
    const service = catalogue.services.find(({ id }) => id === endpoint.service);
    return service === undefined
      ? { found: noMatch, segments }
      : { found: inService(service, endpoint, { method, segments }, catalogue), segments };
  }
  if (destination.kind === 'url') {
    const known = serviceOfUrl(place);
    if (known) {
      const segments = all.slice(wordsOfBase(known.baseUrl ?? ''));
      return { found: inService(known.service, known, { method, segments }, catalogue), segments };
    }
    // A URL of an unknown host may belong to any service, so a path of parameters alone identifies no operation there.
    const documented = documentedServices(catalogue, place.context);
    return { found: matchOperation(method, all, documented, { isOwn: false }), segments: all };
  }
  const isPath = destination.kind === 'path';
  const configured = isPath && !place.isByName ? servicesWithEndpoint(catalogue, place.context) : [];
  if (configured.length > 1) return amongServices(place, all, configured);
  const only = onlyServices(catalogue, place.context);
  if (only === undefined) {
    const [single] = configured;
    return single === undefined
      ? { found: withoutHost(place, all, isPath), segments: all }
      : inOnlyService(place, all, single);
  }
  const [service, ...others] = only;
  const isOnlyService = isPath && service !== undefined && others.length === 0;
  const found = isOnlyService
    ? inService(service, {}, { method, segments: all }, catalogue)
    : best(only.map((one) => matchOperation(method, all, [one])));
  // The own service may not have what the name of a file stands for.
  if (place.isByName && found.match.kind === 'none') return { found: withoutHost(place, all, isPath), segments: all };
  return { found, segments: all, ...(isOnlyService && { isOnlyService }) };
}

/** Finds the operation of a path alone where several services have an endpoint. */
function amongServices(
  place: LocatedRequest,
  segments: readonly PathSegment[],
  services: readonly Service[],
): LocatedOperation {
  const { method, context, catalogue } = place;
  const exact = services.map((service) => claimOf(place, segments, service, { isOwn: true, withoutSlips: true }));
  // What one of them has is not misspelt for another one.
  const claims = exact.some(({ found }) => hasPath(found))
    ? exact
    : services.map((service) => claimOf(place, segments, service, { isOwn: true }));
  const { claim, rivals } = ownerOfPath(claims, preferredServices(context));
  const other = claim && knowsByWord(claim.found) ? undefined : withoutEndpoint(place, segments, services);
  if (other !== undefined && (claim?.found.service === undefined || isOwnByWord(other, context)))
    return { found: other, segments };
  if (claim === undefined) return { found: noMatch, segments };
  if (rivals.length > 0) return { found: claim.found, segments, rivals };
  const { service, found } = claim;
  if (found.match.kind === 'operation') {
    const passedOver = passedOverBy(service, claims, context.chosenServices);
    return { found, segments, owner: service, ...(passedOver && { passedOver }) };
  }
  const target = defaultEndpointOf(service, context) ?? {};
  return { found: inService(service, target, { method, segments }, catalogue), segments, owner: service };
}

/** Returns what a service says of a path; its published description is read only where it may have the path. */
function claimOf(
  { method, context, catalogue }: LocatedRequest,
  segments: readonly PathSegment[],
  service: Service,
  certainty: Matching,
): Claim {
  const documented = matchOperation(method, segments, [service], certainty);
  if (isCertain(documented, service) || !mayDescribe(service, segments, context)) return { service, found: documented };
  const target = defaultEndpointOf(service, context) ?? {};
  return { service, found: described(service, target, { method, segments }, catalogue, certainty) ?? documented };
}

const preferredServices = perObject(({ chosenServices = [], replacedServices }: CheckContext) =>
  replacedServices === undefined ? chosenServices : [...chosenServices, replacedServices],
);

/**
 * Finds the operation of a path alone where one service has an endpoint, which Rulebook documents. The path belongs to it, unless only another one
 * knows it: such a request goes nowhere.
 */
function inOnlyService(place: LocatedRequest, segments: readonly PathSegment[], service: Service): LocatedOperation {
  const { method, context, catalogue } = place;
  const target = defaultEndpointOf(service, context) ?? {};
  const path = { method, segments };
  const { found: exact } = claimOf(place, segments, service, { ...sure, withoutSlips: true });
  const isLacking = !hasPath(exact);
  const others = isLacking ? withoutEndpoint(place, segments, [service]) : undefined;
  // What another one has is not misspelt for this one.
  if (others?.match.kind === 'operation') return { found: others, segments };
  const mine = isLacking ? inService(service, target, path, catalogue) : exact;
  const own = { found: mine, segments, owner: service };
  if (knowsByWord(mine) || mine.match.kind === 'former-path') return own;
  const other = isLacking ? others : withoutEndpoint(place, segments, [service]);
  if (mine.match.kind === 'operation') return other && isOwnByWord(other, context) ? { found: other, segments } : own;
  const isMine = mine.match.kind !== 'none' || mine.match.lack !== undefined;
  return other !== undefined && (other.match.kind === 'operation' || !isMine)
    ? { found: other, segments }
    : { ...own, isOnlyService: true };
}

/** Returns what a service without an endpoint knows of a path, by a word of it; such a request goes nowhere. */
function withoutEndpoint(
  place: LocatedRequest,
  segments: readonly PathSegment[],
  services: readonly Service[],
): MatchedPath | undefined {
  if (onlyServices(place.catalogue, place.context) !== undefined) return undefined;
  const found = withoutHost(place, segments, true);
  const { match, service, literals = 0 } = found;
  const isOther = service !== undefined && !services.includes(service) && match.kind !== 'none';
  return isOther && (match.kind !== 'operation' || literals > 0) ? found : undefined;
}

/** Returns what the path was once, where no present operation has it. */
function retiredIn(place: LocatedRequest, { found, segments, owner }: LocatedOperation): MatchedPath | undefined {
  const { match, service: known } = found;
  if (match.kind === 'operation' || match.kind === 'former-path') return undefined;
  const isDocumented =
    match.kind === 'other-method' && match.operations.some(({ provenance }) => provenance.kind === 'documented');
  if (isDocumented) return undefined;
  const { method, endpoint, request, context } = place;
  const isHere = endpoint !== undefined || owner !== undefined || serviceOfUrl(place) !== undefined;
  const isElsewhere = !isHere && onlyServices(place.catalogue, context) !== undefined;
  const possible = isHere
    ? [owner ?? known ?? []].flat()
    : isElsewhere
      ? []
      : documentedServices(place.catalogue, context);
  for (const service of possible) {
    // The form of the Console says nothing of a host, or of a request with header fields, which other tools write so as well.
    const isConsole = request.form === 'console' && place.destination.kind === 'path' && request.headers.length === 0;
    const isSure = isHere || isConsole;
    const certainty = isSure ? 'sure' : hasEndpoint(service, context) ? 'likely' : 'open';
    const retired = retiredPathAt(method, segments, service, certainty);
    if (retired) return { match: { kind: 'retired', retired }, service, parameters: retired.parameters };
  }
  return undefined;
}

/** Returns the endpoint whose base URL the request's URL belongs to. */
export function endpointAt(
  destination: Destination,
  request: RequestSyntax,
  { endpoints }: CheckContext,
): Endpoint | undefined {
  const base = destination.kind === 'url' ? readBaseUrl(destination.base) : undefined;
  if (base === undefined || destination.kind !== 'url') return undefined;
  const near = endpoints.filter(({ baseUrl }) => {
    const other = readBaseUrl(baseUrl);
    return other !== undefined && hasOrigin(base, other);
  });
  return near.length === 0 ? undefined : endpointOfUrl(urlOf(destination, request), near);
}

/** Finds the operation of a request without a host, or whose host is not known before it is sent. */
function withoutHost(place: LocatedRequest, segments: readonly PathSegment[], isPath: boolean): MatchedPath {
  const { method, context, catalogue } = place;
  const documented = matchOperation(method, segments, documentedServices(catalogue, context), { isOwn: isPath });
  const ownOnes = ownServices(catalogue, context);
  const own = ownOnes.length === 0 ? noMatch : matchOperation(method, segments, ownOnes);
  const isSure = documented.service !== undefined && isCertain(documented, documented.service);
  const isOwnByWord = own.match.kind === 'operation' && (own.literals ?? 0) > 0;
  if (isOwnByWord && (!isSure || documented.literals === 0)) return own;
  const configured = configuredServices(context);
  // The project describes a service, and says nothing of those that have the same path.
  if (isOwnByWord && configured.size === 0) return own;
  const found = isSure ? documented : best([...wholesOf(place, segments, documented, isPath), documented, own]);
  if (own.match.kind !== 'none' && isConfigured(own.service, configured) && !isConfigured(found.service, configured))
    return own;
  return found.match.kind === 'none' && isPath ? (slipIn(place, segments) ?? found) : found;
}

function isConfigured(service: Service | undefined, configured: ReadonlySet<string>): boolean {
  return service !== undefined && configured.has(service.id);
}

/** Returns the operation that a path nearly has in the only service with an endpoint, where no service has the path. */
function slipIn({ method, context, catalogue }: LocatedRequest, segments: readonly PathSegment[]) {
  const configured = configuredServices(context);
  const service = catalogue.services.find(({ id }) => configured.size === 1 && configured.has(id));
  if (service === undefined) return undefined;
  const found = inService(service, defaultEndpointOf(service, context) ?? {}, { method, segments }, catalogue);
  return found.match.kind === 'near' ? found : undefined;
}

/** Returns what the published descriptions say about a path of which the documents do not say enough. */
function wholesOf(
  place: LocatedRequest,
  segments: readonly PathSegment[],
  documented: MatchedPath,
  isPath: boolean,
): readonly MatchedPath[] {
  if (!isPath) return [];
  const { method, context, catalogue } = place;
  const isNamed = documented.match.kind === 'operation' && (documented.literals ?? 0) > 0;
  const possible = documentedServices(catalogue, context).filter(
    (service) => !isNamed || service === documented.service,
  );
  const matchIn = (services: readonly Service[]): readonly MatchedPath[] =>
    services.flatMap(
      (service) => described(service, defaultEndpointOf(service, context) ?? {}, { method, segments }, catalogue) ?? [],
    );
  const likely = possible.filter((service) => mayDescribe(service, segments, context));
  const found = matchIn(likely);
  if (found.some(({ match, literals = 0 }) => match.kind === 'operation' && literals > 0)) return found;
  // The path of another one may have a misspelt word.
  return [...found, ...matchIn(possible.filter((service) => !likely.includes(service)))];
}

/** Returns whether the description below a service can have the path, as far as that is known without reading it. */
function mayDescribe(service: Service, path: readonly PathSegment[], { services }: CheckContext): boolean {
  const isReplaced = services?.some(({ id }) => id === service.id) === true;
  const needsWord = service.fallbackDescriptions?.every(({ hasReservedWords }) => hasReservedWords) === true;
  return isReplaced || !needsWord || path.length < 2 || path.some((segment) => isReservedWord(segment, service));
}

/** Returns whether an endpoint of the service is configured. */
function hasEndpoint(service: Service | undefined, { endpoints }: CheckContext): boolean {
  return endpoints.some((endpoint) => endpoint.service === service?.id && endpoint.isBuiltIn !== true);
}

const ranks: Readonly<Record<MatchedPath['match']['kind'], number>> = {
  operation: 0,
  'former-path': 1,
  'other-method': 2,
  near: 3,
  retired: 4,
  none: 5,
};

/** Returns the first of the best matches. */
function best(all: readonly MatchedPath[]): MatchedPath {
  const [first = noMatch, ...others] = all;
  return others.reduce((found, one) => (compareMatches(one, found) < 0 ? one : found), first);
}

function compareMatches(a: MatchedPath, b: MatchedPath): number {
  return ranks[a.match.kind] - ranks[b.match.kind] || (b.literals ?? 0) - (a.literals ?? 0);
}

/** Returns the service to which a URL belongs: by a base URL that the own description names, or by the public host of a vendor. */
function serviceOfUrl(
  place: LocatedRequest,
): { readonly service: Service; readonly baseUrl?: string; readonly vendor?: string } | undefined {
  const { request, destination, context, catalogue } = place;
  if (destination.kind !== 'url') return undefined;
  const own = context.services ?? [];
  const url = own.length === 0 ? '' : urlOf(destination, request);
  let longest: { service: Service; baseUrl: string } | undefined;
  for (const { id, baseUrls = [] } of own) {
    const service = catalogue.services.find((one) => one.id === id);
    for (const baseUrl of baseUrls) {
      if (service && isBelow(url, baseUrl) && baseUrl.length > (longest?.baseUrl.length ?? 0))
        longest = { service, baseUrl };
    }
  }
  if (longest) return longest;
  const host = readBaseUrl(destination.base)?.host;
  for (const service of catalogue.services) {
    const known = service.publicHosts?.find((one) => one.host === host);
    if (known) return { service, vendor: known.vendor };
  }
  return undefined;
}

/** Returns the segments of the path with those in the value of a variable in front of it. */
function allSegments({ destination, request: { target } }: LocatedRequest): readonly PathSegment[] {
  if (destination.kind === 'open' || destination.prefix.length === 0) return target.segments;
  return [...destination.prefix, ...target.segments];
}

function wordsOfBase(baseUrl: string): number {
  return (
    readBaseUrl(baseUrl)
      ?.path.split('/')
      .filter((word) => word !== '').length ?? 0
  );
}
