import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import type { ShownProduct } from '@rulebook/catalogue/identity';
import { editionOf, type Edition } from './edition';
import { shownAs } from './product';
import type { ClusterName } from './model';
import { calledIndices } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { answer } from '@rulebook/sandbox/wire';

/** What the service says of the program that runs. Clients with types require it. */
const build = { build_flavor: 'default', build_type: 'tar', build_hash: 'sandbox' } as const;
const address = '127.0.0.1';
/** The address between nodes; nothing listens there. */
const transportAddress = `${address}:9300`;

/** Returns the id and the name of the only node of a cluster. */
export function nodeOf(cluster: ClusterName): { readonly id: string; readonly name: string } {
  return { id: `sandbox${cluster === 'cluster' ? 'Cluster' : 'Leader'}Node01`, name: `sandbox-${cluster}-node` };
}

/** Plays the operations on a cluster and its node. */
export const nodeHandlers: ClusterHandlers = {
  'search-cluster.nodes.info': describeNodes,
  'search-cluster.cluster.health': (call) => refuseHealth(call) ?? respond(call, answer(200, shownHealth(call))),
  'search-cluster.cluster.health.index': readIndexHealth,
};

/** The version of what nodes write, by the one that they state. */
export function indexVersionOf(edition: Edition): number {
  return edition.version.startsWith('9.') ? 9_000_000 : 8_512_000;
}

/** Returns the description of a cluster at its root path. */
export function describeCluster(name: ClusterName, edition: Edition): unknown {
  const { version, product } = edition;
  const shown = shownOf(edition);
  return {
    name: nodeOf(name).name,
    cluster_name: `sandbox-${name}`,
    cluster_uuid: 'c2FuZGJveC1jbHVzdGVyLQ',
    version: {
      ...(shown?.body !== undefined && { [shown.body.at.at(-1) ?? '']: shown.body.value }),
      number: version,
      ...(product === undefined ? build : { build_type: build.build_type, build_hash: build.build_hash }),
      build_date: '2024-08-05T00:00:00.000Z',
      build_snapshot: false,
      lucene_version: '9.11.1',
      minimum_wire_compatibility_version: '7.17.0',
      minimum_index_compatibility_version: '7.0.0',
    },
    tagline: 'A sandbox that forgets everything when it stops',
  };
}

/** Returns how the responses show a product of another vendor. */
export function shownOf({ product, service }: Edition): ShownProduct | undefined {
  return product && service.shownProducts?.find(({ vendor }) => vendor === product.vendor);
}

function describeNodes(call: ClusterCall): ClusterStep {
  const { id, name } = nodeOf(call.self);
  const { pathRepo = [], allowedUrls = [] } = call.input.nodeSettings ?? {};
  const edition = editionOf(call.input);
  const { version } = edition;
  const node = {
    name,
    transport_address: transportAddress,
    host: address,
    ip: address,
    version,
    transport_version: 8702002,
    index_version: indexVersionOf(edition),
    component_versions: {},
    ...build,
    total_indexing_buffer: 53_687_091,
    roles: ['data', 'master'],
    attributes: {},
    settings: {
      cluster: { name: `sandbox-${call.self}`, election: { strategy: 'default' } },
      node: { name, attr: {} },
      path: { repo: pathRepo },
      ...(allowedUrls.length > 0 && { repositories: { url: { allowed_urls: allowedUrls.join(',') } } }),
      client: { type: 'node' },
      http: { type: 'netty4' },
      transport: { type: 'netty4' },
    },
  };
  return respond(
    call,
    answer(200, {
      _nodes: { total: 1, successful: 1, failed: 0 },
      cluster_name: `sandbox-${call.self}`,
      nodes: { [id]: shownAs(call.input, 'node', node) },
    }),
  );
}

/** The values of parameters of the health. */
const healthWords: Readonly<Record<string, readonly string[]>> = {
  level: ['cluster', 'indices', 'shards'],
  wait_for_status: ['green', 'yellow', 'red'],
};

function refuseHealth(call: ClusterCall): ClusterStep | undefined {
  for (const [name, words] of Object.entries(healthWords)) {
    const value = call.query.get(name);
    if (value !== undefined && !words.includes(value.toLowerCase()))
      return refuse(call, problem(`[${name}] has no value [${value}].`));
  }
  return undefined;
}

/** Responds with the health of the named indices; a missing one does not come while the request waits. */
function readIndexHealth(call: ClusterCall): ClusterStep {
  const refused = refuseHealth(call);
  if (refused) return refused;
  const chosen = calledIndices(call);
  if (!isProblem(chosen)) return respond(call, answer(200, shownHealth(call, chosen.length)));
  const health = { ...shownHealth(call, 0), status: 'red', timed_out: true };
  return respond(call, answer(408, health));
}

/** Returns the health of the called cluster with the members that its product shows. */
export function shownHealth(call: ClusterCall, shards?: number): Readonly<Record<string, unknown>> {
  return shownAs(call.input, 'health of a cluster', healthOf(call, shards));
}

/** Returns the health of the called cluster, which is always good. */
export function healthOf(
  { cluster, self }: ClusterCall,
  shards = cluster.indices.entries().filter(([, { isOpen }]) => isOpen).length,
) {
  return {
    cluster_name: `sandbox-${self}`,
    status: 'green',
    timed_out: false,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    active_primary_shards: shards,
    active_shards: shards,
    relocating_shards: 0,
    initializing_shards: 0,
    unassigned_shards: 0,
    unassigned_primary_shards: 0,
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: 0,
    number_of_in_flight_fetch: 0,
    task_max_waiting_in_queue_millis: 0,
    active_shards_percent_as_number: 100,
  };
}
