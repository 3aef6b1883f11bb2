import type { CompiledOperation } from '@rulebook/description/compiled';
import { recordOf } from '@rulebook/description/elasticsearch/schema';

/** An operation that servers have and the specification lacks. What its body holds is not known. */
interface AddedOperation {
  readonly namespace: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly reason: string;
  readonly hasBody?: true;
}

const shownByPage = 'The page of the operation shows it.';
const memories = '/_plugins/_ml/memory_containers/{memory_container_id}/memories/long-term';

const addedOperations: readonly AddedOperation[] = [
  {
    ...{ namespace: 'cluster', method: 'delete', path: '/_cluster/routing/awareness/{attribute}/weights' },
    id: 'cluster.delete_weighted_routing.1',
    summary: 'Deletes the weights of an attribute.',
    reason: 'Servers of version 3.9 have it.',
    hasBody: true,
  },
  {
    ...{ namespace: 'indices', method: 'post', path: '/_data_stream/_modify' },
    id: 'indices.modify_data_stream.0',
    summary: 'Adds indices to data streams, or takes them out.',
    reason: 'Servers of version 3.9 have it.',
    hasBody: true,
  },
  {
    ...{ namespace: 'ml', method: 'put', path: '/_plugins/_ml/agents/{agent_id}' },
    ...{ id: 'ml.update_agent.0', summary: 'Updates an agent.', reason: shownByPage, hasBody: true },
  },
  ...['semantic', 'hybrid'].flatMap((kind) =>
    (['post', 'get'] as const).map((method, index): AddedOperation => ({
      ...{ namespace: 'ml', method, path: `${memories}/_${kind}_search` },
      ...{ id: `ml.${kind}_search_memory.${index}`, summary: 'Searches the long-term memory.', reason: shownByPage },
      hasBody: true,
    })),
  ),
];

/** Returns a file of the specification with the operations that it lacks. */
export function withAddedOperations(file: string, tree: unknown): unknown {
  const added = addedOperations.filter(({ namespace }) => file === `namespaces/${namespace}.yaml`);
  if (added.length === 0) return tree;
  const whole = recordOf(tree);
  const paths = { ...recordOf(whole['paths']) };
  for (const { path, method, id, summary, hasBody } of added) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      ...{ in: 'path', name, required: true, schema: { type: 'string' } },
    }));
    const content = { 'application/json': { schema: { type: 'object', additionalProperties: true } } };
    const operation = { operationId: id, description: summary, parameters, responses: {} };
    const known = recordOf(paths[path]);
    // What the specification has meanwhile counts.
    paths[path] = { [method]: { ...operation, ...(hasBody && { requestBody: { content } }) }, ...known };
  }
  return { ...whole, paths };
}

/** Returns the operations on mappings by the other word that servers take for them: `/{index}/_mappings`. */
export function pluralPaths(operations: readonly CompiledOperation[]): readonly CompiledOperation[] {
  return operations
    .filter(({ path }) => path.endsWith('/_mapping'))
    .map((operation) => ({ ...operation, id: `${operation.id}.plural`, path: `${operation.path}s` }));
}
