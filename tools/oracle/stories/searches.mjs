// Searches on flattened fields: queries, order, pages, aggregations and what they return.
import {
  acceptedAggregations,
  acceptedQueries,
  refusedAggregations,
  refusedQueries,
  refusedSorts,
  sorts,
} from './search-cases.mjs';
import { acceptedOptions, refusedOptions } from './search-options.mjs';
import { brokenBodies, createIndex, del, get, inLots, post, put, send, story } from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */
/** @typedef {import('./builders.mjs').Step} Step */

const index = createIndex('items', {
  labels: { type: 'flattened' },
  split: { type: 'flattened', split_queries_on_whitespace: true },
  hidden: { type: 'flattened', index: false, doc_values: false },
  title: { type: 'text' },
  needed: { type: 'long' },
});

/** Documents whose values differ by the seed; ids and the order of writing are fixed, so that order can be compared. @param {Random} random */
function documentsOf(random) {
  return Array.from({ length: 8 }, (_, at) => ({
    title: `${random.pick(['first', 'second', 'third'])} document`,
    needed: at,
    labels: {
      ...(at === 6 ? {} : { priority: random.pick(['urgent', 'low', 'a', 'Urgent']) }),
      count: random.pick([1, 2, 10, 100, '10', '9']),
      open: random.chance(0.5),
      tags: random.shuffle(['a', 'b', 'c']).slice(0, random.int(1, 3)),
      title: random.pick(['two words', 'two', 'words']),
      deep: { key: random.pick(['x', 'y']) },
    },
    split: { title: random.pick(['two', 'words', 'two words']) },
    hidden: { a: 'x' },
  }));
}

/** The index with its documents. @param {Random} random @returns {Step[]} */
const filled = (random) => [
  index,
  post(
    '/items/_bulk?refresh=true',
    documentsOf(random).flatMap((document, at) => [{ index: { _id: String(at + 1) } }, document]),
  ),
];

const search = (/** @type {object} */ body) => post('/items/_search', body);

/** @param {Random} random */
function single(random) {
  const ordered = (/** @type {object} */ query) => search({ query, sort: ['needed'], _source: false });
  const size = 40;
  return [
    ...inLots('accepted queries', { before: filled(random), size }, random.shuffle(acceptedQueries).map(ordered)),
    ...inLots(
      'scores',
      { before: filled(random), size },
      random.some(acceptedQueries).map((query) => search({ query, _source: false })),
    ),
    ...inLots(
      'counts',
      { before: filled(random), size },
      random.some(acceptedQueries).map((query) => post('/items/_count', { query })),
    ),
    ...inLots(
      'refused queries',
      { before: filled(random), size },
      random.shuffle(refusedQueries).map((query) => search({ query })),
    ),
    ...inLots(
      'refused counts',
      { before: filled(random), size },
      random.some(refusedQueries).map((query) => post('/items/_count', { query })),
    ),
    ...inLots(
      'sorts',
      { before: filled(random), size },
      [...random.shuffle(sorts), ...random.shuffle(refusedSorts)].map((sort) => search({ sort, _source: false })),
    ),
    ...inLots(
      'aggregations',
      { before: filled(random), size },
      random.shuffle(acceptedAggregations).map((aggs) => search({ size: 0, aggs })),
    ),
    ...inLots(
      'refused aggregations',
      { before: filled(random), size },
      random.shuffle(refusedAggregations).map((aggs) => search({ size: 0, aggs })),
    ),
    ...inLots(
      'options',
      { before: filled(random), size },
      random.shuffle(acceptedOptions).map((options) => search(options)),
    ),
    ...inLots(
      'refused options',
      { before: filled(random), size },
      random.shuffle(refusedOptions).map((options) => search(options)),
    ),
  ];
}

/** Queries in queries, with pages, order and aggregations, chosen by the seed. @param {Random} random */
function combined(random) {
  const one = () => random.pick(acceptedQueries);
  const several = () => Array.from({ length: random.int(1, 3) }, one);
  const bodies = Array.from({ length: 100 }, () => ({
    query: random.pick([
      one,
      () => ({ bool: { [random.pick(['must', 'filter', 'should', 'must_not'])]: several() } }),
      () => ({ bool: { must: several(), must_not: one(), should: several(), minimum_should_match: random.int(0, 1) } }),
      () => ({ constant_score: { filter: { bool: { should: several() } } } }),
      () => ({ bool: { filter: { bool: { must_not: { bool: { filter: several() } } } } } }),
    ])(),
    ...(random.chance(0.8)
      ? { sort: [random.pick(['labels.count', 'labels.priority', { 'labels.tags': 'desc' }, 'labels']), 'needed'] }
      : {}),
    ...(random.chance(0.4) ? { size: random.int(0, 5), from: random.int(0, 3) } : {}),
    ...(random.chance(0.3) ? { aggs: random.pick(acceptedAggregations) } : {}),
    _source: random.pick([false, true, ['labels.priority'], { excludes: ['labels.*'] }]),
  }));
  return inLots('combined searches', { before: filled(random), size: 60 }, bodies.map(search));
}

/** One mistake deep inside an otherwise valid body. @param {Random} random */
function mistakenInside(random) {
  const bodies = random.shuffle(refusedQueries).map((query) => ({
    query: random.pick([
      { bool: { must: [{ match_all: {} }, query] } },
      { bool: { filter: query } },
      { constant_score: { filter: query } },
      { bool: { must_not: { bool: { should: [query] } } } },
    ]),
    size: random.int(0, 3),
  }));
  return inLots('mistaken inside', { before: filled(random), size: 45 }, bodies.map(search));
}

/** Query parameters, paths and methods. @param {Random} random */
function requests(random) {
  const queries = [
    'q=urgent',
    'q=labels.priority:urgent',
    'q=labels:ur*',
    'q=title:first',
    'q=',
    'q=(',
    'q=urgent&df=labels',
    'q=first&default_operator=AND',
    'q=first&default_operator=and',
    'q=first&default_operator=xor',
    'q=first&analyzer=standard',
    'q=first&analyzer=none',
    'q=first&lenient=true',
    'q=a*&analyze_wildcard=true',
    'size=2',
    'size=0',
    'size=-1',
    'size=10001',
    'size=x',
    'from=2',
    'from=-1',
    'from=9999&size=2',
    'sort=needed',
    'sort=needed:desc',
    'sort=needed:down',
    'sort=labels.priority:asc,needed',
    'sort=none',
    'sort=none:asc',
    'sort=title',
    '_source=false',
    '_source=labels',
    '_source_includes=labels.priority',
    '_source_excludes=labels',
    'stored_fields=title',
    'docvalue_fields=needed',
    'docvalue_fields=title',
    'track_total_hits=true',
    'track_total_hits=3',
    'track_total_hits=x',
    'rest_total_hits_as_int=true',
    'rest_total_hits_as_int=true&track_total_hits=5',
    'search_type=query_then_fetch',
    'search_type=dfs_query_then_fetch',
    'search_type=count',
    'search_type=QUERY',
    'timeout=5s',
    'timeout=5',
    'terminate_after=2',
    'version=true',
    'seq_no_primary_term=true',
    'explain=x',
    'track_scores=true',
    'request_cache=true',
    'request_cache=x',
    'preference=_local',
    'preference=_nowhere',
    'routing=a',
    'typed_keys=true',
    'allow_partial_search_results=false',
    'batched_reduce_size=5',
    'batched_reduce_size=1',
    'max_concurrent_shard_requests=0',
    'pre_filter_shard_size=0',
    'ignore_unavailable=true',
    'ignore_unavailable=x',
    'allow_no_indices=false',
    'expand_wildcards=open',
    'expand_wildcards=none',
    'expand_wildcards=opened',
    'ccs_minimize_roundtrips=true',
    'scroll=1m&size=2',
    'scroll=1',
    'scroll=0&size=0',
    'scroll=25h',
    'unknown=1',
    'sizes=2',
    'filter_path=hits.total',
    'filter_path=hits.hits._id,hits.hits._score',
    'pretty',
    'human=x',
    'pretty=x',
    'source=%7B%22size%22%3A1%7D&source_content_type=application/json',
    'source=%7B%22size%22%3A1%7D',
    'stats=a',
    'min_compatible_shard_node=8.0.0',
    'include_named_queries_score=true',
    'force_synthetic_source=x',
    'suggest_field=title',
  ];
  const filter = { query: { term: { labels: 'urgent' } } };
  const bodies = [
    ...brokenBodies,
    '',
    '{"size":1,"size":2}',
    '{"query":{"match_all":{},"match_all":{}}}',
    '{"query":{"term":{"labels":"a","labels":"b"}}}',
    '{"query":{"match_all":{}}} ',
    '{"size":1} // one',
    '{"size":"1"}',
    '{"size":1e1}',
    '{"size":1.0}',
  ];
  return [
    ...inLots(
      'search parameters',
      { before: filled(random), size: 45 },
      queries.map((query) => get(`/items/_search?${query}`)),
    ),
    ...inLots('count parameters', { before: filled(random), size: 60 }, [
      ...queries
        .filter((query) => /^(?:q|df|rout|pref|ignore|allow|expand|termin|unkn|size|from|sort)/.test(query))
        .map((query) => get(`/items/_count?${query}`)),
      get('/items/_count?min_score=1'),
      get('/items/_count', { size: 1 }),
      get('/items/_count', { ...filter, sort: ['needed'] }),
      get('/items/_count', { query: filter.query, unknown: 1 }),
      get('/none/_count'),
      get('/items/_count', filter),
      ...bodies.map((body) => post('/items/_count', body)),
    ]),
    story(
      'search bodies',
      filled(random),
      bodies.map((body) => post('/items/_search', body)),
      post('/items/_search', filter, { 'content-type': 'text/plain' }),
      post('/items/_search', 'size: 1\n', { 'content-type': 'application/yaml' }),
    ),
    story(
      'search paths',
      filled(random),
      createIndex('other', { labels: { type: 'keyword' } }),
      put('/other/_doc/1?refresh=true', { labels: 'urgent' }),
      [
        '/_search',
        '/items,other/_search',
        '/*/_search',
        '/_all/_search',
        '/it*/_search',
        '/items,-other/_search',
        '/none*/_search',
      ].map((path) => get(path, { ...filter, sort: ['_index', '_doc'] })),
      [
        '/none/_search',
        '/items,none/_search',
        '/Items/_search',
        '/items,none/_search?ignore_unavailable=true',
        '/none*/_search?allow_no_indices=false',
        '/_none/_search',
      ].map((path) => get(path, filter)),
      [
        '/items/search',
        '/items/_searchs',
        '/items/_doc/_search',
        '/items/doc/_search',
        '/items/_search/1',
        '/items/_search/',
        '/items//_search',
      ].map((path) => get(path, filter)),
      put('/items/_search', filter),
      del('/items/_search'),
      send('PATCH', '/items/_search', filter),
      send('HEAD', '/items/_search', filter),
      post('/other/_search', { query: { wildcard: { labels: 'ur*' } } }),
      post('/items,other/_search', { query: { wildcard: { 'labels.priority': 'ur*' } } }),
      post('/items,other/_search', { sort: ['labels'], query: { exists: { field: 'labels' } } }),
    ),
    story(
      'multi search',
      filled(random),
      post('/items/_msearch', [{}, filter, {}, { size: 1, sort: ['needed'] }]),
      post('/_msearch', [
        { index: 'items' },
        filter,
        { index: 'none' },
        filter,
        { index: ['items'] },
        { query: { wildcard: { 'labels.a': 'x*' } } },
      ]),
      post('/_msearch', [{ indx: 'items' }, filter]),
      post('/_msearch', [{ index: 'items' }]),
      post('/_msearch', ['{"index":"items"', filter]),
      post('/_msearch', [{ index: 'items' }, '{"query":']),
      post('/_msearch', [{ index: 'items', search_type: 'query_then_fetch' }, {}]),
      post('/_msearch?max_concurrent_searches=0', [{ index: 'items' }, {}]),
      post('/_msearch?rest_total_hits_as_int=true', [{ index: 'items' }, {}]),
      post('/_msearch?unknown=1', [{ index: 'items' }, {}]),
      post('/_msearch'),
      post('/_msearch', '{"index":"items"}\n{}', { 'content-type': 'application/x-ndjson' }),
      post('/none/_msearch', [{}, {}]),
    ),
    story(
      'delete by query',
      filled(random),
      post('/items/_delete_by_query?refresh=true', { query: { term: { 'labels.priority': 'low' } } }),
      post('/items/_count'),
      post('/items/_delete_by_query', {}),
      post('/items/_delete_by_query'),
      post('/items/_delete_by_query', { query: { wildcard: { 'labels.priority': 'a*' } } }),
      post('/items/_delete_by_query?refresh=true', { query: { match_all: {} }, max_docs: 1 }),
      post('/items/_delete_by_query', { query: { match_all: {} }, max_docs: 0 }),
      post('/items/_delete_by_query', { query: { match_all: {} }, size: -2 }),
      post('/items/_delete_by_query', { unknown: 1 }),
      post('/items/_delete_by_query?conflicts=proceed&refresh=true', { query: { range: { needed: { lt: 3 } } } }),
      post('/items/_delete_by_query?conflicts=maybe', { query: { match_all: {} } }),
      post('/none/_delete_by_query', { query: { match_all: {} } }),
      get('/items/_search', { sort: ['needed'], _source: false }),
    ),
    story(
      'scroll and point in time',
      filled(random),
      post('/_search/scroll', { scroll: '1m' }),
      post('/_search/scroll', { scroll_id: 'nonsense' }),
      post('/_search/scroll', { scroll_id: 'nonsense', unknown: 1 }),
      post('/_search/scroll', { scroll_id: 5 }),
      post('/_search/scroll', {}),
      del('/_search/scroll'),
      send('DELETE', '/_search/scroll', { scroll_id: ['nonsense'] }),
      send('DELETE', '/_search/scroll', {}),
      post('/items/_search?scroll=1m', { size: 2, from: 1 }),
      post('/items/_search?scroll=1m', { size: 0 }),
      post('/items/_search?scroll=1m', { size: 2, sort: ['_doc'], _source: false }),
      post('/items/_pit'),
      post('/items/_pit?keep_alive=soon'),
      post('/none/_pit?keep_alive=1m'),
      send('DELETE', '/_pit', { id: 'nonsense' }),
      send('DELETE', '/_pit', {}),
      del('/_search/scroll/_all'),
    ),
  ];
}

export const searches = {
  area: 'searches',
  /** @param {Random} random */
  stories: (random) => [...single(random), ...combined(random), ...mistakenInside(random), ...requests(random)],
};
