import type { Catalogue, Service, Underlay } from '../catalogue/service';
import type { CompiledDescription } from './compiled';
import { createDescribedService } from './described-service';
import { layOver } from './lay-over';

/** Returns a compiled description of the package by its name; undefined where it is not available. It is called when it is needed first. */
export type LoadDescription = (name: string) => CompiledDescription | undefined;

/** The services that hold in a folder beside those of the engine. The same object (by identity) means the same services. */
export interface OwnServices {
  /** Services of `rulebook.json`. One with the id of a documented service takes the place of its published description. */
  readonly services?: readonly Service[];
}

/**
 * Returns a function from the services of a folder to the catalogue that holds there. The described operations of a service are loaded when
 * `whole` is called for it.
 */
export function createCatalogues(
  base: Catalogue,
  load: LoadDescription = () => undefined,
): (own: OwnServices) => Catalogue {
  const loaded = new Map<string, Service | undefined>();
  const described = (service: Service, { description }: Underlay): Service | undefined => {
    const key = `${service.id} ${description}`;
    if (!loaded.has(key)) {
      const compiled = load(description);
      loaded.set(key, compiled && createDescribedService(compiled, { id: service.id, title: service.title }));
    }
    return loaded.get(key);
  };
  const known = new WeakMap<readonly Service[], Catalogue>();
  return ({ services = none }) => {
    const found = known.get(services);
    if (found !== undefined) return found;
    const made = catalogueOf(base, services, described);
    known.set(services, made);
    return made;
  };
}

const none: readonly Service[] = [];

function catalogueOf(
  base: Catalogue,
  own: readonly Service[],
  described: (service: Service, underlay: Underlay) => Service | undefined,
): Catalogue {
  const isOfBase = ({ id }: Service): boolean => base.services.some((service) => service.id === id);
  const layered = new Map<string, Service>();
  const below = (service: Service, vendor: string | undefined): Service | undefined => {
    if (vendor === 'none') return undefined;
    const replaced = own.find(({ id }) => id === service.id);
    if (replaced) return replaced;
    const wanted = service.underlays?.find((one) =>
      vendor === undefined ? one.isDefault === true : one.vendor === vendor.toLowerCase(),
    );
    return wanted && described(service, wanted);
  };
  return {
    documents: base.documents,
    services: [...base.services, ...own.filter((service) => !isOfBase(service))],
    whole(service, { vendor } = {}) {
      const base = isOfBase(service) ? service : undefined;
      if (base === undefined) return service;
      const lower = below(base, vendor);
      if (lower === undefined) return base;
      const key = `${base.id} ${vendor ?? ''}`;
      const whole = layered.get(key) ?? layOver(base, lower);
      layered.set(key, whole);
      return whole;
    },
  };
}
