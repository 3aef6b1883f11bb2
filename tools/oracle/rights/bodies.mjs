// Requests whose snippet leaves open what a server needs, by the id of the operation without the service.

/** Bodies. @type {Readonly<Record<string, object | string>>} */
export const bodies = {
  'search.all': { query: { match_all: {} } },
  'document.several-anywhere': { docs: [{ _index: 'one', _id: '1' }] },
  explain: { query: { match_all: {} } },
  'indices.analyze': { text: 'two words' },
  'indices.analyze/index': { text: 'two words', field: 'a' },
  'indices.simulate_template': { index_patterns: ['made*'] },
  'indices.simulate_template/name': { index_patterns: ['made*'] },
  'indices.put_index_template': { index_patterns: ['some-stream*'], data_stream: {} },
  'indices.put_template': { index_patterns: ['nothing-of-it*'] },
  'indices.split': { settings: { 'index.number_of_shards': 2 } },
  mtermvectors: { docs: [{ _index: 'one', _id: '1' }] },
  'mtermvectors/index': { docs: [{ _id: '1' }] },
  'termvectors/index': { doc: { a: 1 } },
  msearch: '{"index":"one"}\n{"query":{"match_all":{}}}\n',
  open_point_in_time: '',
  'security.activate_user_profile': { grant_type: 'password', username: 'someone', password: 'password-of-someone' },
  'security.change_password': { password: 'password-of-someone' },
  'security.change_password/1': { password: 'password-of-tried' },
  'security.grant_api_key': {
    grant_type: 'password',
    username: 'someone',
    password: 'password-of-someone',
    api_key: { name: 'granted' },
  },
  'security.put_privileges': { 'some-app': { 'some-privilege': { actions: ['data:read/*'] } } },
  'security.put_role_mapping': { roles: ['some-role'], enabled: true, rules: { field: { username: 'someone' } } },
  'security.put_user': { password: 'password-of-someone', roles: ['some-role'] },
  'security.update_user_profile_data': { labels: { a: 'b' } },
  'security.has_privileges_user_profile': { uids: ['nothing'], privileges: { cluster: ['monitor'] } },
  'security.update_settings': { security: { 'index.auto_expand_replicas': '0-1' } },
  rank_eval: {
    requests: [{ id: 'a', request: { query: { match_all: {} } }, ratings: [] }],
    metric: { precision: {} },
  },
  'rank_eval/index': {
    requests: [{ id: 'a', request: { query: { match_all: {} } }, ratings: [] }],
    metric: { precision: {} },
  },
  'security.has_privileges/user': { cluster: ['monitor'] },
  'simulate.ingest': { docs: [{ _index: 'one', _id: '1', _source: { a: 1 } }] },
  'simulate.ingest/index': { docs: [{ _id: '1', _source: { a: 1 } }] },
  'snapshot.clone': { indices: 'one' },
  'synonyms.put_synonym': { synonyms_set: [{ synonyms: 'one, first' }] },
  'synonyms.put_synonym_rule': { synonyms: 'one, first' },
  knn_search: { knn: { field: 'a', query_vector: [1], k: 1, num_candidates: 1 } },
  reindex: { source: { index: 'one' }, dest: { index: 'made-index' } },
  'alias.change': { actions: [{ add: { index: 'one', alias: 'other-name' } }] },
};

/** Queries. @type {Readonly<Record<string, string>>} */
export const queries = {
  '_internal.prevalidate_node_removal': '?names=oracle',
  'cluster.post_voting_config_exclusions': '?node_names=other',
  field_caps: '?fields=a',
  'field_caps/index': '?fields=a',
  'indices.disk_usage': '?run_expensive_tasks=true',
  open_point_in_time: '?keep_alive=1m',
};

/** Methods, where the first one takes no body. @type {Readonly<Record<string, string>>} */
export const methods = {
  rank_eval: 'POST',
  'rank_eval/index': 'POST',
  'security.has_privileges_user_profile': 'POST',
};

/** Path parameters. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const parameters = {
  'cluster.info': { target: 'ingest' },
  'nodes.stats/metric/index_metric': { metric: 'indices', index_metric: 'docs' },
  'nodes.stats/node_id/metric/index_metric': { metric: 'indices', index_metric: 'docs' },
};
