import type { Provenance } from '../../../../catalogue/facts';
import { referenceOnRoleDescriptor, serverSource } from '../sources';

/** The actions that a privilege grants, as patterns in which `*` stands for any characters. */
export interface GrantedActions {
  readonly actions: readonly string[];
  readonly except?: readonly string[];
  /** Patterns of actions that are granted only for the caller's own API keys. */
  readonly own?: readonly string[];
}

/** The source of the tables in this file. */
export const fromServerPrivileges: Provenance = referenceOnRoleDescriptor(serverSource);

const everything = ['cluster:*', 'indices:admin/template/*', 'indices:admin/index_template/*'];
const security = 'cluster:admin/xpack/security/*';
const apiKeys = 'cluster:admin/xpack/security/api_key/*';
const snapshotReading = [
  'cluster:admin/snapshot/status*',
  'cluster:admin/snapshot/get',
  'cluster:admin/repository/get',
];

/** The actions that cluster privileges grant. A privilege that is not listed grants nothing that the sandbox plays. */
export const clusterPrivilegeActions: Readonly<Record<string, GrantedActions>> = {
  all: { actions: everything },
  manage: { actions: everything, except: [security] },
  monitor: { actions: ['cluster:monitor/*'] },
  manage_security: { actions: [security] },
  manage_api_key: { actions: [apiKeys] },
  manage_own_api_key: { actions: ['cluster:admin/xpack/security/api_key/create'], own: [apiKeys] },
  grant_api_key: { actions: ['cluster:admin/xpack/security/api_key/grant*'] },
  read_security: {
    actions: ['cluster:admin/xpack/security/api_key/get', 'cluster:admin/xpack/security/api_key/query'],
  },
  create_snapshot: { actions: ['cluster:admin/snapshot/create', ...snapshotReading] },
  monitor_snapshot: { actions: snapshotReading },
  manage_ccr: { actions: ['cluster:admin/xpack/ccr/*', 'cluster:monitor/state'] },
  read_ccr: { actions: ['cluster:monitor/state'] },
  transport_client: { actions: ['cluster:monitor/nodes/liveness', 'cluster:monitor/state'] },
};

/** The actions that index privileges grant. A privilege that is not listed grants nothing that the sandbox plays. */
export const indexPrivilegeActions: Readonly<Record<string, GrantedActions>> = {
  all: { actions: ['indices:*'] },
  manage: { actions: ['indices:monitor/*', 'indices:admin/*', 'indices:data/read/field_caps*'] },
  monitor: { actions: ['indices:monitor/*'] },
  read: { actions: ['indices:data/read/*'] },
  write: { actions: ['indices:data/write/*', 'indices:admin/mapping/auto_put'] },
  index: { actions: ['indices:data/write/index*', 'indices:data/write/bulk*', 'indices:data/write/update*'] },
  create: { actions: ['indices:data/write/index*', 'indices:data/write/bulk*'] },
  create_doc: {
    actions: ['indices:data/write/index', 'indices:data/write/index:op_type/create', 'indices:data/write/bulk*'],
  },
  delete: { actions: ['indices:data/write/delete*', 'indices:data/write/bulk*'] },
  create_index: { actions: ['indices:admin/create', 'indices:admin/auto_create'] },
  delete_index: { actions: ['indices:admin/delete'] },
  auto_configure: { actions: ['indices:admin/mapping/auto_put', 'indices:admin/auto_create'] },
  maintenance: { actions: ['indices:admin/refresh*', 'indices:admin/flush*', 'indices:admin/forcemerge*'] },
  view_index_metadata: {
    actions: [
      'indices:admin/get',
      'indices:admin/aliases/get',
      'indices:admin/mappings/get',
      'indices:admin/mappings/fields/get*',
      'indices:monitor/settings/get',
      'indices:admin/resolve/index',
    ],
  },
  manage_follow_index: {
    actions: ['indices:admin/xpack/ccr/put_follow', 'indices:admin/xpack/ccr/unfollow', 'indices:admin/close*'],
  },
  manage_leader_index: { actions: ['indices:admin/xpack/ccr/forget_follower*'] },
};
