import type { OperationUse, OwnOperation } from '../../../server/src/protocol';

/** Returns the requests of each file, by the paths of the files. */
export function requestsByFile(
  uses: readonly OperationUse[],
): readonly { readonly uri: string; readonly uses: readonly OperationUse[] }[] {
  const uris = [...new Set(uses.map(({ uri }) => uri))].toSorted();
  return uris.map((uri) => ({ uri, uses: uses.filter((use) => use.uri === uri) }));
}

/** Returns the operations of a service by their first tags, in the order of the description; those without one come last, under an empty tag. */
export function operationsByTag(
  operations: readonly OwnOperation[],
  service: string,
): readonly { readonly tag: string; readonly operations: readonly OwnOperation[] }[] {
  const own = operations.filter((operation) => operation.service === service);
  const tags = [...new Set(own.map(({ tag = '' }) => tag))].toSorted((a, b) => Number(a === '') - Number(b === ''));
  return tags.map((tag) => ({ tag, operations: own.filter((operation) => (operation.tag ?? '') === tag) }));
}

/** Returns the requests that use an operation. */
export function usesOfOperation(
  uses: readonly OperationUse[],
  { service, method, path }: OwnOperation,
): readonly OperationUse[] {
  return uses.filter((use) => use.service === service && use.method === method && use.path === path);
}

/** Returns what an operation is called in lists. */
export function operationLabel({ method, path }: Pick<OwnOperation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
