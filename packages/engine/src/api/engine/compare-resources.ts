import type { CheckContext, Endpoint } from '@rulebook/checker/binding/model';
import { namesOfPath } from '@rulebook/sandbox/comparison/bound-names';
import type { DeclaringRequest, DeclaringSource, ReadPath, UnreadRequest } from '@rulebook/sandbox/comparison/model';
import { planResources } from '@rulebook/sandbox/comparison/plan-resources';
import type { Engine as WholeEngine } from '../../model';
import type { Service } from '@rulebook/catalogue/service';
import type { CompareOptions, Comparison, DeclaredRequest, ReadAnswer } from './model';

/** The address is never asked: the caller reads. */
const baseUrl = 'http://localhost';

/** Compares what requests declare with what the reader shows. */
export async function compareResources(
  engine: WholeEngine,
  requests: readonly DeclaredRequest[],
  read: (path: string) => Promise<ReadAnswer>,
  { service: id }: CompareOptions,
): Promise<Comparison> {
  const endpoint: Endpoint = { name: 'endpoint', service: id, baseUrl };
  const context: CheckContext = { endpoints: [endpoint], defaults: { [id]: endpoint.name } };
  const service = engine.serviceOf(endpoint, context);
  if (service === undefined) throw new RangeError(`There is no service named ${id}.`);
  const declared = requests.flatMap((request, index) => declaringRequest(request, index, { engine, context, service }));
  const ask: ReadPath = async (path) => read(path);
  const { resources, others } = await planResources(declared, ask);
  return {
    resources: resources.map(({ resource, noun, state, sources, changes, unknown, reason }) => ({
      resource,
      ...(noun !== undefined && { noun }),
      state,
      requests: sources.map(({ line = 1 }) => line - 1),
      changes,
      unknown,
      ...(reason !== undefined && { reason }),
    })),
    others: others + requests.length - declared.length,
  };
}

interface Known {
  readonly engine: WholeEngine;
  readonly context: CheckContext;
  readonly service: Service;
}

/** Returns the request with its operation, or why it cannot be read; nothing for one that only reads. */
function declaringRequest(
  { method, path, body, label = `${method} ${path}`, secrets = [] }: DeclaredRequest,
  index: number,
  { engine, context, service }: Known,
): readonly (DeclaringRequest | UnreadRequest)[] {
  if (!/^(?:PUT|POST|PATCH|DELETE)$/.test(method)) return [];
  const source: DeclaringSource = { file: '', line: index + 1, label };
  if (!/^\/\S*$/.test(path)) return [{ source, reason: 'its path does not begin with a slash, or has blanks' }];
  const file = engine.openFile(`# @endpoint ${context.endpoints[0]?.name ?? ''}\n${method} ${path}\n`);
  const binding = engine.bind(file, 0, context);
  const operation = binding?.operation;
  if (binding === undefined || operation === undefined)
    return [{ source, reason: 'nothing is known of an operation with its path' }];
  return [
    {
      ...{ source, method, path, secrets, service, operation },
      ...(body !== undefined && { body }),
      names: namesOfPath(binding, operation),
    },
  ];
}
