import { createEngine, type Endpoint } from '../../../packages/engine/src/index';
import { createDescriptionLoader } from '../../../packages/node/src/shipped-descriptions';
import { refusalsIn, type StepInput, type StepResult, type WireRequest } from '../../../packages/sandbox/src/index';
import { sandboxParts } from '../../../packages/services/src/sandbox-parts';
import type { CheckWire } from '../../../packages/sandbox/src/wire';
import type { ClusterInput } from '../../../services/search-cluster-play/cluster/call';
import { createClusterPair, stepCluster } from '../../../services/search-cluster-play/cluster/cluster';
import type { ClusterPair } from '../../../services/search-cluster-play/cluster/model';
import { createPlay, type Played } from '../../sandbox/play';
import { users } from '../../sandbox/cluster/play-users';

const engine = createEngine({
  loadDescription: createDescriptionLoader((message) => {
    throw new Error(message);
  }),
  onRuleFailure: (rule) => {
    throw new Error(rule);
  },
});

/** What a server is: Elasticsearch 8.19 or 9.5, or OpenSearch 3.9. */
export type Server = '8.19' | '9.5' | 'opensearch' | 'unknown';

function endpointFor(server: Server): Endpoint {
  const baseUrl = 'http://search.example.com';
  const of = { name: 'it', service: 'search-cluster' as Endpoint['service'], baseUrl };
  if (server === 'opensearch') return { ...of, vendor: 'opensearch', version: '3.9.0' };
  return server === 'unknown' ? of : { ...of, version: `${server}.0` as NonNullable<Endpoint['version']> };
}

/** Returns what is reported about requests to a server: severity, rule, message. Remarks and hints are left out. */
export function reported(
  server: Server,
  ...requests: readonly (readonly [line: string, body?: unknown])[]
): readonly string[] {
  const text = requests
    .map(
      ([line, body]) => `${line}\n${body === undefined ? '' : `Content-Type: application/json\n\n${textOf(body)}\n`}`,
    )
    .join('\n###\n');
  const endpoint = endpointFor(server);
  const { findings } = engine.check(engine.openFile(text), {
    context: { endpoints: [endpoint], defaults: { 'search-cluster': 'it' } },
    severities: {},
  });
  return findings
    .flat()
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`);
}

/** Returns what a request removes, as an explanation says it. */
export function losses(line: string): string {
  const options = {
    context: { endpoints: [endpointFor('8.19')], defaults: { 'search-cluster': 'it' } },
    severities: {},
  };
  return JSON.stringify([...engine.planAll(engine.openFile(`${line}\n`), options)]);
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Plays a cluster of a version and product, with all rules. */
export function play(server: Server = '8.19') {
  const endpoint = endpointFor(server);
  const check: CheckWire = (request) => refusalsIn(engine.checkWire(request, endpoint), false);
  const service = sandboxParts.find((one) => one.service.id === 'search-cluster')!.service;
  const nodeSettings: NonNullable<ClusterInput['nodeSettings']> = {
    service,
    pathRepo: ['/mnt/a'],
    ...(endpoint.version !== undefined && { clusterVersion: endpoint.version }),
    ...(endpoint.vendor !== undefined && { clusterProduct: endpoint.vendor }),
  };
  const step = (state: ClusterPair, request: WireRequest, input: StepInput): StepResult<ClusterPair> => {
    let result = stepCluster(state, 'cluster', request, { ...input, nodeSettings }, check);
    while (result.pending) {
      const { task } = result.pending;
      const outcome = task.kind === 'pause' ? {} : { access: 'writable' as const };
      result = result.pending.resume(result.state, outcome as never, input);
    }
    return result;
  };
  return createPlay(createClusterPair('boot', users), step, check, 'Bearer boot');
}

/** Returns the ids of the hits. */
export function idsIn({ body }: Played): readonly string[] {
  const { hits } = body.hits as unknown as { readonly hits: readonly { readonly _id: string }[] };
  return hits.map(({ _id }) => _id).sort();
}

/** Returns status and error type. */
export function answerOf({ status, body }: Played): string {
  const error = body.error as unknown as { readonly type?: string } | string | undefined;
  return error === undefined ? String(status) : `${status} ${typeof error === 'string' ? error : (error.type ?? '')}`;
}
