import type { ReadBack } from '@rulebook/catalogue/read-back';
import { mappingForm } from '../mappings/mapping-form';
import { aliasesForm, indexSettings, provenance, put, writes } from './forms';
import { furtherReadBacks } from './further-read-backs';
import { byName, pulledIndices } from './pulled-forms';
import { ofSecurity } from './security-read-backs';
import { ofTemplates } from './template-read-backs';

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
  found: { at: ['hits', 'hits'], names: { index: ['_index'], id: ['_id'] } },
  provenance,
};

const wholeDocument: ReadBack['parts'] = [{ of: [], at: ['_source'], whole: [['**']] }];

const ofIndices: readonly ReadBack[] = [
  {
    ...index,
    declares: { methods: put, path: '/{index}' },
    removedAt: '/{index}',
    loses: 'its documents',
    untried: 'wait_for_active_shards=0',
    changedBy: [
      { of: ['settings'], method: 'PUT', path: '/{index}/_settings', sends: 'changed' },
      {
        ...{ of: ['mappings'], method: 'PUT', path: '/{index}/_mapping', sends: 'whole' },
        keeps: 'what is added to its mapping or changed in it',
      },
      {
        ...{ of: ['aliases'], method: 'PUT', path: '/{index}/_alias/{name}', sends: 'each' },
        removedAt: '/{index}/_alias/{name}',
      },
    ],
    pulled: pulledIndices,
    parts: [
      {
        ...{ of: ['settings'], at: ['*', 'settings'], ...indexSettings },
        uncompared: [{ at: ['number_of_routing_shards'], reason: 'the endpoint does not show it', isHidden: true }],
      },
      { of: ['mappings'], at: ['*', 'mappings'], ...mappingForm },
      { of: ['aliases'], at: ['*', 'aliases'], ...aliasesForm },
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
        // The request replaces the alias.
        whole: [[]],
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
    // It is an index, and no longer follows when it is deleted.
    removedAt: '/{follower_index}',
    loses: 'its documents',
    isUnrehearsed: true,
    pulled: { file: 'follower-indices', lists: '/_all/_ccr/info', at: ['follower_indices'], id: ['follower_index'] },
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
    pulled: {
      ...{ file: 'auto-follow-patterns', lists: '/_ccr/auto_follow', at: ['patterns'], id: ['name'] },
      omits: [{ at: ['active'] }],
    },
    listed: { at: ['patterns'], by: [], id: 'name' },
    parts: [
      {
        of: [],
        at: ['pattern'],
        ...{ whole: [[]], added: [['active']] },
        unordered: [['leader_index_patterns'], ['leader_index_exclusion_patterns']],
        uncompared: [{ at: ['settings'], reason: 'the endpoint does not show the settings of the follower indices' }],
      },
    ],
    provenance,
  },
];

/** How a snapshot repository is read back. */
export const repositoryReadBack: ReadBack = {
  noun: 'snapshot repository',
  declares: { methods: writes, path: '/_snapshot/{repository}' },
  ofMachine: [['settings', 'location']],
  untried: 'verify=false',
  pulled: byName('repositories', '/_snapshot', { omits: [{ at: ['uuid'] }] }),
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
};

/** How what requests to a search cluster declare is read back. */
export const readBacks: readonly ReadBack[] = [
  repositoryReadBack,
  ...ofIndices,
  ...ofReplication,
  ...ofSecurity,
  {
    noun: 'cluster settings',
    declares: { methods: put, path: '/_cluster/settings' },
    resource: '/_cluster/settings',
    reads: '/_cluster/settings?flat_settings=true',
    pulled: { file: 'cluster-settings', lists: '/_cluster/settings?flat_settings=true', at: [] },
    isLasting: true,
    parts: (['persistent', 'transient'] as const).map((name) => ({
      of: [name],
      at: [name],
      flat: { at: [], prefixes: [] },
    })),
    provenance,
  },
  ...ofTemplates,
  ...furtherReadBacks,
];
