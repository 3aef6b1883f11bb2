import type { ServiceIdentity, ShownProduct } from './identity';
import type { Fallback, Service } from './service';

/** Returns what a service is called, with the products of other vendors that serve it, too. */
export function identityWithProducts<Identity extends ServiceIdentity>(
  identity: Identity,
  products: readonly ShownProduct[],
): Identity {
  return {
    ...identity,
    products: [identity.products, ...products.map(({ title }) => title)].join(', '),
    shownProducts: [...products, ...(identity.shownProducts ?? [])],
  };
}

/** Returns a service with the products of other vendors that serve it, too, and with what differs in them. */
export function serviceWithProducts(
  service: Service,
  products: readonly ShownProduct[],
  differing: readonly Fallback[],
): Service {
  const fallbackDescriptions = [...(service.fallbackDescriptions ?? []), ...differing];
  return { ...identityWithProducts(service, products), fallbackDescriptions };
}
