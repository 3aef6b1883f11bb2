import type { Field, ObjectShape, Operation, Shape } from '../model';
import { flag, text, textOrTextList, wholeNumber } from '../shapes';
import { answers } from './replication';
import { masterTimeout, timeout } from './replication-parameters';
import { besideReplication } from './replication-sources';
import { onceOnly } from './setting-names';

const beside = { provenance: besideReplication } as const;
const common = { service: 'search-cluster', notes: [], ...beside } as const;

function settings(name: string, fields: readonly Field[]): ObjectShape {
  return { type: 'object', name, isOpen: true, fields };
}

// Settings are taken as text too.
const countOrText: Shape = { type: 'choice', options: [wholeNumber, text] };
const flagOrText: Shape = { type: 'choice', options: [flag, text] };

/** A remote cluster as the settings know it. */
const remoteCluster = settings('remote cluster', [
  {
    ...beside,
    name: 'mode',
    summary: 'Whether nodes are connected to one by one (`sniff`) or through one address (`proxy`).',
    shape: {
      type: 'string',
      values: { ...beside, closed: false, values: [{ value: 'sniff' }, { value: 'proxy' }] },
    },
  },
  { ...beside, name: 'seeds', summary: 'Addresses of nodes to begin with, for `sniff`.', shape: textOrTextList },
  { ...beside, name: 'proxy_address', summary: 'The one address, for `proxy`.', shape: text },
  { ...beside, name: 'server_name', summary: 'The host name to expect, for `proxy`.', shape: text },
  { ...beside, name: 'node_connections', summary: 'How many nodes are connected to, for `sniff`.', shape: countOrText },
  {
    ...beside,
    name: 'proxy_socket_connections',
    summary: 'How many connections are opened, for `proxy`.',
    shape: countOrText,
  },
  {
    ...beside,
    name: 'skip_unavailable',
    summary: 'Whether searches go on without the cluster when it cannot be reached.',
    shape: flagOrText,
  },
]);

function layer(name: string, summary: string): Field {
  const remote: ObjectShape = {
    type: 'object',
    name: 'remote clusters',
    fields: [],
    entries: {
      keyName: 'remote cluster',
      summary: 'A remote cluster, by the name that a follow request gives.',
      // Null removes the cluster.
      shape: { type: 'choice', options: [remoteCluster, { type: 'null' }] },
    },
  };
  const cluster = settings('cluster settings', [
    { ...beside, name: 'remote', summary: 'The remote clusters.', shape: remote },
  ]);
  return {
    ...beside,
    name,
    summary,
    shape: {
      ...settings(`${name} settings`, [{ ...beside, name: 'cluster', summary: 'Cluster settings.', shape: cluster }]),
      constraints: onceOnly(),
    },
    example: '{ "cluster": { "remote": { "leader": { "seeds": ["127.0.0.1:9300"] } } } }',
  };
}

/** The operations that make remote clusters known, from the public specification. */
export const remoteClusterOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.settings.put',
    title: 'Change cluster settings',
    summary: 'Changes settings of the cluster; remote clusters are made known here.',
    methods: ['PUT'],
    path: '/_cluster/settings',
    parameters: { path: [], query: [masterTimeout, timeout, flatSettings()] },
    body: {
      ...beside,
      required: true,
      shape: settings('cluster settings request', [
        layer('persistent', 'Settings that outlast a restart.'),
        layer('transient', 'Settings until the next restart.'),
      ]),
    },
    responses: answers('The settings hold.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.settings.get',
    title: 'Read cluster settings',
    summary: 'Reads the settings of the cluster.',
    methods: ['GET'],
    path: '/_cluster/settings',
    parameters: {
      path: [],
      query: [
        masterTimeout,
        timeout,
        flatSettings(),
        {
          ...beside,
          name: 'include_defaults',
          summary: 'Adds the settings that nobody changed.',
          bare: 'true',
          default: 'false',
          shape: flag,
        },
      ],
    },
    responses: answers('The settings.', undefined),
  },
  {
    ...common,
    id: 'search-cluster.remote.info',
    title: 'Read remote clusters',
    summary: 'Lists the remote clusters and whether they are connected.',
    methods: ['GET'],
    path: '/_remote/info',
    parameters: { path: [], query: [] },
    responses: answers('The remote clusters.', undefined),
  },
];

function flatSettings(): Field {
  return {
    ...beside,
    name: 'flat_settings',
    summary: 'Writes names with dots instead of nested objects.',
    bare: 'true',
    default: 'false',
    shape: flag,
  };
}
