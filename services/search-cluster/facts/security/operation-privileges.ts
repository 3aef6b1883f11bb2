import type { Operation } from '@rulebook/catalogue/operation';
import { once } from '@rulebook/text/structures/once';
import type { NamePlace, Need, NeedScope, PlaceTest } from '@rulebook/catalogue/need';
import { fromCreateKey, fromServerPrivileges, referenceOnRoleDescriptor } from '../sources';

/** A privilege that a caller needs on the cluster or on the indices of the request. */
export interface NeededPrivilege extends Need {
  readonly kind: 'cluster' | 'index';
  /** The smallest privilege that grants it. */
  readonly names: readonly [name: string];
  readonly action: string;
}

function onCluster(name: string, action: string): NeededPrivilege {
  return { kind: 'cluster', names: [name], action, provenance: fromServerPrivileges };
}

function onIndex(name: string, action: string): NeededPrivilege {
  return { kind: 'index', names: [name], action, provenance: fromServerPrivileges };
}

const registering = onCluster('manage', 'cluster:admin/repository/put');
const readingMappings = onIndex('view_index_metadata', 'indices:admin/mappings/get');
const readingFields = onIndex('view_index_metadata', 'indices:admin/mappings/fields/get');
const readingStatus = onCluster('monitor_snapshot', 'cluster:admin/snapshot/status');
const readingRepositories = onCluster('monitor_snapshot', 'cluster:admin/repository/get');
const autoFollow = 'cluster:admin/xpack/ccr/auto_follow_pattern';
const bulk = onIndex('write', 'indices:data/write/bulk');
const indexing = onIndex('index', 'indices:data/write/index:op_type/index');
const creating = onIndex('create_doc', 'indices:data/write/index:op_type/create');
const deleting = onIndex('delete', 'indices:data/write/delete');
const listingIndices = onIndex('monitor', 'indices:monitor/stats');
const scrolling = onIndex('read', 'indices:data/read/scroll');
const updating = onIndex('index', 'indices:data/write/update');

const readingKeys = onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/get');
const invalidating = onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/invalidate');
const inQuery = (name: string): NamePlace => ({ in: 'query', name: name === 'ids' ? 'id' : name });
const inBodyAt = (at: string): NamePlace => ({ in: 'body', at });

/** The privilege that a search needs. */
export const searchPrivilege = onIndex('read', 'indices:data/read/search');

/** The privilege that a read of a document needs. */
export const readPrivilege = onIndex('read', 'indices:data/read/get');

/** The privilege that a read of aliases needs. */
const aliasReadingPrivilege = onIndex('view_index_metadata', 'indices:admin/aliases/get');

/** The privilege that a change of aliases needs, on the indices and on the aliases. */
export const aliasPrivilege = onIndex('manage', 'indices:admin/aliases');

/** The privilege that the deletion of an index needs. */
export const deletionPrivilege = onIndex('delete_index', 'indices:admin/delete');

/** The privilege that a read of the cluster's root needs. */
export const rootPrivilege = onCluster('monitor', 'cluster:monitor/main');

const settingsReading = onIndex('view_index_metadata', 'indices:monitor/settings/get');
const refreshing = onIndex('maintenance', 'indices:admin/refresh');
const flushing = onIndex('maintenance', 'indices:admin/flush');

const ifMissing = 'the index does not exist yet';

/** The privilege that a write needs if it creates an index. */
export const autoCreatePrivilege: NeededPrivilege = {
  ...onIndex('auto_configure', 'indices:admin/auto_create'),
  condition: ifMissing,
};

/** The privilege that an update needs if it creates an index: unlike other writes, it asks for the creation itself. */
const creationByUpdate: NeededPrivilege = {
  ...onIndex('create_index', 'indices:admin/create'),
  condition: ifMissing,
};

/** The privileges that the actions of a bulk request need on the index that each action names. */
export const bulkActionPrivileges = {
  index: indexing,
  create: creating,
  update: updating,
  delete: deleting,
} satisfies Readonly<Record<string, NeededPrivilege>>;

/** The privileges that operations need, by their ids without the service. Operations that need none are not listed. */
export const operationPrivileges: Readonly<Record<string, NeededPrivilege>> = {
  'api-key.create': {
    ...onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/create'),
    provenance: fromCreateKey,
  },
  'api-key.get': { ...readingKeys, where: ofOwnKeys(inQuery) },
  'api-key.invalidate': { ...invalidating, where: ofOwnKeys(inBodyAt) },
  'api-key.query': onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/query'),
  'api-key.update': onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/update'),
  'api-key.bulk-update': onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/bulk_update'),
  'api-key.clone': onCluster('clone_api_key', 'cluster:admin/xpack/security/api_key/clone'),
  'api-key.grant': onCluster('grant_api_key', 'cluster:admin/xpack/security/api_key/grant'),
  'user.has-privileges': {
    ...onCluster('read_security', 'cluster:admin/xpack/security/user/has_privileges'),
    condition: 'the user is not the caller',
  },
  'role.put': onCluster('manage_security', 'cluster:admin/xpack/security/role/put'),
  'role.get': onCluster('read_security', 'cluster:admin/xpack/security/role/get'),
  'role.delete': onCluster('manage_security', 'cluster:admin/xpack/security/role/delete'),
  'ingest-pipeline.put': onCluster('manage_pipeline', 'cluster:admin/ingest/pipeline/put'),
  'script.put': onCluster('manage', 'cluster:admin/script/put'),
  'script.put-for': onCluster('manage', 'cluster:admin/script/put'),
  'nodes.info': onCluster('monitor', 'cluster:monitor/nodes/info'),
  'cluster.health': onCluster('monitor', 'cluster:monitor/health'),
  'cluster.health.index': onCluster('monitor', 'cluster:monitor/health'),
  'task.get': onCluster('monitor', 'cluster:monitor/task/get'),
  'task.list': onCluster('monitor', 'cluster:monitor/tasks/lists'),
  'cat.indices': listingIndices,
  'cat.indices.some': listingIndices,
  'cat.health': onCluster('monitor', 'cluster:monitor/health'),
  'cat.count': searchPrivilege,
  'cat.count.some': searchPrivilege,
  'alias.list': aliasReadingPrivilege,
  'alias.list-too': aliasReadingPrivilege,
  'alias.get': aliasReadingPrivilege,
  'alias.list-of-index': aliasReadingPrivilege,
  'alias.get-of-index': aliasReadingPrivilege,
  'alias.put': aliasPrivilege,
  'alias.put-too': aliasPrivilege,
  'alias.delete': aliasPrivilege,
  'alias.delete-too': aliasPrivilege,
  'cat.aliases': aliasReadingPrivilege,
  'cat.aliases.some': aliasReadingPrivilege,
  'cat.recovery.some': onIndex('monitor', 'indices:monitor/recovery'),
  'remote.info': onCluster('monitor', 'cluster:monitor/remote/info'),
  'settings.put': onCluster('manage', 'cluster:admin/settings/update'),
  'settings.get': onCluster('monitor', 'cluster:monitor/settings'),
  'license.basic-status': onCluster('manage', 'cluster:admin/xpack/license/basic_status'),
  'license.trial-status': onCluster('manage', 'cluster:admin/xpack/license/trial_status'),
  'desired-balance.get': onCluster('manage', 'cluster:admin/desired_balance/get'),
  'desired-balance.delete': onCluster('manage', 'cluster:admin/desired_balance/reset'),
  'desired-nodes.get': onCluster('manage', 'cluster:admin/desired_nodes/get'),
  'desired-nodes.put': onCluster('manage', 'cluster:admin/desired_nodes/update'),
  'desired-nodes.delete': onCluster('manage', 'cluster:admin/desired_nodes/delete'),
  'cluster.resolve': onIndex('view_index_metadata', 'indices:admin/resolve/cluster'),

  'repository.put': registering,
  'repository.post': registering,
  'repository.list': readingRepositories,
  'repository.get': readingRepositories,
  'repository.delete': onCluster('manage', 'cluster:admin/repository/delete'),
  'repository.verify': onCluster('manage', 'cluster:admin/repository/verify'),
  'repository.cleanup': onCluster('manage', 'cluster:admin/repository/_cleanup'),
  'snapshot.create': onCluster('create_snapshot', 'cluster:admin/snapshot/create'),
  'snapshot.delete': onCluster('manage', 'cluster:admin/snapshot/delete'),
  'snapshot.clone': onCluster('manage', 'cluster:admin/snapshot/clone'),
  'snapshot.restore': onCluster('manage', 'cluster:admin/snapshot/restore'),
  'snapshot.get': onCluster('monitor_snapshot', 'cluster:admin/snapshot/get'),
  'snapshot.status': readingStatus,
  'snapshot.status.repository': readingStatus,
  'snapshot.status.all': readingStatus,

  'follower.follow': onIndex('manage_follow_index', 'indices:admin/xpack/ccr/put_follow'),
  'follower.pause': onCluster('manage_ccr', 'cluster:admin/xpack/ccr/pause_follow'),
  'follower.resume': onCluster('manage_ccr', 'cluster:admin/xpack/ccr/resume_follow'),
  'follower.unfollow': onIndex('manage_follow_index', 'indices:admin/xpack/ccr/unfollow'),
  'follower.close': onIndex('manage', 'indices:admin/close'),
  'follower.info': onCluster('monitor', 'cluster:monitor/ccr/follow_info'),
  'follower.stats': onCluster('monitor', 'cluster:monitor/ccr/follow_stats'),
  'follower.forget': onIndex('manage_leader_index', 'indices:admin/xpack/ccr/forget_follower'),
  'replication.stats': onCluster('monitor', 'cluster:monitor/ccr/stats'),
  'auto-follow.list': onCluster('manage_ccr', `${autoFollow}/get`),
  'auto-follow.get': onCluster('manage_ccr', `${autoFollow}/get`),
  'auto-follow.put': onCluster('manage_ccr', `${autoFollow}/put`),
  'auto-follow.delete': onCluster('manage_ccr', `${autoFollow}/delete`),
  'auto-follow.pause': onCluster('manage_ccr', `${autoFollow}/activate`),
  'auto-follow.resume': onCluster('manage_ccr', `${autoFollow}/activate`),

  'index.create': onIndex('create_index', 'indices:admin/create'),
  'index.delete': deletionPrivilege,
  'index.resolve': onIndex('view_index_metadata', 'indices:admin/resolve/index'),
  'index.get': onIndex('view_index_metadata', 'indices:admin/get'),
  'index.open': onIndex('manage', 'indices:admin/open'),
  'index.mapping': onIndex('manage', 'indices:admin/mapping/put'),
  'index.mapping-too': onIndex('manage', 'indices:admin/mapping/put'),
  'index.mapping.get': readingMappings,
  'index.mapping.get-too': readingMappings,
  'index.mapping.all-too': readingMappings,
  'index.mapping.all': readingMappings,
  'index.mapping.field': readingFields,
  'index.mapping.field.all': readingFields,
  'index.settings': onIndex('manage', 'indices:admin/settings/update'),
  'index.settings.all': onIndex('manage', 'indices:admin/settings/update'),
  'index.settings.get': settingsReading,
  'index.settings.get-some': settingsReading,
  'index.settings.list': settingsReading,
  'index.settings.list-some': settingsReading,
  'index.analyze': onIndex('manage', 'indices:admin/analyze'),
  'index.validate': onIndex('view_index_metadata', 'indices:admin/validate/query'),
  'index.validate-all': onIndex('view_index_metadata', 'indices:admin/validate/query'),
  'index.refresh': refreshing,
  'index.refresh-all': refreshing,
  'index.flush': flushing,
  'index.flush-all': flushing,
  'index.count': searchPrivilege,

  'document.put': indexing,
  'document.add': creating,
  'document.create': creating,
  'document.get': readPrivilege,
  'document.source': readPrivilege,
  'document.several': onIndex('read', 'indices:data/read/mget'),
  'document.delete': deleting,
  'document.update': updating,
  'document.update-by-query': onIndex('index', 'indices:data/write/update/byquery'),
  'document.delete-by-query': onIndex('delete', 'indices:data/write/delete/byquery'),
  'document.bulk': bulk,
  bulk,
  search: searchPrivilege,
  'search.all': searchPrivilege,
  'search.template': onIndex('read', 'indices:data/read/search/template'),
  'search.scroll': scrolling,
  'search.scroll.one': scrolling,
  'search.point-in-time.open': onIndex('read', 'indices:data/read/open_point_in_time'),
  'search.several': onIndex('read', 'indices:data/read/msearch'),
};

/**
 * The operations of users and clients for which being authenticated is enough, or having opened what they name. What the body of others names
 * needs privileges, which `further` lists.
 */
const withoutPrivilege: readonly string[] = [
  'authenticate',
  'has-privileges',
  'search.scroll.clear',
  'search.scroll.clear-one',
  'search.point-in-time.close',
  'document.several-anywhere',
  'document.reindex',
  'alias.change',
];

/** Writes that create their index when there is none. */
const autoCreating: readonly string[] = ['document.put', 'document.add', 'document.create', 'document.bulk', 'bulk'];

const leader: NamePlace = { in: 'body', at: 'remote_cluster' };
const fromFollowing = referenceOnRoleDescriptor('Elasticsearch reference, cross-cluster replication');

/** Returns what a caller needs on the remote cluster that the body names, to replicate the indices that a member of the body names. */
function onLeader(member: string): readonly Need[] {
  return [
    { kind: 'cluster', names: ['read_ccr'], remote: leader, provenance: fromFollowing },
    {
      kind: 'index',
      names: ['read'],
      on: [{ in: 'body', at: member }],
      remote: leader,
      provenance: fromFollowing,
    },
    {
      kind: 'index',
      names: ['monitor'],
      on: [{ in: 'body', at: member }],
      remote: leader,
      provenance: fromFollowing,
    },
  ];
}

/** The caller's own keys are meant, or keys that may be its own. */
function ofOwnKeys(place: (name: string) => NamePlace): NeedScope {
  return { text: 'the keys are its own', any: [ownerTest(place), ...selectorTests(place)] };
}

/** Returns what is needed for keys of others: always, unless the request names keys or a user, which may be those of the caller. */
function onKeysOfOthers(place: (name: string) => NamePlace, ...names: readonly string[]): readonly Need[] {
  const need = { kind: 'cluster', names, provenance: fromServerPrivileges } as const;
  const text = 'the keys are those of others';
  const [owner, selectors] = [ownerTest(place), selectorTests(place)];
  return [
    { ...need, where: { text, none: [owner, ...selectors] } },
    { ...need, condition: text, where: { text, any: selectors, none: [owner] } },
  ];
}

function ownerTest(place: (name: string) => NamePlace): PlaceTest {
  return { place: place('owner'), values: ['true', ''] };
}

function selectorTests(place: (name: string) => NamePlace): readonly PlaceTest[] {
  return ['ids', 'username'].map((name) => ({ place: place(name) }));
}

/** Returns the privilege as it is needed on the indices that members of the body name. */
function inBody({ kind, names, provenance }: NeededPrivilege, ...members: readonly string[]): Need {
  return { kind, names, on: members.map((at) => ({ in: 'body', at })), provenance };
}

/** What operations need in addition to their privilege, or in its place. */
const further: Readonly<Record<string, readonly Need[]>> = {
  'document.update': [creationByUpdate],
  'api-key.get': onKeysOfOthers(inQuery, 'read_security', 'manage_api_key'),
  'api-key.invalidate': onKeysOfOthers(inBodyAt, 'manage_api_key'),
  'follower.follow': onLeader('leader_index'),
  'auto-follow.put': onLeader('leader_index_patterns/*'),
  'alias.change': [
    inBody(aliasPrivilege, ...['index', 'indices', 'alias', 'aliases'].map((name) => `actions/*/*/${name}`)),
  ],
  'document.several-anywhere': [inBody(readPrivilege, 'docs/*/_index')],
  'document.reindex': [inBody(searchPrivilege, 'source/index'), inBody(onIndex('write', bulk.action), 'dest/index')],
};

/** Path parameters that name indices. */
const indexParameters: readonly string[] = ['index', 'follower_index', 'leader_index'];

/** Operations whose path names by `name` what needs the privilege: an alias, or indices. */
const onNames: readonly string[] = [
  'alias.put',
  'alias.put-too',
  'alias.delete',
  'alias.delete-too',
  'cluster.resolve',
];

/** Operations of which the published description names another privilege than servers ask for, or none. */
const corrected: readonly string[] = [
  'api-key.clone',
  'user.has-privileges',
  'index.analyze',
  'index.validate',
  'index.validate-all',
  'alias.delete',
  'alias.delete-too',
  'cat.recovery.some',
  'cluster.resolve',
  'license.basic-status',
  'license.trial-status',
  'desired-balance.get',
  'desired-balance.delete',
  'desired-nodes.get',
  'desired-nodes.put',
  'desired-nodes.delete',
];

/** Returns the operations with what they need. */
export function withPrivileges(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation) => {
    const id = operation.id.replace(/^search-cluster\./, '');
    if (withoutPrivilege.includes(id)) return { ...operation, needs: further[id] ?? [] };
    const privilege = operationPrivileges[id];
    if (privilege === undefined) return operation;
    const needs = once(() => needsOf(operation, id, privilege));
    return {
      ...operation,
      get needs() {
        return needs();
      },
      ...(corrected.includes(id) && { correctsNeeds: true as const }),
    };
  });
}

function needsOf({ parameters }: Operation, id: string, privilege: NeededPrivilege): readonly Need[] {
  const on = parameters.path
    .filter(({ name }) => indexParameters.includes(name) || (name === 'name' && onNames.includes(id)))
    .map(({ name }): NamePlace => ({ in: 'path', name }));
  const added = [...(autoCreating.includes(id) ? [autoCreatePrivilege] : []), ...(further[id] ?? [])];
  return [privilege, ...added].map((need) => (need.kind === 'index' ? { on, ...need } : need));
}

/** Returns the privilege that a caller of the operation needs, or undefined if none is known. */
export function privilegeOf({ needs = [] }: Operation): NeededPrivilege | undefined {
  return needs.find(isPrivilege);
}

function isPrivilege(need: Need): need is NeededPrivilege {
  return (need.kind === 'cluster' || need.kind === 'index') && need.action !== undefined;
}
