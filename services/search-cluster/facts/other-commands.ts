import { wordsInTable } from '@rulebook/catalogue/makers';

/**
 * First words of the service's own paths, at the root or behind the name of an index. A path with one of them belongs to the service,
 * even if the document does not describe it.
 */
export const otherCommands: ReadonlySet<string> = new Set(
  wordsInTable(`
  _alias _aliases _analyze _application _async_search _autoscaling _block _bulk _cache _capabilities _cat _clone
  _close _component_template _connector _count _create _create_from _dangling _data_stream _delete_by_query
  _disk_usage _doc _downsample _enrich _eql _explain _features _field_caps _field_usage_stats _fleet _flush
  _forcemerge _graph _health_report _ilm _index_template _inference _info _ingest _internal _knn_search _license
  _lifecycle _logstash _mapping _mget _migration _ml _monitoring _msearch _mtermvectors _mvt _open _pit _profiling
  _query _query_rules _rank_eval _recovery _refresh _reindex _reload_search_analyzers _remote _render _resolve
  _rollover _rollup _rollup_search _script_context _script_language _scripts _search _search_shards
  _searchable_snapshots _segments _settings _shard_stores _shrink _slm _source _split _sql _ssl _stats _streams
  _synonyms _tasks _template _termvectors _terms_enum _text_structure _transform _unfreeze _update _update_by_query
  _validate _watcher _xpack
`),
);

/** Second words, behind a first word that the documents use for only a few operations. */
export const otherCommandsBehind: Readonly<Record<string, ReadonlySet<string>>> = {
  _ccr: new Set(['auto_follow', 'stats']),
  _cluster: new Set([
    'allocation',
    'health',
    'nodes',
    'pending_tasks',
    'prevalidate_node_removal',
    'reroute',
    'settings',
    'state',
    'stats',
    'voting_config_exclusions',
  ]),
  _nodes: new Set(['hot_threads', 'reload_secure_settings', 'shutdown', 'stats', 'usage']),
  _security: new Set([
    '_query',
    'api_key',
    'cross_cluster',
    'delegate_pki',
    'enroll',
    'oauth2',
    'oidc',
    'privilege',
    'profile',
    'role',
    'role_mapping',
    'saml',
    'service',
    'settings',
    'stats',
    'user',
  ]),
};
