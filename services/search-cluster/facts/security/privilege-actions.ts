// From the public source of the server.
import type { GrantedActions, PrivilegeTables } from '@rulebook/catalogue/need';

const everything = ['cluster:*', 'indices:admin/template/*', 'indices:admin/index_template/*'];
const security = 'cluster:admin/xpack/security/*';
const apiKeys = 'cluster:admin/xpack/security/api_key/*';
/** Looks at the privileges of a user by its name. */
const privilegesOfUsers = 'cluster:admin/xpack/security/user/has_privileges';
/** What a user may do with keys of its own. A copy of a key needs more. */
const ownApiKeys = ['get', 'invalidate', 'query', 'update', 'bulk_update'].map(
  (name) => `cluster:admin/xpack/security/api_key/${name}`,
);
const snapshotReading = [
  'cluster:admin/snapshot/status*',
  'cluster:admin/snapshot/get',
  'cluster:admin/repository/get',
];

/** The actions that cluster privileges grant. A privilege that is not listed grants nothing that is known. */
export const clusterPrivilegeActions: Readonly<Record<string, GrantedActions>> = {
  all: { actions: everything },
  manage: { actions: everything, except: [security] },
  monitor: { actions: ['cluster:monitor/*'] },
  manage_security: { actions: [security] },
  manage_api_key: { actions: [apiKeys] },
  manage_own_api_key: { actions: ['cluster:admin/xpack/security/api_key/create'], own: ownApiKeys },
  clone_api_key: { actions: ['cluster:admin/xpack/security/api_key/clone'] },
  grant_api_key: { actions: ['cluster:admin/xpack/security/api_key/grant*'] },
  read_security: {
    actions: [
      ...['cluster:admin/xpack/security/api_key/get', 'cluster:admin/xpack/security/api_key/query'],
      'cluster:admin/xpack/security/role/get',
      privilegesOfUsers,
    ],
  },
  create_snapshot: { actions: ['cluster:admin/snapshot/create', ...snapshotReading] },
  monitor_snapshot: { actions: snapshotReading },
  manage_ccr: { actions: ['cluster:admin/xpack/ccr/*', 'cluster:monitor/state', privilegesOfUsers] },
  read_ccr: { actions: ['cluster:monitor/state', privilegesOfUsers] },
  cancel_task: { actions: ['cluster:admin/tasks/cancel*'] },
  manage_enrich: { actions: ['cluster:admin/xpack/enrich/*', 'cluster:monitor/xpack/enrich/*'] },
  monitor_enrich: { actions: ['cluster:monitor/xpack/enrich/*', 'cluster:admin/xpack/enrich/get'] },
  manage_ilm: { actions: ['cluster:admin/ilm/*'] },
  read_ilm: { actions: ['cluster:admin/ilm/get', 'cluster:admin/ilm/operation_mode/get'] },
  manage_index_templates: {
    actions: ['indices:admin/template/*', 'indices:admin/index_template/*', 'cluster:admin/component_template/*'],
  },
  manage_inference: { actions: ['cluster:admin/xpack/inference/*', 'cluster:monitor/xpack/inference*'] },
  monitor_inference: { actions: ['cluster:monitor/xpack/inference*'] },
  manage_ingest_pipelines: { actions: ['cluster:admin/ingest/pipeline/*', 'cluster:monitor/nodes/info'] },
  manage_pipeline: { actions: ['cluster:admin/ingest/pipeline/*'] },
  read_pipeline: { actions: ['cluster:admin/ingest/pipeline/get', 'cluster:admin/ingest/pipeline/simulate'] },
  manage_logstash_pipelines: { actions: ['cluster:admin/logstash/pipeline/*'] },
  manage_ml: { actions: ['cluster:admin/xpack/ml/*', 'cluster:monitor/xpack/ml/*'] },
  monitor_ml: { actions: ['cluster:monitor/xpack/ml/*'] },
  manage_rollup: { actions: ['cluster:admin/xpack/rollup/*', 'cluster:monitor/xpack/rollup/*'] },
  monitor_rollup: { actions: ['cluster:monitor/xpack/rollup/*'] },
  manage_search_query_rules: { actions: ['cluster:admin/xpack/query_rules/*'] },
  manage_search_synonyms: { actions: ['cluster:admin/synonyms/*', 'cluster:admin/synonym_rules/*'] },
  manage_slm: { actions: ['cluster:admin/slm/*', 'cluster:admin/ilm/operation_mode/get'] },
  read_slm: { actions: ['cluster:admin/slm/get', 'cluster:admin/slm/stats', 'cluster:admin/slm/status'] },
  manage_service_account: { actions: ['cluster:admin/xpack/security/service_account/*'] },
  manage_token: { actions: ['cluster:admin/xpack/security/token/*'] },
  manage_user_profile: { actions: ['cluster:admin/xpack/security/profile/*'] },
  manage_transform: { actions: ['cluster:admin/transform/*', 'cluster:monitor/transform/*'] },
  monitor_transform: { actions: ['cluster:monitor/transform/*'] },
  manage_watcher: { actions: ['cluster:admin/xpack/watcher/*', 'cluster:monitor/xpack/watcher/*'] },
  monitor_watcher: { actions: ['cluster:monitor/xpack/watcher/*'] },
  monitor_esql: { actions: ['cluster:monitor/xpack/esql/*'] },
  monitor_stats: { actions: ['cluster:monitor/stats'] },
  monitor_text_structure: { actions: ['cluster:monitor/text_structure/*'] },
  transport_client: { actions: ['cluster:monitor/nodes/liveness', 'cluster:monitor/state'] },
};

/** The actions that index privileges grant. A privilege that is not listed grants nothing that is known. */
export const indexPrivilegeActions: Readonly<Record<string, GrantedActions>> = {
  all: { actions: ['indices:*'] },
  manage: { actions: ['indices:monitor/*', 'indices:admin/*', 'indices:data/read/field_caps*'] },
  monitor: { actions: ['indices:monitor/*'] },
  read: { actions: ['indices:data/read/*', 'indices:admin/resolve/cluster'] },
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
      'indices:admin/resolve/cluster',
      'indices:admin/validate/query*',
    ],
  },
  manage_follow_index: {
    actions: ['indices:admin/xpack/ccr/put_follow', 'indices:admin/xpack/ccr/unfollow', 'indices:admin/close*'],
  },
  manage_leader_index: { actions: ['indices:admin/xpack/ccr/forget_follower*'] },
  manage_ilm: { actions: ['indices:admin/ilm/*'] },
  manage_data_stream_lifecycle: { actions: ['indices:admin/data_stream/lifecycle/*'] },
};

/** Both tables. */
export const privilegeTables: PrivilegeTables = { cluster: clusterPrivilegeActions, index: indexPrivilegeActions };
