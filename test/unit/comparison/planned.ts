import {
  planResources,
  type DeclaringRequest,
  type ReadResponse,
} from '../../../packages/sandbox/src/comparison/index';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import type { Service } from '../../../packages/services/src/index';

const engine = createEngine();

/** A request as it is written here: method and path, and its JSON. */
export interface Written {
  readonly head: string;
  readonly body?: unknown;
  readonly secrets?: readonly string[];
  readonly missing?: NonNullable<DeclaringRequest['missing']>;
}

/** Returns the request with its operation, as the command line hands it in. */
export function declaring(
  { head, body, secrets = [], missing }: Written,
  service = 'search-cluster',
  own: readonly Service[] = [],
): DeclaringRequest {
  const endpoint = { name: 'e', service, baseUrl: 'http://127.0.0.1:1' };
  const context: CheckOptions['context'] = { endpoints: [endpoint], defaults: {}, services: own };
  const [method = '', path = ''] = head.split(' ');
  const binding = engine.bind(engine.openFile(`# @endpoint e\n${head}\n`), 0, context);
  const known = engine.serviceOf(endpoint, context);
  if (binding?.operation === undefined || known === undefined) throw new Error(`${head} is no operation`);
  const names = binding.path.map(({ text }) => decodeURIComponent(text));
  return {
    ...{ source: { file: 'a.http', line: 1, label: head }, method, path, secrets, service: known, names },
    operation: binding.operation,
    ...(missing !== undefined && { missing }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** An endpoint that has what these paths show; a number is a status. */
export function endpointWith(responses: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const read = (path: string): Promise<ReadResponse> => {
    asked.push(path);
    const found = responses[path] ?? 404;
    return Promise.resolve(
      typeof found === 'number' ? { status: found, body: '{}' } : { status: 200, body: JSON.stringify(found) },
    );
  };
  return { asked, read };
}

/** Plans requests against an endpoint with these responses. */
export function planned(
  requests: readonly Written[],
  responses: Readonly<Record<string, unknown>>,
  service?: string,
  own?: readonly Service[],
) {
  const declared = requests.map((one) => declaring(one, service, own));
  return planResources(declared, endpointWith(responses).read);
}
