import type { Field, ObjectShape, Shape } from '../../../../catalogue/shape';
import type { Operation } from '../../../../catalogue/operation';
import { refused } from '../../../../catalogue/provenance';
import { flag, text, textOrTextList, wholeNumber } from '../../../../catalogue/shapes';
import { answers } from './replication';
import { masterTimeout, timeout } from './replication-parameters';
import { referenceOnReplication } from './replication-sources';
import { clusterSettingsWith } from '../indices/cluster-setting-objects';
import { serverSource } from '../sources';
import { reference } from '../source-document';

const fromReference = { provenance: referenceOnReplication } as const;
const common = { service: 'search-cluster', notes: [], ...fromReference } as const;

function settings(name: string, fields: readonly Field[]): ObjectShape {
  return { type: 'object', name, isOpen: true, fields };
}

// Servers also accept settings as strings.
const countOrText: Shape = { type: 'choice', options: [wholeNumber, text] };
const flagOrText: Shape = { type: 'choice', options: [flag, text] };

/** A remote cluster in the settings. */
const remoteCluster = settings('remote cluster', [
  {
    ...fromReference,
    name: 'mode',
    summary: 'How the cluster connects: to nodes directly (`sniff`) or through one address (`proxy`).',
    shape: {
      type: 'string',
      values: { ...fromReference, closed: false, values: [{ value: 'sniff' }, { value: 'proxy' }] },
    },
  },
  {
    ...fromReference,
    name: 'seeds',
    summary: 'The addresses of the first nodes to connect to, for `sniff`.',
    shape: textOrTextList,
  },
  { ...fromReference, name: 'proxy_address', summary: 'The address to connect to, for `proxy`.', shape: text },
  { ...fromReference, name: 'server_name', summary: 'The expected host name, for `proxy`.', shape: text },
  {
    ...fromReference,
    name: 'node_connections',
    summary: 'The number of nodes to connect to, for `sniff`.',
    shape: countOrText,
  },
  {
    ...fromReference,
    name: 'proxy_socket_connections',
    summary: 'The number of connections to open, for `proxy`.',
    shape: countOrText,
  },
  {
    ...fromReference,
    name: 'skip_unavailable',
    summary: 'Whether searches continue without this cluster if it is not reachable.',
    shape: flagOrText,
  },
]);

const remote: ObjectShape = {
  type: 'object',
  name: 'remote clusters',
  fields: [],
  entries: {
    keyName: 'remote cluster',
    summary: 'A remote cluster. Follow requests use this name as `remote_cluster`.',
    // Null removes the cluster.
    shape: { type: 'choice', options: [remoteCluster, { type: 'null' }] },
  },
};

const clusterSettings = clusterSettingsWith({
  ...fromReference,
  name: 'cluster.remote',
  summary: 'The remote clusters.',
  shape: { type: 'choice', options: [remote, { type: 'null', isTolerated: true }] },
});

function layer(name: string, summary: string): Field {
  return {
    ...fromReference,
    name,
    summary,
    shape: { type: 'choice', options: [clusterSettings(`${name} settings`), { type: 'null', isTolerated: true }] },
    example: '{ "cluster": { "remote": { "leader": { "seeds": ["127.0.0.1:9300"] } } } }',
  };
}

/** The operations that register remote clusters, from the public specification. */
export const remoteClusterOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.settings.put',
    title: 'Change cluster settings',
    summary: 'Changes settings of the cluster while it runs. Use it to register remote clusters, too.',
    methods: ['PUT'],
    path: '/_cluster/settings',
    parameters: { path: [], query: [masterTimeout, timeout, flatSettings()] },
    body: {
      ...fromReference,
      required: true,
      shape: {
        type: 'object',
        name: 'cluster settings request',
        fields: [
          layer('persistent', 'Settings that survive a restart.'),
          layer('transient', 'Settings that last until the next restart.'),
        ],
        refusal: refused(reference('Cross-cluster replication', serverSource)),
      },
    },
    responses: answers('The settings were changed.', undefined),
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
          ...fromReference,
          name: 'include_defaults',
          summary: 'Whether the response includes default settings.',
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
    summary: 'Lists the remote clusters, and whether they are connected.',
    methods: ['GET'],
    path: '/_remote/info',
    parameters: { path: [], query: [] },
    responses: answers('The remote clusters.', undefined),
  },
];

function flatSettings(): Field {
  return {
    ...fromReference,
    name: 'flat_settings',
    summary: 'Whether the response has dotted names instead of nested objects.',
    bare: 'true',
    default: 'false',
    shape: flag,
  };
}
