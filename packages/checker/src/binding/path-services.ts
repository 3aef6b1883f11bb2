import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Catalogue, Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import { noService, type CheckContext, type Endpoint } from './model';

/**
 * Returns the services for which a user configured an endpoint, or chose one where endpoints are configured. Without any, the endpoints of the
 * sandbox are there, which say nothing about where the requests of a file belong.
 */
export const configuredServices = perObject(({ endpoints, defaults }: CheckContext): ReadonlySet<ServiceId> => {
  const configured = endpoints.filter(({ isBuiltIn }) => isBuiltIn !== true);
  if (configured.length === 0) return new Set();
  const chosen = endpoints.filter(({ service, name }) => defaults[service] === name);
  return new Set([...configured, ...chosen].flatMap(({ service }) => (service === noService ? [] : [service])));
});

/** Returns the services of the catalogue with an endpoint that a user configured or chose. */
export function servicesWithEndpoint({ services }: Catalogue, context: CheckContext): readonly Service[] {
  const configured = configuredServices(context);
  return configured.size === 0 ? none : services.filter(({ id }) => configured.has(id));
}

/** Returns the services of the catalogue that the project describes itself, and not those whose description it replaces. */
export function ownServices({ services }: Catalogue, { services: own = none }: CheckContext): readonly Service[] {
  return own.length === 0 ? none : services.filter((service) => own.includes(service));
}

/** Returns the services that Rulebook documents. */
export function documentedServices(
  { services }: Catalogue,
  { services: own = none }: CheckContext,
): readonly Service[] {
  return own.length === 0 ? services : services.filter((service) => !own.includes(service));
}

/**
 * Returns the services that a path alone can belong to where all configured endpoints are those of own services, so that it belongs to one of them
 * whatever others have at that path; undefined elsewhere.
 */
export function onlyServices(catalogue: Catalogue, context: CheckContext): readonly Service[] | undefined {
  const configured = configuredServices(context);
  if (configured.size === 0 || documentedServices(catalogue, context).some(({ id }) => configured.has(id)))
    return undefined;
  return ownServices(catalogue, context).filter(({ id }) => configured.has(id));
}

/** Returns the endpoint of a service for requests that name none. A service of `rulebook.json` needs no default if it has one endpoint. */
export function defaultEndpointOf({ id }: Pick<Service, 'id'>, context: CheckContext): Endpoint | undefined {
  const known = defaultEndpoints(context);
  const found = known.get(id);
  // Each request asks, and nearly always there is one.
  if (found !== undefined || known.has(id)) return found;
  const { defaults, endpoints, services } = context;
  const name = defaults[id];
  const own = endpoints.filter((endpoint) => endpoint.service === id);
  const isOwn = own.length === 1 && services?.some((service) => service.id === id) === true;
  const chosen = name !== undefined ? own.find((endpoint) => endpoint.name === name) : isOwn ? own[0] : undefined;
  known.set(id, chosen);
  return chosen;
}

const defaultEndpoints = perObject((_context: CheckContext) => new Map<string, Endpoint | undefined>());

const none: readonly Service[] = [];
