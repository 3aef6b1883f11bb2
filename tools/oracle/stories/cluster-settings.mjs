// Cluster settings: persistent and transient, each value at its limits, reset with null, and what reads answer.
import { brokenBodies, del, few, flags, get, inLots, lots, post, put, send, sizes, story, times } from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

const natural = { valid: [0, 3, '3'], invalid: [-1, 'x', 1.5, '', true] };

/** Settings that may change while nodes run. @type {Record<string, { valid: readonly unknown[], invalid: readonly unknown[] }>} */
const dynamic = {
  'action.auto_create_index': { valid: [true, false, 'true', '+a*,-b*', 'a*'], invalid: ['+', 'a,,b', '-'] },
  'action.destructive_requires_name': flags,
  'cluster.max_shards_per_node': { valid: [1, 1000, '2000'], invalid: [0, -1, 'x', 1.5, '', 2_147_483_648] },
  'cluster.max_shards_per_node.frozen': { valid: [3000, '1'], invalid: [0, 'x'] },
  'cluster.routing.allocation.enable': {
    valid: ['all', 'primaries', 'new_primaries', 'none', 'ALL'],
    invalid: ['some', '', 1, true],
  },
  'cluster.routing.rebalance.enable': {
    valid: ['all', 'primaries', 'replicas', 'none'],
    invalid: ['new_primaries', '', 0],
  },
  'cluster.routing.allocation.allow_rebalance': {
    valid: ['always', 'indices_primaries_active', 'indices_all_active', 'ALWAYS'],
    invalid: ['never', '', 1],
  },
  'cluster.routing.allocation.cluster_concurrent_rebalance': { valid: [-1, 2, '2'], invalid: [-2, 'x', 1.5] },
  'cluster.routing.allocation.node_concurrent_recoveries': natural,
  'cluster.routing.allocation.node_initial_primaries_recoveries': natural,
  'cluster.routing.allocation.balance.shard': { valid: [0, 0.45, '0.5'], invalid: [-1, 'x', ''] },
  'cluster.routing.allocation.balance.threshold': { valid: [1, 1.5, '2'], invalid: [0.5, -1, 'x'] },
  'cluster.routing.allocation.total_shards_per_node': { valid: [-1, 5, '5'], invalid: [-2, 'x'] },
  'cluster.routing.allocation.disk.threshold_enabled': flags,
  'cluster.routing.allocation.disk.watermark.low': { valid: ['80%', '0.8'], invalid: ['101%', '-1%', 'x', '', '96%'] },
  'cluster.routing.allocation.disk.watermark.high': { valid: ['90%', '0.92'], invalid: ['50%', '101%', 'high'] },
  'cluster.routing.allocation.exclude._name': { valid: ['none', ''], invalid: [] },
  'cluster.routing.allocation.exclude._ip': { valid: ['10.0.0.1', ''], invalid: ['x.y.z', '10.0.0.1/99'] },
  'cluster.routing.allocation.awareness.attributes': { valid: ['zone', ['zone', 'rack'], ''], invalid: [] },
  'cluster.info.update.interval': { valid: ['30s', '10s', '1m'], invalid: ['9s', '30', 'x', '-1'] },
  'cluster.blocks.read_only': { valid: ['false', false], invalid: flags.invalid },
  'cluster.blocks.read_only_allow_delete': { valid: [false, 'false'], invalid: flags.invalid },
  'cluster.indices.close.enable': flags,
  'cluster.service.slow_task_logging_threshold': times,
  'cluster.persistent_tasks.allocation.enable': { valid: ['all', 'none'], invalid: ['primaries', '', 1] },
  'indices.recovery.max_bytes_per_sec': {
    valid: [...sizes.valid.filter((value) => value !== '-1'), '-1'],
    invalid: sizes.invalid,
  },
  'indices.recovery.max_concurrent_file_chunks': { valid: [1, 8, '5'], invalid: [0, 9, 'x'] },
  'indices.recovery.retry_delay_network': times,
  'indices.breaker.total.limit': { valid: ['95%', '90%'], invalid: ['101%', 'x', '-1%', '95'] },
  'indices.breaker.request.limit': { valid: ['60%', '100mb'], invalid: ['x', '', '60'] },
  'indices.breaker.request.overhead': { valid: [1, '1.5'], invalid: [-1, 'x'] },
  'indices.id_field_data.enabled': flags,
  'indices.mapping.dynamic_timeout': times,
  'search.max_buckets': { valid: [0, 10_000, '65536'], invalid: [-1, 'x', 1.5] },
  'search.default_search_timeout': { valid: ['5s', '-1', '500ms'], invalid: ['5', 'x', '1w'] },
  'search.default_allow_partial_results': flags,
  'search.default_keep_alive': { valid: ['1m', '5m'], invalid: ['25h', '5', 'x'] },
  'search.max_keep_alive': { valid: ['24h', '48h'], invalid: ['1m', 'x', '24'] },
  'search.max_open_scroll_context': natural,
  'search.low_level_cancellation': flags,
  'snapshot.max_concurrent_operations': { valid: [1, 1000, '5'], invalid: [0, 'x'] },
  'logger.org.elasticsearch.discovery': { valid: ['INFO', 'warn', 'ERROR'], invalid: ['LOUD', 'informative'] },
  'logger._root': { valid: ['INFO'], invalid: ['nothing'] },
  'http.tracer.include': { valid: ['/a*', ['/a', '/b']], invalid: [] },
  'cluster.metadata.owner': { valid: ['search', '', 5, true], invalid: [] },
  'cluster.remote.east.seeds': {
    valid: [['127.0.0.1:9400'], '127.0.0.1:9400', []],
    invalid: ['127.0.0.1', ['127.0.0.1:port'], 'x:y:z', ['127.0.0.1:99999']],
  },
  'cluster.remote.east.skip_unavailable': { valid: [], invalid: [true, 'maybe'] },
  'cluster.remote.east.mode': { valid: ['sniff'], invalid: ['other', ''] },
  'cluster.remote.east.proxy_address': { valid: [], invalid: ['127.0.0.1:9400', 'x'] },
};

/** Settings of configuration files, and names that no server knows. */
const refusedNames = [
  'cluster.name',
  'node.name',
  'path.repo',
  'path.data',
  'http.port',
  'network.host',
  'discovery.type',
  'discovery.seed_hosts',
  'bootstrap.memory_lock',
  'xpack.security.enabled',
  'indices.queries.cache.size',
  'indices.memory.index_buffer_size',
  'gateway.expected_data_nodes',
  'repositories.url.allowed_urls',
  'cluster.initial_master_nodes',
  'transport.port',
  'node.roles',
  'cluster.max_shard_per_node',
  'cluster.routing.allocation.enabled',
  'cluster.routing.allocation',
  'Cluster.max_shards_per_node',
  'cluster',
  'unknown',
  'unknown.more',
  '',
  ' ',
  'index.refresh_interval',
  'number_of_replicas',
  'search.max_bucket',
  'action.auto_create_indices',
  'cluster.remote.east.seed',
  'cluster.remote.seeds',
  'cluster.routing.allocation.disk.watermark',
  'threadpool.bulk.size',
  'script.max_compilations_rate',
  'logger.',
  'indices.store.throttle.type',
  'archived.x',
  'xpack.none',
];

/** @param {Random} random @param {string} name @param {unknown} value @returns {object} */
function spelt(random, name, value) {
  const parts = name.split('.');
  return random.pick([
    { [name]: value },
    /** @type {object} */ (parts.reduceRight((/** @type {unknown} */ inner, part) => ({ [part]: inner }), value)),
    { [parts[0]]: { [parts.slice(1).join('.')]: value } },
  ]);
}

/** Resets what a story set. @param {readonly string[]} names */
const reset = (names) =>
  put('/_cluster/settings', {
    persistent: Object.fromEntries(names.map((name) => [name, null])),
    transient: Object.fromEntries(names.map((name) => [name, null])),
  });

/** @param {Random} random */
function values(random) {
  const scopes = ['persistent', 'persistent', 'transient'];
  const accepted = Object.entries(dynamic).flatMap(([name, { valid }]) =>
    (valid.length > 0 ? random.some(valid).slice(0, 3) : []).map((value) => ({ name, value })),
  );
  const acceptedStories = lots(random.shuffle(accepted), 12).map((part, at) =>
    story(
      `accepted cluster settings ${at + 1}`,
      part.map(({ name, value }) => put('/_cluster/settings', { [random.pick(scopes)]: spelt(random, name, value) })),
      get('/_cluster/settings'),
      get('/_cluster/settings?flat_settings=true'),
      reset(part.map(({ name }) => name)),
      get('/_cluster/settings'),
    ),
  );
  const refused = Object.entries(dynamic).flatMap(([name, { invalid }]) =>
    few(random, invalid).map((value) =>
      put('/_cluster/settings', { [random.pick(scopes)]: spelt(random, name, value) }),
    ),
  );
  const names = refusedNames.map((name) =>
    put('/_cluster/settings', { [random.pick(scopes)]: { [name]: random.pick([1, 'x', true, null]) } }),
  );
  const after = [get('/_cluster/settings')];
  return [
    ...acceptedStories,
    ...inLots('refused cluster settings', { after, size: 40 }, random.shuffle(refused)),
    ...inLots('unknown cluster settings', { after, size: 40 }, random.shuffle(names)),
  ];
}

/** Whole bodies, paths, methods and parameters. @param {Random} random */
function requests(random) {
  const name = 'search.max_buckets';
  const change = { persistent: { [name]: random.int(100, 900) } };
  const whole = [
    {},
    { persistent: {} },
    { transient: {} },
    { persistent: {}, transient: {} },
    { persistent: null },
    { persistent: [] },
    { persistent: 'x' },
    { persistent: 1 },
    { transient: true },
    { persistant: { [name]: 1 } },
    { Persistent: { [name]: 1 } },
    { settings: { [name]: 1 } },
    { [name]: 1 },
    { defaults: { [name]: 1 } },
    { persistent: { [name]: 200 }, transient: { [name]: 300 } },
    { persistent: { [name]: 1, unknown: 1 } },
    { persistent: { search: { max_buckets: 5, default_search_timeout: '1s' } } },
    { persistent: { search: null } },
    { persistent: { 'search.*': null } },
    { transient: { '*': null } },
    { persistent: { 'none.*': null } },
    { persistent: { unknown: null } },
    { persistent: { [name]: null } },
    { persistent: { [name]: [] } },
    { persistent: { [name]: {} } },
    { persistent: { [name]: ['5'] } },
  ];
  const written = [
    ...brokenBodies,
    '',
    '{"persistent":{"search.max_buckets":5,"search.max_buckets":6}}',
    '{"persistent":{"search.max_buckets":5},"persistent":{}}',
    '{"persistent":{"search":{"max_buckets":5},"search.max_buckets":6}}',
    '{"persistent":{"search.max_buckets":5.0}}',
    '{"persistent":{"search.max_buckets":5e1}}',
  ];
  const queries = [
    'flat_settings=true',
    'flat_settings=x',
    'include_defaults=x',
    'master_timeout=5s',
    'master_timeout=5',
    'timeout=5s',
    'timeout=x',
    'unknown=1',
    'local=true',
    'pretty',
    'filter_path=persistent',
    'filter_path=none',
    'human=true',
  ];
  return [
    story(
      'cluster settings bodies',
      whole.flatMap((body) => [put('/_cluster/settings', body), get('/_cluster/settings?flat_settings=true')]),
      reset([name, 'search.default_search_timeout']),
    ),
    story(
      'cluster settings as written',
      written.map((body) => put('/_cluster/settings', body)),
      put('/_cluster/settings'),
      put('/_cluster/settings', change, { 'content-type': 'text/plain' }),
      put('/_cluster/settings', 'persistent:\n  search.max_buckets: 7\n', { 'content-type': 'application/yaml' }),
      get('/_cluster/settings'),
      reset([name]),
    ),
    story(
      'cluster settings parameters',
      put('/_cluster/settings', change),
      queries.flatMap((query) => [get(`/_cluster/settings?${query}`), put(`/_cluster/settings?${query}`, change)]),
      reset([name]),
    ),
    story('cluster settings requests', [
      post('/_cluster/settings', change),
      del('/_cluster/settings'),
      send('PATCH', '/_cluster/settings', change),
      get('/_cluster/settings/search'),
      get('/_cluster/setting'),
      put('/_cluster/setting', change),
      get('/_cluster/settings/'),
      put('/_settings/cluster', change),
      get('/_cluster/settings?include_defaults=true&filter_path=defaults.search.max_buckets'),
      get('/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=defaults.search*buckets'),
    ]),
  ];
}

/** What settings do to other requests. */
function atWork() {
  return [
    story(
      'automatic creation',
      put('/_cluster/settings', { persistent: { 'action.auto_create_index': '+yes*,-no*' } }),
      put('/yes_1/_doc/1', {}),
      put('/no_1/_doc/1', {}),
      put('/other/_doc/1', {}),
      put('/no_2', {}),
      post('/_bulk', [{ index: { _index: 'no_3', _id: '1' } }, {}, { index: { _index: 'yes_1', _id: '2' } }, {}]),
      put('/_cluster/settings', { persistent: { 'action.auto_create_index': false } }),
      put('/yes_2/_doc/1', {}),
      reset(['action.auto_create_index']),
      put('/yes_2/_doc/1', {}),
      get('/_cat/indices?h=index&s=index'),
    ),
    story(
      'shard limit',
      put('/_cluster/settings', { persistent: { 'cluster.max_shards_per_node': 2 } }),
      put('/one', { settings: { number_of_shards: 2, number_of_replicas: 0 } }),
      put('/two', { settings: { number_of_shards: 1, number_of_replicas: 0 } }),
      put('/one/_settings', { number_of_replicas: 1 }),
      reset(['cluster.max_shards_per_node']),
      put('/two', { settings: { number_of_shards: 1, number_of_replicas: 0 } }),
    ),
    story(
      'deletion by patterns',
      put('/one'),
      del('/o*'),
      del('/_all'),
      put('/_cluster/settings', { persistent: { 'action.destructive_requires_name': false } }),
      del('/o*'),
      get('/one'),
      del('/_all'),
      reset(['action.destructive_requires_name']),
      put('/_cluster/settings', { persistent: { 'cluster.indices.close.enable': false } }),
      put('/two'),
      post('/two/_close'),
      reset(['cluster.indices.close.enable']),
      post('/two/_close'),
    ),
    story(
      'read-only cluster',
      put('/one'),
      put('/_cluster/settings', { persistent: { 'cluster.blocks.read_only': true } }),
      put('/two'),
      put('/one/_doc/1', {}),
      put('/one/_mapping', {}),
      get('/one'),
      get('/one/_search'),
      del('/one'),
      put('/_cluster/settings', { persistent: { 'search.max_buckets': 9 } }),
      reset(['cluster.blocks.read_only', 'search.max_buckets']),
      put('/one/_doc/1', {}),
      get('/_cluster/settings'),
    ),
    story(
      'bucket limit',
      put('/one', { mappings: { properties: { labels: { type: 'flattened' } } } }),
      post(
        '/one/_bulk?refresh=true',
        ['a', 'b', 'c'].flatMap((value) => [{ index: { _id: value } }, { labels: { a: value } }]),
      ),
      put('/_cluster/settings', { transient: { 'search.max_buckets': 2 } }),
      post('/one/_search', { size: 0, aggs: { a: { terms: { field: 'labels.a' } } } }),
      post('/one/_search', { size: 0, aggs: { a: { terms: { field: 'labels.a', size: 2 } } } }),
      reset(['search.max_buckets']),
    ),
  ];
}

export const clusterSettings = {
  area: 'cluster settings',
  /** @param {Random} random */
  stories: (random) => [...values(random), ...requests(random), ...atWork()],
};
