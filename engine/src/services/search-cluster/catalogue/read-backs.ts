import type { ComparedForm, ReadBack } from '../../../catalogue/read-back';
import { mappingForm } from './mappings/mapping-form';
import { reference } from './source-document';
import { specification } from './sources';

const provenance = reference('What the service does', specification);

const writes = ['PUT', 'POST'] as const;
const put = ['PUT'] as const;

/** The service keeps the settings of an index under `index`, and shows them in objects or with dots. */
const indexSettings: ComparedForm = { flat: { at: [], prefixes: ['settings.', 'index.'] } };

const allLists: ComparedForm = { unordered: [['**']] };

/** Rights are lists without an order, and a request that stores them replaces those before. */
const rights: ComparedForm = {
  ...allLists,
  whole: [[], ['indices', '*']],
  defaults: [
    { at: ['transient_metadata'], value: '{"enabled":true}' },
    { at: ['indices', '*', 'allow_restricted_indices'], value: 'false' },
  ],
};

const index: Pick<ReadBack, 'noun' | 'resource' | 'reads' | 'provenance'> = {
  noun: 'index',
  resource: '/{index}',
  reads: '/{index}',
  provenance,
};

const document: Omit<ReadBack, 'declares' | 'parts'> = {
  noun: 'document',
  resource: '/{index}/_doc/{id}',
  reads: '/{index}/_doc/{id}',
  removedAt: '/{index}/_doc/{id}',
  provenance,
};

const wholeDocument: ReadBack['parts'] = [{ of: [], at: ['_source'], whole: [['**']] }];

const ofIndices: readonly ReadBack[] = [
  {
    ...index,
    declares: { methods: put, path: '/{index}' },
    removedAt: '/{index}',
    parts: [
      { of: ['settings'], at: ['*', 'settings'], ...indexSettings },
      { of: ['mappings'], at: ['*', 'mappings'], ...mappingForm },
      {
        of: ['aliases'],
        at: ['*', 'aliases'],
        renamed: [{ at: ['*', 'routing'], to: ['index_routing', 'search_routing'] }],
      },
    ],
  },
  {
    ...index,
    declares: { methods: writes, path: '/{index}/_mapping' },
    isChange: true,
    parts: [{ of: [], at: ['*', 'mappings'], ...mappingForm }],
  },
  {
    ...index,
    declares: { methods: put, path: '/{index}/_settings' },
    isChange: true,
    parts: [{ of: [], at: ['*', 'settings'], ...indexSettings }],
  },
  ...['/{index}/_alias/{name}', '/{index}/_aliases/{name}'].map((path): ReadBack => ({
    noun: 'alias',
    declares: { methods: writes, path },
    resource: '/{index}/_alias/{name}',
    reads: '/{index}/_alias/{name}',
    removedAt: path,
    parts: [
      {
        of: [],
        at: ['*', 'aliases', '{name}'],
        renamed: [{ at: ['routing'], to: ['index_routing', 'search_routing'] }],
      },
    ],
    provenance,
  })),
  { ...document, declares: { methods: writes, path: '/{index}/_doc/{id}' }, parts: wholeDocument },
  { ...document, declares: { methods: writes, path: '/{index}/_create/{id}' }, parts: wholeDocument },
  {
    ...document,
    declares: { methods: ['POST'], path: '/{index}/_update/{id}' },
    isChange: true,
    parts: [{ of: ['doc'], at: ['_source'] }],
  },
];

const ofReplication: readonly ReadBack[] = [
  {
    noun: 'follower index',
    declares: { methods: put, path: '/{follower_index}/_ccr/follow' },
    resource: '/{follower_index}/_ccr/follow',
    reads: '/{follower_index}/_ccr/info',
    listed: { at: ['follower_indices'], by: [], id: 'follower_index' },
    parts: [
      { of: [], at: [], only: ['remote_cluster', 'leader_index'] },
      {
        of: [],
        at: ['parameters'],
        except: ['remote_cluster', 'leader_index', 'settings', 'data_stream_name'],
        lackedWhen: 'the endpoint shows it only while the follower index is not paused',
      },
    ],
    provenance,
  },
  {
    noun: 'auto-follow pattern',
    declares: { methods: put, path: '/_ccr/auto_follow/{pattern}' },
    resource: '/_ccr/auto_follow/{pattern}',
    reads: '/_ccr/auto_follow/{pattern}',
    removedAt: '/_ccr/auto_follow/{pattern}',
    listed: { at: ['patterns'], by: [], id: 'name' },
    parts: [
      {
        of: [],
        at: ['pattern'],
        unordered: [['leader_index_patterns'], ['leader_index_exclusion_patterns']],
        uncompared: [{ at: ['settings'], reason: 'the endpoint does not show the settings of the follower indices' }],
      },
    ],
    provenance,
  },
];

const ofSecurity: readonly ReadBack[] = [
  {
    noun: 'role',
    declares: { methods: writes, path: '/_security/role/{name}' },
    resource: '/_security/role/{name}',
    reads: '/_security/role/{name}',
    removedAt: '/_security/role/{name}',
    parts: [{ of: [], at: ['{name}'], ...rights }],
    provenance,
  },
  {
    noun: 'role mapping',
    declares: { methods: writes, path: '/_security/role_mapping/{name}' },
    resource: '/_security/role_mapping/{name}',
    reads: '/_security/role_mapping/{name}',
    removedAt: '/_security/role_mapping/{name}',
    parts: [{ of: [], at: ['{name}'], unordered: [['roles']] }],
    provenance,
  },
  {
    noun: 'user',
    declares: { methods: writes, path: '/_security/user/{username}' },
    resource: '/_security/user/{username}',
    reads: '/_security/user/{username}',
    removedAt: '/_security/user/{username}',
    parts: [{ of: [], at: ['{username}'], unordered: [['roles']] }],
    provenance,
  },
  {
    noun: 'API key',
    declares: { methods: writes, path: '/_security/api_key' },
    resource: '/_security/api_key?name={name}',
    names: { name: ['name'] },
    reads: '/_security/api_key?name={name}',
    listed: { at: ['api_keys'], by: [], is: { invalidated: false } },
    parts: [
      {
        of: ['role_descriptors'],
        at: ['role_descriptors'],
        ...allLists,
        whole: [[], ['*'], ['*', 'indices', '*']],
        defaults: [
          { at: ['*', 'transient_metadata'], value: '{"enabled":true}' },
          { at: ['*', 'indices', '*', 'allow_restricted_indices'], value: 'false' },
        ],
      },
      { of: ['metadata'], at: ['metadata'], whole: [['**']] },
      {
        of: [],
        at: [],
        only: ['expiration'],
        uncompared: [{ at: ['expiration'], reason: 'it counts from the time at which the key was created' }],
      },
    ],
    provenance,
  },
];

/** Objects that one name leads to, and the members of the response that lead to each. */
const byName = [
  { noun: 'ingest pipeline', path: '/_ingest/pipeline/{id}', at: ['{id}'] },
  { noun: 'lifecycle policy', path: '/_ilm/policy/{policy}', at: ['{policy}'] },
  { noun: 'snapshot lifecycle policy', path: '/_slm/policy/{policy_id}', at: ['{policy_id}', 'policy'] },
  { noun: 'stored script', path: '/_scripts/{id}', at: [] },
] as const;

/** How what requests to a search cluster declare is read back. */
export const readBacks: readonly ReadBack[] = [
  {
    noun: 'snapshot repository',
    declares: { methods: writes, path: '/_snapshot/{repository}' },
    resource: '/_snapshot/{repository}',
    reads: '/_snapshot/{repository}',
    removedAt: '/_snapshot/{repository}',
    parts: [
      {
        of: [],
        at: ['{repository}'],
        flat: { at: ['settings'], prefixes: [] },
        whole: [['settings']],
        defaults: [
          { at: ['settings', 'compress'], value: 'true' },
          { at: ['settings', 'readonly'], value: 'false' },
        ],
      },
    ],
    provenance,
  },
  ...ofIndices,
  ...ofReplication,
  ...ofSecurity,
  {
    noun: 'cluster settings',
    declares: { methods: put, path: '/_cluster/settings' },
    resource: '/_cluster/settings',
    reads: '/_cluster/settings?flat_settings=true',
    isLasting: true,
    parts: (['persistent', 'transient'] as const).map((name) => ({
      of: [name],
      at: [name],
      flat: { at: [], prefixes: [] },
    })),
    provenance,
  },
  ...byName.map(({ noun, path, at }): ReadBack => ({
    noun,
    declares: { methods: path === '/_scripts/{id}' ? writes : put, path },
    resource: path,
    reads: path,
    removedAt: path,
    parts: [{ of: [], at }],
    provenance,
  })),
  {
    noun: 'index template',
    declares: { methods: writes, path: '/_index_template/{name}' },
    resource: '/_index_template/{name}',
    reads: '/_index_template/{name}',
    removedAt: '/_index_template/{name}',
    listed: { at: ['index_templates'], by: [], id: 'name' },
    parts: [
      { of: [], at: ['index_template'], except: ['template'], unordered: [['index_patterns']] },
      { of: ['template', 'settings'], at: ['index_template', 'template', 'settings'], ...indexSettings },
      { of: ['template', 'mappings'], at: ['index_template', 'template', 'mappings'], ...mappingForm },
      { of: ['template', 'aliases'], at: ['index_template', 'template', 'aliases'] },
    ],
    provenance,
  },
  {
    noun: 'component template',
    declares: { methods: writes, path: '/_component_template/{name}' },
    resource: '/_component_template/{name}',
    reads: '/_component_template/{name}',
    removedAt: '/_component_template/{name}',
    listed: { at: ['component_templates'], by: [], id: 'name' },
    parts: [
      { of: [], at: ['component_template'], except: ['template'] },
      { of: ['template', 'settings'], at: ['component_template', 'template', 'settings'], ...indexSettings },
      { of: ['template', 'mappings'], at: ['component_template', 'template', 'mappings'], ...mappingForm },
      { of: ['template', 'aliases'], at: ['component_template', 'template', 'aliases'] },
    ],
    provenance,
  },
];
