import type { Fallback, LackedPart } from '@rulebook/catalogue/service';
import { reference } from '@rulebook/search-cluster/facts/source-document';
import { flag } from '@rulebook/catalogue/shapes';
import { permissionCheck } from '@rulebook/search-cluster/facts/behaviours';
import { statementBodies } from '@rulebook/search-cluster/facts/search/query-outlines';
import { openSearchTypes } from './field-types';
import { openSearchReadBacks } from './read-backs';
import { openSearchResponses } from './responses';

const documentation = reference('What the service does', 'OpenSearch documentation and API specification');

function part(words: readonly string[], instead?: string): LackedPart {
  return { words, ...(instead !== undefined && { instead }), provenance: documentation };
}

/** Settings that came later, or belong to what only the documents' product has. */
const lackedSettings: readonly string[] = [
  ...['name', 'rollover_alias', 'indexing_complete', 'origination_date', 'parse_origination_date'].map(
    (name) => `index.lifecycle.${name}`,
  ),
  ...['step.wait_time_threshold', 'prefer_ilm', 'skip'].map((name) => `index.lifecycle.${name}`),
  ...['index.mode', 'index.routing_path', 'index.look_ahead_time', 'index.time_series.start_time'],
  ...['index.mapping.total_fields.ignore_dynamic_beyond_limit', 'index.mapping.dimension_fields.limit'],
  ...['index.mapping.field_name_length.ignore_dynamic_beyond_limit', 'cluster.max_shards_per_node.frozen'],
];

/** OpenSearch, which was made from Elasticsearch 7.10.2 and has its own paths for most of what Elasticsearch adds to a search engine. */
export const opensearch: Fallback = {
  vendor: 'opensearch',
  description: 'opensearch',
  product: 'OpenSearch',
  madeFrom: '7.10.2',
  playedVersion: '3.9.0',
  bodies: statementBodies,
  commonQuery: [
    {
      name: permissionCheck,
      summary:
        'Whether to say only if the caller has the permissions for the request, and which it lacks. From 3.2 on.',
      provenance: documentation,
      shape: flag,
      bare: 'true',
      default: 'false',
    },
  ],
  behaves: {
    'permission-checks': true,
    'open-key-ranges': true,
    'free-exclusions': false,
    'missing-exclusions': false,
    'byte-fractions': false,
    'repository-exclusions': false,
    'strict-aliases': false,
    'unlocal-aliases': false,
    'known-alias-members': true,
    'strict-new-aliases': false,
    'unknown-paths': true,
    'plain-copies': true,
    'source-repositories': false,
    'read-only-requests': false,
    'plain-options': false,
    'needless-bodies': false,
    'pattern-names': false,
    'known-members': false,
    'checked-aliases': false,
    'checked-limits': false,
    'checked-updates': false,
    'disk-headrooms': false,
    'metadata-of-full-disks': false,
    'group-settings': true,
    'parsed-dates': true,
    'mapping-errors': false,
    'feature-states': false,
    'stored-dates': false,
    'whole-templates': false,
    'hidden-aliases': true,
    'optional-removals': true,
    'term-value-types': true,
    'early-totals': true,
    'settings-of-plugins': true,
    'recognized-bodies': true,
  },
  responses: openSearchResponses,
  ownWords: ['_plugins', '_opendistro'],
  formerWords: ['_opendistro'],
  readBacks: openSearchReadBacks,
  hasReservedWords: true,
  hasAllNames: true,
  lacks: [
    part(['_ccr'], '`/_plugins/_replication`'),
    part(['_security'], '`/_plugins/_security/api`'),
    part(['_ilm'], '`/_plugins/_ism`'),
    part(['_slm'], '`/_plugins/_sm`'),
    part(['_rollup', '_rollup_search'], '`/_plugins/_rollup`'),
    part(['_transform'], '`/_plugins/_transform`'),
    part(['_watcher'], '`/_plugins/_alerting`'),
    part(['_ml'], '`/_plugins/_ml` or `/_plugins/_anomaly_detection`'),
    part(['_inference'], '`/_plugins/_ml`'),
    part(['_async_search'], '`/_plugins/_asynchronous_search`'),
    part(['_sql'], '`/_plugins/_sql`'),
    part(['_query', '_eql'], '`/_plugins/_ppl`'),
    part(['_pit'], '`_search/point_in_time`'),
    part(['_knn_search'], '`_search` with a `knn` query'),
    part(['_mount', '_searchable_snapshots'], '`_restore` with `"storage_type": "remote_snapshot"`'),
    part(['_reload_search_analyzers'], '`/_plugins/_refresh_search_analyzers`'),
    part(['_license', '_xpack', '_ssl', '_logstash', '_monitoring', '_autoscaling', '_fleet', '_graph', '_enrich']),
    part(['_connector', '_application', '_query_rules', '_synonyms', '_text_structure', '_features', '_migration']),
    part(['_health_report', '_capabilities', '_profiling', '_terms_enum', '_mvt', '_downsample', '_lifecycle']),
    part(['_create_from', '_internal', '_project_routing', '_repositories_metering', '_streams', '_verify_integrity']),
    part(['/_snapshot/{repository}/_analyze']),
  ],
  unreadBodies: { words: ['yaml'], provenance: reference('What the service does', 'responses of OpenSearch 3.9.0') },
  // Members of searches that came after the version from which it was made.
  lacksElements: [
    // The query in KQL is of Kibana.
    'query.kql',
    ...['knn', 'project_routing', 'rank', 'retriever', 'runtime_mappings'].map((name) => `search.${name}`),
    // Parameters that came later.
    ...['require_data_stream', 'list_executed_pipelines', 'settings.reopen', 'search.min_compatible_shard_node'],
    'xpack',
    ...['terms_set.minimum_should_match', 'include_source_on_error'],
    ...lackedSettings,
  ],
  values: {
    'field types': openSearchTypes,
    // It registers none, and fails.
    'repository types': { lacks: ['source'] },
    'dynamic mappings': {
      lacks: ['runtime'],
      added: [{ value: 'strict_allow_templates' }, { value: 'false_allow_templates' }],
    },
  },
};
