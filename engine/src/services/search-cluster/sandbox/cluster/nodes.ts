import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import type { ClusterName } from './model';
import { answer } from '../../../../sandbox/wire';

const version = '8.15.0';

/** Returns the id and the name of the only node of a cluster. */
export function nodeOf(cluster: ClusterName): { readonly id: string; readonly name: string } {
  return { id: `sandbox${cluster === 'cluster' ? 'Cluster' : 'Leader'}Node01`, name: `sandbox-${cluster}-node` };
}

/** Plays the operations on a cluster and its node. */
export const nodeHandlers: ClusterHandlers = {
  'search-cluster.nodes.info': describeNodes,
  'search-cluster.cluster.health': describeHealth,
};

/** Returns the description of a cluster at its root path. */
export function describeCluster(name: ClusterName): unknown {
  return {
    name: nodeOf(name).name,
    cluster_name: `sandbox-${name}`,
    cluster_uuid: 'c2FuZGJveC1jbHVzdGVyLQ',
    version: { number: version, build_flavor: 'default' },
    tagline: 'A sandbox that forgets everything when it stops',
  };
}

function describeNodes(call: ClusterCall): ClusterStep {
  const { id, name } = nodeOf(call.self);
  const { pathRepo = [], allowedUrls = [] } = call.input.nodeSettings ?? {};
  const node = {
    name,
    version,
    roles: ['data', 'master'],
    settings: { path: { repo: pathRepo }, repositories: { url: { allowed_urls: allowedUrls } } },
  };
  return respond(
    call,
    answer(200, {
      _nodes: { total: 1, successful: 1, failed: 0 },
      cluster_name: `sandbox-${call.self}`,
      nodes: { [id]: node },
    }),
  );
}

function describeHealth(call: ClusterCall): ClusterStep {
  const shards = call.cluster.indices.entries().filter(([, { isOpen }]) => isOpen).length;
  return respond(
    call,
    answer(200, {
      cluster_name: `sandbox-${call.self}`,
      status: 'green',
      timed_out: false,
      number_of_nodes: 1,
      number_of_data_nodes: 1,
      active_primary_shards: shards,
      active_shards: shards,
      relocating_shards: 0,
      initializing_shards: 0,
      unassigned_shards: 0,
    }),
  );
}
