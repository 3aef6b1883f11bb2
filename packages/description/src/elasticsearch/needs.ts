import type { NamePlace } from '@rulebook/catalogue/need';
import type { CompiledNeed } from '../compiled';
import { asTexts, recordOf, type Unread } from './schema';

/** The sources of what the schema does not state. */
export const needSources = [{ title: 'Elasticsearch server source', version: '9' }] as const;
const serverSource = 0;

/** Lists of index privileges of which one is enough; of any other list, all are needed. */
const alternatives: readonly (readonly string[])[] = [
  ['view_index_metadata', 'manage'],
  ['view_index_metadata', 'manage_ilm'],
  ['view_index_metadata', 'read'],
  ['create_index', 'manage'],
];

/** Cluster privileges that include others of the same list, from the smallest to the largest; any other comes first. */
const large: readonly string[] = ['read_security', 'monitor', 'manage', 'all'];

/** What the schema does not state, by the names of endpoints: `none`, or a kind and a privilege. */
const unstated: Readonly<Record<string, 'none' | readonly (readonly ['cluster' | 'index', string])[]>> = {
  'async_search.submit': [['index', 'read']],
  'async_search.get': 'none',
  'async_search.delete': 'none',
  bulk: [['index', 'write']],
  'cat.help': 'none',
  'ccr.follow': [['index', 'manage_follow_index']],
  'ccr.forget_follower': [['index', 'manage_leader_index']],
  'ccr.put_auto_follow_pattern': [['cluster', 'manage_ccr']],
  'ccr.resume_follow': [['cluster', 'manage_ccr']],
  clear_scroll: 'none',
  close_point_in_time: 'none',
  'cluster.allocation_explain': [['cluster', 'monitor']],
  'cluster.delete_voting_config_exclusions': [['cluster', 'manage']],
  'cluster.exists_component_template': [['cluster', 'manage_index_templates']],
  'cluster.info': [['cluster', 'monitor']],
  'cluster.post_voting_config_exclusions': [['cluster', 'manage']],
  'cluster.put_settings': [['cluster', 'manage']],
  'cluster.reroute': [['cluster', 'manage']],
  delete_by_query_rethrottle: [['cluster', 'manage']],
  'enrich.delete_policy': [['cluster', 'manage_enrich']],
  'enrich.execute_policy': [['cluster', 'manage_enrich']],
  'enrich.get_policy': [['cluster', 'monitor_enrich']],
  'enrich.put_policy': [
    ['cluster', 'manage_enrich'],
    ['index', 'read'],
  ],
  'enrich.stats': [['cluster', 'monitor_enrich']],
  'eql.search': [['index', 'read']],
  exists: [['index', 'read']],
  'features.get_features': [['cluster', 'manage']],
  'features.reset_features': [['cluster', 'manage']],
  'graph.explore': [['index', 'read']],
  health_report: [['cluster', 'monitor']],
  'ilm.migrate_to_data_tiers': [['cluster', 'manage_ilm']],
  'indices.add_block': [['index', 'manage']],
  'indices.disk_usage': [['index', 'manage']],
  'indices.downsample': [['index', 'manage']],
  'indices.exists': [['index', 'view_index_metadata']],
  'indices.exists_alias': [['index', 'view_index_metadata']],
  'indices.explain_data_lifecycle': [['index', 'view_index_metadata']],
  'indices.get_data_lifecycle': [['index', 'view_index_metadata']],
  'indices.put_data_lifecycle': [['index', 'manage_data_stream_lifecycle']],
  'indices.delete_data_lifecycle': [['index', 'manage_data_stream_lifecycle']],
  'indices.modify_data_stream': [['index', 'manage']],
  'indices.promote_data_stream': [['index', 'manage_follow_index']],
  'indices.put_alias': [['index', 'manage']],
  'indices.update_aliases': [['index', 'manage']],
  'indices.validate_query': [['index', 'read']],
  'inference.get': [['cluster', 'monitor_inference']],
  'inference.delete': [['cluster', 'manage_inference']],
  'ingest.delete_geoip_database': [['cluster', 'manage']],
  'ingest.delete_pipeline': [['cluster', 'manage_pipeline']],
  'ingest.geo_ip_stats': [['cluster', 'monitor']],
  'ingest.get_geoip_database': [['cluster', 'manage']],
  'ingest.get_pipeline': [['cluster', 'read_pipeline']],
  'ingest.processor_grok': [['cluster', 'manage_pipeline']],
  'ingest.put_geoip_database': [['cluster', 'manage']],
  'ingest.put_pipeline': [['cluster', 'manage_pipeline']],
  knn_search: [['index', 'read']],
  'license.get': [['cluster', 'monitor']],
  'nodes.info': [['cluster', 'monitor']],
  'nodes.reload_secure_settings': [['cluster', 'manage']],
  ping: [['cluster', 'monitor']],
  reindex_rethrottle: [['cluster', 'manage']],
  'rollup.rollup_search': [['index', 'read']],
  'security.authenticate': 'none',
  'security.clear_cached_realms': [['cluster', 'manage_security']],
  'security.get_user_privileges': 'none',
  'security.has_privileges': 'none',
  'security.invalidate_token': [['cluster', 'manage_token']],
  'slm.stop': [['cluster', 'manage_slm']],
  'sql.clear_cursor': 'none',
  terms_enum: [['index', 'read']],
  'text_structure.test_grok_pattern': [['cluster', 'monitor_text_structure']],
  'transform.get_node_stats': [['cluster', 'monitor_transform']],
  update_by_query_rethrottle: [['cluster', 'manage']],
  'watcher.get_settings': [['cluster', 'manage_watcher']],
};

/** The path parameters that name indices, data streams or aliases, as far as their own names say it. */
const indexParameters: readonly string[] = ['index', 'alias', 'target'];
/** Paths whose `name` is that of data streams, views or aliases. */
const namedPaths = /^\/(?:_data_stream|_query\/view|_resolve\/index)\/|\/_?alias(?:es)?\//;

const inBody = (...paths: readonly string[]): readonly NamePlace[] => paths.map((at) => ({ in: 'body', at }));

/** Members of bodies that name indices, by the names of endpoints and of privileges, where `*` is any. */
const places: Readonly<Record<string, Readonly<Record<string, readonly NamePlace[]>>>> = {
  'indices.update_aliases': {
    '*': inBody('actions/*/*/index', 'actions/*/*/indices', 'actions/*/*/alias', 'actions/*/*/aliases'),
  },
  'indices.modify_data_stream': { '*': inBody('actions/*/*/data_stream', 'actions/*/*/index') },
  reindex: { read: inBody('source/index'), write: inBody('dest/index') },
  mget: { '*': inBody('docs/*/_index') },
  mtermvectors: { '*': inBody('docs/*/_index') },
  msearch: { '*': inBody('*/index') },
  msearch_template: { '*': inBody('*/index') },
  'transform.put_transform': {
    read: inBody('source/index'),
    view_index_metadata: inBody('source/index'),
    create_index: inBody('dest/index'),
    index: inBody('dest/index'),
  },
  'transform.preview_transform': { '*': inBody('source/index') },
  'enrich.put_policy': { '*': inBody('*/indices') },
  'ml.put_datafeed': { '*': inBody('indices', 'indexes') },
  'rollup.put_job': { '*': inBody('index_pattern') },
};

/**
 * Returns what an endpoint needs by one of its paths: what the schema states, or what the server is known to ask for; undefined where neither
 * says it.
 */
export function needsOf(
  endpoint: Unread,
  { name, path, placeholders }: { name: string; path: string; placeholders: readonly string[] },
): readonly CompiledNeed[] | undefined {
  const { index, cluster } = recordOf(endpoint['privileges']);
  const stated = [...clusterNeeds(asTexts(cluster)), ...indexNeeds(asTexts(index))];
  const found = stated.length > 0 ? stated : unstatedNeeds(name);
  return found?.map((need) =>
    need.kind === 'index' ? { ...need, on: placesOf(need, name, path, placeholders) } : need,
  );
}

function clusterNeeds(names: readonly string[]): readonly CompiledNeed[] {
  if (names.length === 0) return [];
  const sorted = [...names].sort((one, other) => large.indexOf(one) - large.indexOf(other));
  return [{ kind: 'cluster', names: sorted }];
}

function indexNeeds(names: readonly string[]): readonly CompiledNeed[] {
  const isAny = alternatives.some((list) => list.length === names.length && list.every((name) => names.includes(name)));
  return isAny ? [{ kind: 'index', names }] : names.map((name) => ({ kind: 'index', names: [name] }));
}

function unstatedNeeds(name: string): readonly CompiledNeed[] | undefined {
  const known = unstated[name];
  if (known === undefined) return undefined;
  if (known === 'none') return [];
  return known.map(([kind, privilege]) => ({ kind, names: [privilege], source: serverSource }));
}

function placesOf(
  { names }: CompiledNeed,
  name: string,
  path: string,
  placeholders: readonly string[],
): readonly NamePlace[] {
  const inPath = placeholders
    .filter((word) => indexParameters.includes(word) || (word === 'name' && namedPaths.test(path)))
    .map((word): NamePlace => ({ in: 'path', name: word }));
  const ofBody = places[name]?.[names[0] ?? ''] ?? places[name]?.['*'] ?? [];
  return [...inPath, ...ofBody];
}
