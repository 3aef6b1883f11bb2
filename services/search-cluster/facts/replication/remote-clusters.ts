import { unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import { refused } from '@rulebook/catalogue/provenance';
import { anything, flag, text } from '@rulebook/catalogue/shapes';
import { answers } from './replication';
import { masterTimeout, timeout } from './replication-parameters';
import { referenceOnReplication } from './replication-sources';
import { clusterSettingsWith } from '../indices/cluster-setting-objects';
import type { SettingFamily } from '../indices/setting-names';
import {
  flagSetting,
  numberSetting,
  settingsRefused,
  textSetting,
  unset,
  wordSetting,
} from '../indices/setting-values';
import { serverSource, textBehind } from '../sources';
import { reference } from '../source-document';

const fromReference = { provenance: referenceOnReplication } as const;
const common = { service: 'search-cluster', notes: [], ...fromReference } as const;

// A port follows the last colon of each address.
const noAddress = '(?:^(?=.)|,)(?![^,]*:\\d{1,5}\\s*(?:,|$))';
const address: TextShape = {
  ...text,
  constraints: [
    unsuitable(
      noAddress,
      'An address of a remote cluster is a host and a port such as `10.0.0.1:9300`.',
      settingsRefused,
    ),
  ],
};

function member(name: string, summary: string, shape: Shape): Field {
  return { ...fromReference, name, summary, shape };
}

const remoteFields: readonly Field[] = [
  member(
    'mode',
    'How the cluster connects: to nodes directly (`sniff`) or through one address (`proxy`).',
    wordSetting('sniff', 'proxy'),
  ),
  member('seeds', 'The addresses of the first nodes to connect to, for `sniff`.', {
    type: 'choice',
    options: [address, { type: 'array', items: address }, unset],
    typeProvenance: settingsRefused,
  }),
  member('proxy_address', 'The address to connect to, for `proxy`.', {
    type: 'choice',
    options: [address, unset],
    typeProvenance: settingsRefused,
  }),
  member('server_name', 'The expected host name, for `proxy`.', textSetting),
  member('node_connections', 'The number of nodes to connect to, for `sniff`.', numberSetting({ minimum: 1 })),
  member('proxy_socket_connections', 'The number of connections to open, for `proxy`.', numberSetting({ minimum: 1 })),
  member('skip_unavailable', 'Whether searches continue without this cluster if it is not reachable.', flagSetting),
];

/** A remote cluster in the settings. */
const remoteCluster: ObjectShape = {
  type: 'object',
  name: 'remote cluster',
  isOpen: true,
  fields: remoteFields,
  typeProvenance: settingsRefused,
};

/** The same, with the name of the remote cluster as a part of the key. */
const families: readonly SettingFamily[] = [
  ...remoteFields.map(({ name, shape }) => ({ beginning: 'cluster.remote', rest: `[^.]+\\.${name}`, shape })),
  { beginning: 'cluster.remote', rest: '[^.]+\\.(?:transport|credentials|proxy)\\..+', shape: anything },
  { beginning: 'cluster.remote', rest: '[^.]+', shape: remoteCluster },
];

const remote: ObjectShape = {
  type: 'object',
  name: 'remote clusters',
  typeProvenance: settingsRefused,
  fields: [],
  entries: {
    keyName: 'remote cluster',
    summary: 'A remote cluster. Follow requests use this name as `remote_cluster`.',
    shape: remoteCluster,
  },
};

const clusterSettings = clusterSettingsWith(
  {
    ...fromReference,
    name: 'cluster.remote',
    summary: 'The remote clusters.',
    shape: remote,
  },
  families,
);

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
        constraints: [
          warning(
            'empty-object',
            { message: 'Servers refuse a request that sets nothing. Add a setting.', isDeep: 'objects' },
            settingsRefused,
          ),
        ],
      },
      textBehind,
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
        flatSettings(),
        {
          ...fromReference,
          name: 'local',
          summary: 'Whether the node answers from its own state.',
          bare: 'true',
          default: 'false',
          shape: flag,
        },
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
    misplacedQuery: [
      {
        name: 'timeout',
        message: 'Servers refuse `timeout` here, although the public specification lists it. Use `master_timeout`.',
        severity: 'warning',
        use: 'master_timeout',
        provenance: settingsRefused,
      },
    ],
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
