import type { Endpoint } from '@rulebook/checker/binding/model';
import type { ServiceId } from '@rulebook/catalogue/facts';
import type { Configuration } from './configuration';

/** A server of a sandbox that plays a service by its description. */
export interface PlayedPlace {
  readonly name: string;
  readonly baseUrl: string;
  /** Absent for a server that is not known to play one. */
  readonly service?: ServiceId;
}

/** Returns a configuration with the endpoints at which a sandbox plays its services. They are the usual ones of services without another one. */
export function withPlayedEndpoints(configuration: Configuration, places: readonly PlayedPlace[]): Configuration {
  const { endpoints, defaults, services } = configuration;
  const played = places.flatMap(({ name, baseUrl, service }): readonly Endpoint[] => {
    const isOwn = service !== undefined && services.some(({ id }) => id === service);
    return isOwn && !endpoints.some((one) => one.name === name) ? [{ name, service, baseUrl, isBuiltIn: true }] : [];
  });
  if (played.length === 0) return configuration;
  return {
    ...configuration,
    endpoints: [...endpoints, ...played],
    defaults: { ...playedDefaults(played), ...defaults },
  };
}

/** Returns the endpoints of played services as the usual ones; of a service with several, the first. */
export function playedDefaults(endpoints: readonly Endpoint[]): Configuration['defaults'] {
  return Object.fromEntries(endpoints.map(({ name, service }) => [service, name] as const).reverse());
}
