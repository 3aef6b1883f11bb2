import type { AllowedValue, ValueSet, Version } from '../model';
import { refused } from '../provenance';
import {
  besideRoleDescriptor,
  fromCreateKey,
  fromRoleDescriptor,
  privilegePage,
  serverSource,
  specification,
} from './sources';

// Names with `:` are actions and names with `*` are patterns over actions: both are legal beside the named privileges.
const actionsAndPatterns = '[:*]';

/** Servers refuse names that they do not know, since the end of 2021. */
const unknownName = refused(besideRoleDescriptor(serverSource));

const named = (value: string, summary?: string, since?: Version): AllowedValue => ({
  value,
  ...(summary === undefined ? {} : { summary }),
  ...(since === undefined ? {} : { since }),
});

const onPrivilegePage = (value: string, summary?: string, since?: Version): AllowedValue => ({
  ...named(value, summary, since),
  provenance: besideRoleDescriptor(privilegePage),
});

const serverless = 'Exists in the serverless deployment only.';
const notDirect = 'For use by cross-cluster API keys; not meant to be granted directly.';

/** Names of cluster privileges: known from public sources, never complete. */
export const clusterPrivileges: ValueSet = {
  noun: 'cluster privilege',
  closed: false,
  unlisted: 'warning',
  refusal: unknownName,
  exempt: actionsAndPatterns,
  provenance: besideRoleDescriptor(specification),
  values: [
    named('all', 'Every cluster operation, security included.'),
    named('cancel_task', 'Cancel tasks.'),
    onPrivilegePage('clone_api_key', 'Clone API keys.', '9.4.0'),
    named('create_snapshot', 'Create snapshots in existing repositories.'),
    named('cross_cluster_replication', notDirect),
    named('cross_cluster_search', notDirect),
    named('delegate_pki', 'Delegate PKI authentication to the service.'),
    named('grant_api_key', 'Create API keys on behalf of other users.'),
    named('manage', 'Everything of `monitor` and cluster changes, but not security.'),
    named('manage_api_key', 'All operations on all API keys.'),
    named('manage_autoscaling', 'Autoscaling policies.'),
    named('manage_behavioral_analytics', 'Behavioral analytics collections.'),
    named('manage_ccr', 'Cross-cluster replication and auto-follow patterns.'),
    onPrivilegePage('manage_connector', 'Connectors and their sync jobs.'),
    named('manage_data_frame_transforms', 'Former name of `manage_transform`.'),
    named('manage_data_stream_global_retention', 'Global retention of data streams.'),
    named('manage_enrich', 'Enrich policies.'),
    named('manage_esql', 'ES|QL queries of all users.'),
    named('manage_ilm', 'Index lifecycle policies.'),
    named('manage_index_templates', 'Index templates.'),
    named('manage_inference', 'Inference endpoints.'),
    named('manage_ingest_pipelines', 'Ingest pipelines.'),
    named('manage_logstash_pipelines', 'Centrally kept Logstash pipelines.'),
    named('manage_ml', 'Machine learning jobs.'),
    named('manage_oidc', 'OpenID Connect operations.'),
    {
      value: 'manage_own_api_key',
      summary: "Create, read and invalidate one's own API keys.",
      provenance: fromCreateKey,
    },
    named('manage_pipeline', 'Ingest pipelines, with simulation.'),
    named('manage_project_routing', serverless),
    named('manage_reindex', 'Reindex tasks.', '9.5.0'),
    named('manage_rollup', 'Rollup jobs.'),
    named('manage_saml', 'SAML operations.'),
    named('manage_search_application', 'Search applications.'),
    named('manage_search_query_rules', 'Query rules.'),
    named('manage_search_synonyms', 'Synonym sets.'),
    named('manage_security', 'Users, roles and other security operations.'),
    named('manage_service_account', 'Service account tokens.'),
    named('manage_slm', 'Snapshot lifecycle policies.'),
    named('manage_token', 'Access tokens.'),
    named('manage_transform', 'Transforms.'),
    named('manage_user_profile', 'User profiles.'),
    named('manage_watcher', 'Watches.'),
    named('monitor', 'Read-only cluster operations.'),
    onPrivilegePage('monitor_connector', 'Read connectors and their sync jobs.'),
    named('monitor_data_frame_transforms', 'Former name of `monitor_transform`.'),
    named('monitor_data_stream_global_retention', 'Read the global retention of data streams.'),
    named('monitor_enrich', 'Read enrich policies.'),
    named('monitor_esql', 'Read running ES|QL queries.'),
    named('monitor_inference', 'Use and read inference endpoints.'),
    named('monitor_ml', 'Read machine learning jobs.'),
    named('monitor_reindex', 'Read reindex tasks.', '9.5.0'),
    named('monitor_rollup', 'Read rollup jobs.'),
    named('monitor_snapshot', 'Read snapshots and repositories.'),
    named('monitor_stats', 'Read cluster statistics.', '8.17.0'),
    named('monitor_text_structure', 'Find the structure of text.'),
    named('monitor_transform', 'Read transforms.'),
    named('monitor_watcher', 'Read watches.'),
    named('none', 'Nothing.'),
    named('post_behavioral_analytics_event', 'Send behavioral analytics events.'),
    named('read_ccr', 'Read the state of cross-cluster replication.'),
    named('read_fleet_secrets', 'Read secrets of Fleet.'),
    named('read_ilm', 'Read index lifecycle policies.'),
    named('read_pipeline', 'Read ingest pipelines.'),
    named('read_project_routing', serverless),
    named('read_security', 'Read users, roles and other security configuration.'),
    named('read_slm', 'Read snapshot lifecycle policies.'),
    named('transport_client', 'Connect a transport client.'),
    named('write_connector_secrets', 'Write secrets of connectors.'),
    named('write_fleet_secrets', 'Write secrets of Fleet.'),
  ],
};

const view = 'Views (preview).';

/** Names of index privileges: known from public sources, never complete. */
export const indexPrivileges: ValueSet = {
  noun: 'index privilege',
  closed: false,
  unlisted: 'warning',
  refusal: unknownName,
  exempt: actionsAndPatterns,
  provenance: besideRoleDescriptor(specification),
  values: [
    named('all', 'Everything on the indices.'),
    named('auto_configure', 'Create indices and update mappings on the way of indexing.'),
    named('create', 'Add documents; existing ones cannot be changed.'),
    named('create_doc', 'Add documents by create requests only.'),
    named('create_index', 'Create indices and data streams.'),
    named('create_view', view, '9.4.0'),
    named('cross_cluster_replication', notDirect),
    named('cross_cluster_replication_internal', 'For internal use by cross-cluster replication.'),
    named('delete', 'Delete documents.'),
    named('delete_index', 'Delete indices and data streams.'),
    named('delete_view', view, '9.4.0'),
    named('index', 'Add and change documents.'),
    named('maintenance', 'Refresh, flush, synced flush and force merge.'),
    named('manage', 'Everything of `monitor` and index administration.'),
    named('manage_data_stream_lifecycle', 'Lifecycle of data streams.'),
    onPrivilegePage('manage_failure_store', 'Failure stores of data streams.', '9.1.0'),
    named('manage_follow_index', 'Create, pause, resume and end followers.'),
    named('manage_ilm', 'Index lifecycle policies of the indices.'),
    named('manage_leader_index', 'What a leader index needs for its followers.'),
    named('manage_view', view, '9.4.0'),
    named('monitor', 'Read statistics and state.'),
    named('none', 'Nothing.'),
    named('read', 'Search and get documents.'),
    named('read_cross_cluster', 'Read from a remote cluster.'),
    onPrivilegePage('read_failure_store', 'Read failure stores of data streams.', '9.1.0'),
    named('read_view_metadata', view, '9.4.0'),
    named('view_index_metadata', 'Read aliases, mappings and settings.'),
    named('write', 'Add, change and delete documents.'),
  ],
};

const onFailureStores = ['manage_failure_store', 'read_failure_store'];

/** Names of privileges on indices of remote clusters. */
export const remoteIndexPrivileges: ValueSet = {
  ...indexPrivileges,
  values: indexPrivileges.values.filter(({ value }) => !onFailureStores.includes(String(value))),
  unavailable: {
    values: onFailureStores,
    reason: 'is refused for indices of remote clusters',
    provenance: refused(besideRoleDescriptor(serverSource)),
  },
};

/** The only privileges on remote clusters. */
export const remoteClusterPrivileges: ValueSet = {
  noun: 'remote cluster privilege',
  closed: true,
  provenance: fromRoleDescriptor,
  values: [
    { value: 'monitor_enrich', summary: 'Use enrich policies of the remote cluster.' },
    { value: 'monitor_stats', summary: 'Read statistics of the remote cluster.' },
  ],
};

/** Names of workflows that a restriction may name. */
export const workflows: ValueSet = {
  noun: 'workflow',
  closed: false,
  unlisted: 'information',
  provenance: besideRoleDescriptor(specification),
  values: [{ value: 'search_application_query', summary: 'Queries of search applications.' }],
};
