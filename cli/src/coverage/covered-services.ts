import { existsSync } from 'node:fs';
import type { CheckContext, Engine } from '@rulebook/engine';
import type { Service } from '@rulebook/services';
import { serviceFor } from '../describe-resources';
import type { Binding } from './binding';

/** Returns the services of the descriptions that `--service` names by their files; a sentence for one that cannot be read. */
export async function describedServices(
  names: readonly string[],
): Promise<readonly Service[] | { readonly cause: string }> {
  try {
    return await Promise.all(names.filter((name) => existsSync(name)).map((name) => serviceFor(name)));
  } catch (error) {
    return { cause: error instanceof Error ? error.message : String(error) };
  }
}

/** Where the services come from. */
interface ServiceSource {
  readonly engine: Engine;
  readonly contexts: readonly CheckContext[];
  /** The services of files that `--service` names. */
  readonly files: readonly Service[];
  readonly bindings: readonly Binding[];
}

/**
 * Returns the services that are counted: those that `--service` names, otherwise those of rulebook.json, otherwise those of the requests.
 * A service of the package comes with its published description.
 */
export function coveredServices(
  names: readonly string[],
  { engine, contexts, files, bindings }: ServiceSource,
): readonly Service[] | { readonly cause: string } {
  const own = new Map<string, Service>();
  for (const { services = [] } of contexts)
    for (const service of services) if (service.operations.length > 0) own.set(service.id, service);
  const endpointOf = new Map(
    bindings.flatMap(({ service, endpoint }) => (service && endpoint ? [[service.id, endpoint] as const] : [])),
  );
  const whole = (id: string): Service | undefined => {
    const [context = { endpoints: [], defaults: {} }] = contexts;
    const endpoint = endpointOf.get(id) ?? { name: id, service: id, baseUrl: '' };
    return engine.serviceOf(endpoint, context);
  };
  const named = names.filter((name) => !existsSync(name));
  const unknown = named.find((name) => !own.has(name) && whole(name) === undefined);
  if (unknown !== undefined) {
    const known = [...own.keys(), ...engine.catalogue.services.map(({ id }) => id)];
    return {
      cause: `there is no service or description ${unknown}; name a file, or one of ${[...new Set(known)].join(', ')}`,
    };
  }
  if (names.length > 0) return [...files, ...named.flatMap((name) => own.get(name) ?? whole(name) ?? [])];
  if (own.size > 0) return [...own.values()];
  const used = new Set(
    bindings.flatMap(({ match, service }) => (match.kind === 'operation' && service ? [service.id] : [])),
  );
  return [...used].flatMap((id) => whole(id) ?? []);
}
