import type { Operation } from '@rulebook/catalogue/operation';
import type { Catalogue, Service, FallbackTarget } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';

/** An operation and the service that it belongs to: of a described operation, the service with its description. */
export interface KnownOperation {
  readonly operation: Operation;
  readonly service: Service;
}

/**
 * Returns the operation with an id such as `search-cluster.search`. The published description of a service is read only for an id of the
 * service that its own operations do not have, or have only as an outline; `target` says which one, and without it all are possible.
 */
export function operationById(catalogue: Catalogue, id: string, target?: FallbackTarget): KnownOperation | undefined {
  let outline: KnownOperation | undefined;
  for (const service of catalogue.services) {
    const operation = operationsById(service).get(id);
    if (operation === undefined) continue;
    if (operation.isOutline !== true) return { operation, service };
    outline ??= { operation, service };
  }
  for (const service of catalogue.schemas ?? []) {
    const operation = service.bodySchema?.operation;
    if (operation?.id === id) return { operation, service };
  }
  for (const service of catalogue.services) {
    if (!id.startsWith(`${service.id}.`)) continue;
    for (const whole of wholesOf(catalogue, service, target)) {
      const operation = operationsById(whole).get(id);
      if (operation && operation.isOutline !== true) return { operation, service: whole };
    }
  }
  return outline;
}

/** Returns an operation of a service's document with what the published description adds to it, or the operation itself. */
export function mergedOperation(
  operation: Operation,
  service: Service,
  { merged }: Catalogue,
  target: FallbackTarget,
): Operation {
  if (merged === undefined || operation.isOutline === true || operationsById(service).get(operation.id) !== operation)
    return operation;
  return merged(operation, service, target);
}

function* wholesOf({ whole }: Catalogue, service: Service, target: FallbackTarget | undefined): Generator<Service> {
  if (whole === undefined) return;
  yield whole(service, target);
  if (target !== undefined) return;
  for (const { vendor, isDefault } of service.fallbackDescriptions ?? [])
    if (isDefault !== true) yield whole(service, { vendor });
}

const operationsById = perObject(({ operations }: Service): ReadonlyMap<string, Operation> => {
  const made = new Map<string, Operation>();
  for (const operation of operations) if (!made.has(operation.id)) made.set(operation.id, operation);
  return made;
});
