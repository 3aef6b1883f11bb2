import type { Operation, Service } from '../catalogue/model';

/** Returns the operations with a path, present or former, of so many words, in the order of the catalogue. */
export function operationsOfLength(service: Service, length: number): readonly Operation[] {
  let byLength = operationsByLength.get(service);
  if (byLength === undefined) {
    byLength = new Map();
    for (const operation of service.operations) {
      const templates = [operation.path, ...(operation.formerPaths ?? []).map(({ template }) => template)];
      for (const count of new Set(templates.map((template) => template.split('/').length - 1))) {
        const known = byLength.get(count);
        if (known === undefined) byLength.set(count, [operation]);
        else known.push(operation);
      }
    }
    operationsByLength.set(service, byLength);
  }
  return byLength.get(length) ?? noOperations;
}
const operationsByLength = new WeakMap<Service, Map<number, Operation[]>>();
const noOperations: readonly Operation[] = [];
