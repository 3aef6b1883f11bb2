import type { AllowedValue, ValueSet } from '@rulebook/catalogue/values';
import type { Version } from '@rulebook/catalogue/facts';
import { refused } from '@rulebook/catalogue/provenance';
import {
  referenceOnRoleDescriptor,
  fromCreateKey,
  fromRoleDescriptor,
  privilegePage,
  serverSource,
  specification,
} from '../sources';

// Names with `:` are actions, and names with `*` are patterns over actions. Both are legal in addition to the named privileges.
const actionsAndPatterns = '[:*]';

/** Since the end of 2021, servers refuse names that they do not know. */
const unknownName = refused(referenceOnRoleDescriptor(serverSource));

const named = (value: string, summary?: string, since?: Version): AllowedValue => ({
  value,
  ...(summary === undefined ? {} : { summary }),
  ...(since === undefined ? {} : { since }),
});

const onPrivilegePage = (value: string, summary?: string, since?: Version): AllowedValue => ({
  ...named(value, summary, since),
  provenance: referenceOnRoleDescriptor(privilegePage),
});

const serverless = 'Available only in the serverless deployment.';
const notDirect = 'For cross-cluster API keys. Do not grant it directly.';

/** Names of cluster privileges, from public sources. The list is never complete. */
export const clusterPrivileges: ValueSet = {
  noun: 'cluster privilege',
  closed: false,
  isCaseless: true,
  unlisted: 'warning',
  refusal: unknownName,
  exempt: actionsAndPatterns,
  provenance: referenceOnRoleDescriptor(specification),
  values: [
    named('all', 'All cluster operations, including security.'),
    named('cancel_task', 'Cancel tasks.'),
    onPrivilegePage('clone_api_key', 'Clone API keys.', '9.4.0'),
    named('create_snapshot', 'Create snapshots in existing repositories.'),
    named('cross_cluster_replication', notDirect),
    named('cross_cluster_search', notDirect),
    named('delegate_pki', 'Delegate PKI authentication to the service.'),
    named('grant_api_key', 'Create API keys on behalf of other users.'),
    named('manage', 'Everything in `monitor`, and cluster changes, but not security.'),
    named('manage_api_key', 'Manage all API keys.'),
    named('manage_autoscaling', 'Manage autoscaling policies.'),
    named('manage_behavioral_analytics', 'Manage behavioral analytics collections.'),
    named('manage_ccr', 'Manage cross-cluster replication and auto-follow patterns.'),
    onPrivilegePage('manage_connector', 'Manage connectors and their sync jobs.'),
    named('manage_data_frame_transforms', 'The earlier name of `manage_transform`.'),
    named('manage_data_stream_global_retention', 'Manage the global retention of data streams.'),
    named('manage_enrich', 'Manage enrich policies.'),
    named('manage_esql', 'Manage ES|QL queries of all users.'),
    named('manage_ilm', 'Manage index lifecycle policies.'),
    named('manage_index_templates', 'Manage index templates.'),
    named('manage_inference', 'Manage inference endpoints.'),
    named('manage_ingest_pipelines', 'Manage ingest pipelines.'),
    named('manage_logstash_pipelines', 'Manage centrally stored Logstash pipelines.'),
    named('manage_ml', 'Manage machine learning jobs.'),
    named('manage_oidc', 'Use the OpenID Connect operations.'),
    {
      value: 'manage_own_api_key',
      summary: 'Create, read and invalidate your own API keys.',
      provenance: fromCreateKey,
    },
    named('manage_pipeline', 'Manage and simulate ingest pipelines.'),
    named('manage_project_routing', serverless),
    named('manage_reindex', 'Manage reindex tasks.', '9.5.0'),
    named('manage_rollup', 'Manage rollup jobs.'),
    named('manage_saml', 'Use the SAML operations.'),
    named('manage_search_application', 'Manage search applications.'),
    named('manage_search_query_rules', 'Manage query rules.'),
    named('manage_search_synonyms', 'Manage synonym sets.'),
    named('manage_security', 'Manage users, roles and other security settings.'),
    named('manage_service_account', 'Manage service account tokens.'),
    named('manage_slm', 'Manage snapshot lifecycle policies.'),
    named('manage_token', 'Manage access tokens.'),
    named('manage_transform', 'Transforms.'),
    named('manage_user_profile', 'Manage user profiles.'),
    named('manage_watcher', 'Watches.'),
    named('monitor', 'All read-only cluster operations.'),
    onPrivilegePage('monitor_connector', 'Read connectors and their sync jobs.'),
    named('monitor_data_frame_transforms', 'The earlier name of `monitor_transform`.'),
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
    {
      ...named('read_connector_secrets', 'Read connector secrets.'),
      provenance: referenceOnRoleDescriptor(serverSource),
    },
    named('read_fleet_secrets', 'Read Fleet secrets.'),
    named('read_ilm', 'Read index lifecycle policies.'),
    named('read_pipeline', 'Read ingest pipelines.'),
    named('read_project_routing', serverless),
    named('read_security', 'Read users, roles and other security configuration.'),
    named('read_slm', 'Read snapshot lifecycle policies.'),
    named('transport_client', 'Connect a transport client.'),
    named('write_connector_secrets', 'Write connector secrets.'),
    named('write_fleet_secrets', 'Write Fleet secrets.'),
  ],
};

const view = 'Views (preview).';
const dataset = 'Datasets (preview).';

/** Names of index privileges, from public sources. The list is never complete. */
export const indexPrivileges: ValueSet = {
  noun: 'index privilege',
  closed: false,
  isCaseless: true,
  unlisted: 'warning',
  refusal: unknownName,
  exempt: actionsAndPatterns,
  provenance: referenceOnRoleDescriptor(specification),
  values: [
    named('all', 'All operations on the indices.'),
    named('auto_configure', 'Create indices and update mappings automatically while indexing documents.'),
    named('create', 'Add documents, but not change existing ones.'),
    named('create_dataset', dataset, '9.5.0'),
    named('create_doc', 'Add documents, by create requests only.'),
    named('create_index', 'Create indices and data streams.'),
    named('create_view', view, '9.4.0'),
    named('cross_cluster_replication', notDirect),
    named('cross_cluster_replication_internal', 'For internal use by cross-cluster replication.'),
    named('delete', 'Delete documents.'),
    named('delete_dataset', dataset, '9.5.0'),
    named('delete_index', 'Delete indices and data streams.'),
    named('delete_view', view, '9.4.0'),
    named('index', 'Add and change documents.'),
    named('maintenance', 'Refresh, flush and force-merge indices.'),
    named('manage', 'Everything in `monitor`, and index administration.'),
    named('manage_dataset', dataset, '9.5.0'),
    named('manage_data_stream_lifecycle', 'Manage the lifecycle of data streams.'),
    onPrivilegePage('manage_failure_store', 'Manage the failure stores of data streams.', '9.1.0'),
    named('manage_follow_index', 'Create, pause, resume and unfollow follower indices.'),
    named('manage_ilm', 'Manage the index lifecycle policies of the indices.'),
    named('manage_leader_index', 'Manage a leader index for its follower indices.'),
    named('manage_view', view, '9.4.0'),
    named('monitor', 'Read index statistics and state.'),
    named('none', 'Nothing.'),
    named('read', 'Search and get documents.'),
    named('read_cross_cluster', 'Search and get documents from a remote cluster.'),
    named('read_dataset_metadata', dataset, '9.5.0'),
    onPrivilegePage('read_failure_store', 'Read the failure stores of data streams.', '9.1.0'),
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
  unavailable: [
    {
      values: onFailureStores,
      reason: 'is not accepted for indices of remote clusters',
      provenance: refused(referenceOnRoleDescriptor(serverSource)),
    },
  ],
};

/** The only privileges on remote clusters. */
export const remoteClusterPrivileges: ValueSet = {
  noun: 'remote cluster privilege',
  closed: true,
  isCaseless: true,
  provenance: fromRoleDescriptor,
  values: [
    { value: 'monitor_enrich', summary: 'Use the enrich policies of the remote cluster.' },
    { value: 'monitor_stats', summary: 'Read the statistics of the remote cluster.' },
  ],
};

/** Names of workflows that a restriction may name. */
export const workflows: ValueSet = {
  noun: 'workflow',
  closed: false,
  unlisted: 'warning',
  refusal: unknownName,
  provenance: referenceOnRoleDescriptor(specification),
  values: [{ value: 'search_application_query', summary: 'Query search applications.' }],
};
