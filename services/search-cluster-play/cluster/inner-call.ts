import { searchCluster } from '@rulebook/search-cluster/facts/service';
import type { ClusterCall } from './call';

const operations = new Map(searchCluster.operations.map((operation) => [operation.id, operation]));

/** Returns the call of another operation on indices that a part of the body names. The same caller calls it, with the rights for it. */
export function innerCall(call: ClusterCall, id: `search-cluster.${string}`, indices: string): ClusterCall {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return {
    ...call,
    parameters: new Map([...call.parameters, ['index', indices]]),
    match: { kind: 'operation', operation },
  };
}
