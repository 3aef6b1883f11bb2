import type { StatedNameList } from '@rulebook/catalogue/name-lists';

/** Patterns, exclusions, dates, indices of other clusters, and words of the service. Names of indices that begin with a point are hidden. */
const notIndices = '^[-+_<]|[*?:{}<>\\s]|^\\.';

/** Requests that only read, although some clients send them with `POST`. */
const reading = [
  ...['search', 'search.template', 'search.several', 'search.several-templates', 'index.count', 'document.several'],
  ...['index.refresh', 'search.point-in-time.open'],
];

/** The names that a search cluster is asked for, and the places of requests that hold them. */
export const nameLists: readonly StatedNameList[] = [
  {
    id: 'index',
    noun: 'index',
    parameter: 'index',
    request: { operation: 'index.resolve', names: { index: '*' }, query: 'expand_wildcards=all' },
    places: [
      { at: ['indices'], item: { names: { index: 'name' }, label: '{name}', description: [{ text: '{attributes}' }] } },
      {
        at: ['aliases'],
        noun: 'alias',
        item: { names: { index: 'name' }, label: '{name}', description: [{ text: '{indices}' }] },
      },
      {
        at: ['data_streams'],
        noun: 'data stream',
        item: { names: { index: 'name' }, label: '{name}', description: [{ text: '{timestamp_field}' }] },
      },
    ],
    holders: [
      { parameter: 'index' },
      { parameter: 'leader_index', operations: ['follower.forget'] },
      { parameter: 'follower_index', operations: ['follower.close'] },
      { parameter: 'name', operations: ['alias.get', 'alias.get-of-index', 'alias.put', 'alias.put-too'] },
      { parameter: 'name', operations: ['alias.delete', 'alias.delete-too', 'cat.aliases.some'] },
      { member: 'indices', operations: ['snapshot.create'], isRead: true },
      { member: 'source.index', operations: ['document.reindex'], isRead: true },
    ],
    notNames: notIndices,
    createdBy: 'writes',
    readBy: reading,
    alsoCreatedBy: [
      ...['bulk', 'document.reindex', 'alias.change', 'snapshot.restore', 'snapshot.mount'],
      ...['follower.follow', 'auto-follow.put'],
    ],
    toleratedBy: ['ignore_unavailable', 'allow_no_indices'],
  },
  {
    id: 'field',
    noun: 'field',
    parameter: 'field',
    request: { operation: 'index.mapping.get' },
    isOfSeveral: true,
    isPartial: true,
    places: [{ at: ['*', 'mappings'], nested: ['properties', 'fields'], description: 'type' }],
    holders: [],
    createdBy: 'writes',
  },
  {
    id: 'repository',
    noun: 'repository',
    group: 'repositories',
    parameter: 'repository',
    holders: [{ parameter: 'repository' }],
    notNames: '^[-_]|[*]',
    createdBy: ['repository.put', 'repository.post'],
    toleratedBy: ['ignore_unavailable'],
  },
  {
    id: 'snapshot',
    noun: 'snapshot',
    group: 'snapshots',
    parameter: 'snapshot',
    holders: [{ parameter: 'snapshot' }],
    notNames: '^[-_<]|[*<>]',
    createdBy: ['snapshot.create'],
    alsoCreatedBy: ['snapshot.clone'],
    toleratedBy: ['ignore_unavailable'],
  },
  {
    id: 'follower',
    noun: 'follower index',
    group: 'followers',
    parameter: 'follower_index',
    holders: [
      { parameter: 'follower_index', operations: ['follower.pause', 'follower.resume', 'follower.unfollow'] },
      { parameter: 'follower_index', operations: ['follower.info', 'follower.stats', 'follower.follow'] },
    ],
    notNames: notIndices,
    createdBy: ['follower.follow'],
    alsoCreatedBy: ['auto-follow.put'],
  },
  {
    id: 'auto-follow-pattern',
    noun: 'auto-follow pattern',
    parameter: 'pattern',
    request: { operation: 'auto-follow.list' },
    places: [{ at: ['patterns'], item: { names: { pattern: 'name' }, label: '{name}' } }],
    holders: [
      { parameter: 'pattern', operations: ['auto-follow.get', 'auto-follow.put', 'auto-follow.delete'] },
      { parameter: 'pattern', operations: ['auto-follow.pause', 'auto-follow.resume'] },
    ],
    notNames: '[*]',
    createdBy: ['auto-follow.put'],
  },
  {
    id: 'remote-cluster',
    noun: 'remote cluster',
    parameter: 'remote_cluster',
    request: { operation: 'remote.info' },
    places: [
      {
        at: [],
        item: { names: { remote_cluster: '$key' }, label: '{$key}', description: [{ text: '{mode}' }] },
      },
    ],
    holders: [{ member: 'remote_cluster', operations: ['follower.follow', 'auto-follow.put'] }],
    createdBy: [],
    alsoCreatedBy: ['settings.put'],
  },
  {
    id: 'key',
    noun: 'API key',
    group: 'keys',
    parameter: 'id',
    holders: [
      { parameter: 'id', operations: ['api-key.update', 'api-key.get'] },
      { member: 'ids', operations: ['api-key.invalidate', 'api-key.bulk-update'] },
      { member: 'id', operations: ['api-key.invalidate'] },
    ],
    // A caller may see only its own keys, and ids of others exist.
    isPartial: true,
    createdBy: [],
  },
];
