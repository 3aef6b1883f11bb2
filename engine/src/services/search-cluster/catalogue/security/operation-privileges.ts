import type { Operation } from '../../../../catalogue/operation';
import type { NeededPermission } from '../../../../catalogue/needed-permission';
import { fromServerPrivileges } from './privilege-actions';
import { fromCreateKey } from '../sources';

/** A privilege that a caller needs on the cluster or on the indices of the request. */
export interface NeededPrivilege extends NeededPermission {
  readonly kind: 'cluster' | 'index';
  /** The smallest privilege that grants it. */
  readonly names: readonly [name: string];
  readonly action: string;
}

function onCluster(name: string, action: string): NeededPrivilege {
  const message = `The caller needs the cluster privilege \`${name}\`.`;
  return { kind: 'cluster', names: [name], action, message, provenance: fromServerPrivileges };
}

function onIndex(name: string, action: string): NeededPrivilege {
  const message = `The caller needs the index privilege \`${name}\`.`;
  return { kind: 'index', names: [name], action, message, provenance: fromServerPrivileges };
}

const registering = onCluster('manage', 'cluster:admin/repository/put');
const readingStatus = onCluster('monitor_snapshot', 'cluster:admin/snapshot/status');
const readingRepositories = onCluster('monitor_snapshot', 'cluster:admin/repository/get');
const autoFollow = 'cluster:admin/xpack/ccr/auto_follow_pattern';
const bulk = onIndex('write', 'indices:data/write/bulk');
const indexing = onIndex('index', 'indices:data/write/index:op_type/index');
const creating = onIndex('create_doc', 'indices:data/write/index:op_type/create');
const deleting = onIndex('delete', 'indices:data/write/delete');
const updating = onIndex('index', 'indices:data/write/update');

/** The privilege that a search needs. */
export const searchPrivilege = onIndex('read', 'indices:data/read/search');

/** The privilege that a read of the cluster's root needs. */
export const rootPrivilege = onCluster('monitor', 'cluster:monitor/main');

/** The privilege that a write needs if it creates an index. */
export const autoCreatePrivilege = onIndex('auto_configure', 'indices:admin/auto_create');

/** The privileges that the actions of a bulk request need on the index that each action names. */
export const bulkActionPrivileges: Readonly<Record<string, NeededPrivilege>> = {
  index: indexing,
  create: creating,
  update: updating,
  delete: deleting,
};

/** The privileges that operations need, by their ids without the service. Operations that need none are not listed. */
export const operationPrivileges: Readonly<Record<string, NeededPrivilege>> = {
  'api-key.create': {
    ...onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/create'),
    provenance: fromCreateKey,
  },
  'api-key.get': onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/get'),
  'api-key.invalidate': onCluster('manage_own_api_key', 'cluster:admin/xpack/security/api_key/invalidate'),
  'nodes.info': onCluster('monitor', 'cluster:monitor/nodes/info'),
  'cluster.health': onCluster('monitor', 'cluster:monitor/health'),
  'remote.info': onCluster('monitor', 'cluster:monitor/remote/info'),
  'settings.put': onCluster('manage', 'cluster:admin/settings/update'),
  'settings.get': onCluster('monitor', 'cluster:monitor/settings'),

  'repository.put': registering,
  'repository.post': registering,
  'repository.list': readingRepositories,
  'repository.get': readingRepositories,
  'repository.delete': onCluster('manage', 'cluster:admin/repository/delete'),
  'repository.verify': onCluster('manage', 'cluster:admin/repository/verify'),
  'repository.cleanup': onCluster('manage', 'cluster:admin/repository/_cleanup'),
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
  'index.delete': onIndex('delete_index', 'indices:admin/delete'),
  'index.get': onIndex('view_index_metadata', 'indices:admin/get'),
  'index.open': onIndex('manage', 'indices:admin/open'),
  'index.mapping': onIndex('manage', 'indices:admin/mapping/put'),
  'index.mapping.get': onIndex('view_index_metadata', 'indices:admin/mappings/get'),
  'index.settings': onIndex('manage', 'indices:admin/settings/update'),
  'index.settings.get': onIndex('view_index_metadata', 'indices:monitor/settings/get'),
  'index.refresh': onIndex('maintenance', 'indices:admin/refresh'),
  'index.count': searchPrivilege,

  'document.put': indexing,
  'document.add': creating,
  'document.create': creating,
  'document.get': onIndex('read', 'indices:data/read/get'),
  'document.source': onIndex('read', 'indices:data/read/get'),
  'document.delete': deleting,
  'document.update': updating,
  'document.update-by-query': onIndex('index', 'indices:data/write/update/byquery'),
  'document.delete-by-query': onIndex('delete', 'indices:data/write/delete/byquery'),
  'document.bulk': bulk,
  bulk,
  search: searchPrivilege,
  'search.all': searchPrivilege,
  'search.template': onIndex('read', 'indices:data/read/search/template'),
  'search.several': onIndex('read', 'indices:data/read/msearch'),
};

/** Returns the operations with the privileges that they need. */
export function withPrivileges(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation) => {
    const privilege = operationPrivileges[operation.id.replace(/^search-cluster\./, '')];
    return privilege === undefined ? operation : { ...operation, permissions: [privilege] };
  });
}

/** Returns the privilege that a caller of the operation needs, or undefined if none is known. */
export function privilegeOf({ permissions = [] }: Operation): NeededPrivilege | undefined {
  return permissions.find(isPrivilege);
}

function isPrivilege(permission: NeededPermission): permission is NeededPrivilege {
  return permission.kind === 'cluster' || permission.kind === 'index';
}
