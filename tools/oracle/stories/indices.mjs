// Creating, reading, closing, opening and deleting indices: names, bodies, paths and query parameters.
import {
  brokenBodies,
  createIndex,
  del,
  encoded,
  get,
  head,
  inLots,
  oneShard,
  post,
  put,
  send,
  story,
} from './builders.mjs';
import { acceptedBodies, acceptedNames, refusedBodies, refusedNames } from './index-cases.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

/** @param {Random} random */
function names(random) {
  const accepted = random
    .shuffle(acceptedNames)
    .map((name) => [
      put(`/${encoded(name)}`, { settings: oneShard }),
      head(`/${encoded(name)}`),
      put(`/${encoded(name)}`),
    ]);
  const refused = random
    .shuffle(refusedNames)
    .map((name) => [
      put(`/${encoded(name)}`),
      ...(random.chance(0.5) ? [put(`/${encoded(name)}/_doc/1`, { a: 1 })] : []),
    ]);
  return [
    ...inLots('accepted names', { after: [get('/_alias'), get('/_cat/indices?h=index&s=index')], size: 8 }, accepted),
    ...inLots('refused names', { after: [get('/_alias')], size: 40 }, refused),
  ];
}

/** @param {Random} random */
function bodies(random) {
  const accepted = random.shuffle(acceptedBodies).map((body, at) => [put(`/made_${at}`, body), get(`/made_${at}`)]);
  const refused = random.shuffle(refusedBodies).map((body) => put('/made', body));
  const written = [
    ...brokenBodies,
    '{"settings":{},"settings":{}}',
    '{"settings":{"number_of_shards":1,"number_of_shards":2}}',
    '{"mappings":{"properties":{"a":{"type":"flattened"},"a":{"type":"keyword"}}}}',
  ].map((body) => put('/made', body));
  return [
    ...inLots('accepted bodies', { size: 5 }, accepted),
    ...inLots(
      'refused bodies',
      { size: 20 },
      refused.map((step) => [step, del('/made')]),
    ),
    story(
      'bodies as written',
      written.flatMap((step) => [step, del('/made')]),
    ),
    story(
      'exists already',
      put('/same'),
      put('/same'),
      put('/same', { settings: oneShard }),
      createIndex('same'),
      put('/other', { aliases: { same: {} } }),
      put('/other', { aliases: { alias: {} } }),
      put('/alias'),
      get('/_alias'),
    ),
  ];
}

/** Query parameters of each operation. @param {Random} random */
function parameters(random) {
  const common = [
    'master_timeout=10s',
    'master_timeout=10',
    'timeout=10s',
    'timeout=x',
    'unknown=1',
    'pretty',
    'filter_path=acknowledged',
    'error_trace=false',
    'human=maybe',
  ];
  const choice = [
    'ignore_unavailable=true',
    'ignore_unavailable=x',
    'allow_no_indices=false',
    'expand_wildcards=open',
    'expand_wildcards=open,closed,hidden',
    'expand_wildcards=all',
    'expand_wildcards=none',
    'expand_wildcards=OPEN',
    'expand_wildcards=each',
    'local=true',
    'flat_settings=true',
    'include_defaults=x',
    'features=settings',
    'features=mappings,aliases',
    'features=warmers',
  ];
  const waits = [
    'wait_for_active_shards=1',
    'wait_for_active_shards=all',
    'wait_for_active_shards=0',
    'wait_for_active_shards=-1',
    'wait_for_active_shards=x',
    'wait_for_active_shards=index-setting',
    'wait_for_active_shards=ALL',
    'wait_for_active_shards=5',
  ];
  const before = [createIndex('one', { labels: { type: 'flattened' } })];
  return [
    ...inLots(
      'create parameters',
      { size: 12 },
      [
        ...common,
        ...waits.filter((query) => !query.endsWith('=5')),
        'include_type_name=true',
        'include_type_name=false',
      ].map((query) => [put(`/made?${query}`, { settings: oneShard }), del('/made')]),
    ),
    ...inLots(
      'get parameters',
      { before },
      [...common, ...choice].flatMap((query) => [get(`/one?${query}`), head(`/one?${query}`)]),
    ),
    ...inLots(
      'get parameters with a pattern',
      { before },
      random.some(choice).flatMap((query) => [get(`/o*?${query}`), get(`/one,none?${query}`), get(`/none*?${query}`)]),
    ),
    ...inLots(
      'close and open parameters',
      { before, after: [get('/one/_settings')], size: 14 },
      [...common, ...choice.slice(0, 9), ...waits.filter((query) => !query.endsWith('=5'))].map((query) => [
        post(`/one/_close?${query}`),
        post(`/one/_open?${query}`),
      ]),
    ),
    ...inLots(
      'delete parameters',
      { size: 12 },
      [...common, ...choice.slice(0, 6)].map((query) => [
        createIndex('ending'),
        del(`/ending?${query}`),
        head('/ending'),
      ]),
    ),
    ...inLots(
      'refresh and other parameters',
      { before },
      [...choice.slice(0, 4), 'unknown=1', 'force=true'].map((query) => post(`/one/_refresh?${query}`)),
    ),
  ];
}

/** States of an index and what it answers in each. */
function life() {
  return [
    story(
      'closed index',
      createIndex('life', { labels: { type: 'flattened' } }),
      put('/life/_doc/1?refresh=true', { labels: { a: 'x' } }),
      post('/life/_close'),
      post('/life/_close'),
      [
        get('/life'),
        head('/life'),
        get('/life/_settings'),
        get('/life/_mapping'),
        get('/life/_doc/1'),
        get('/life/_search'),
        get('/life/_count'),
        get('/_search'),
        get('/li*/_search'),
        get('/life/_search?ignore_unavailable=true'),
      ],
      [
        put('/life/_doc/2', {}),
        post('/life/_bulk', [{ index: {} }, {}]),
        post('/life/_update/1', { doc: {} }),
        del('/life/_doc/1'),
        post('/life/_refresh'),
        put('/life/_mapping', { properties: { more: { type: 'flattened' } } }),
      ],
      put('/life/_alias/also'),
      put('/life/_settings', { number_of_replicas: 0 }),
      put('/life/_settings', { 'index.codec': 'best_compression' }),
      post('/life/_open'),
      post('/life/_open'),
      [
        get('/life/_doc/1'),
        get('/life/_search', { query: { term: { labels: 'x' } } }),
        get('/life/_settings'),
        get('/life'),
      ],
      del('/life'),
      [
        get('/life'),
        head('/life'),
        del('/life'),
        post('/life/_close'),
        post('/life/_open'),
        post('/life/_refresh'),
        get('/life/_settings'),
      ],
    ),
    story(
      'several indices',
      ['a1', 'a2', 'b1'].map((name) => createIndex(name)),
      ['/a*', '/_all', '/*', '/a1,b1', '/a1,c1', '/c*', '/-a1', '/a*,-a1', '/a1,', '/,a1', '/<a{now/d}>'].map((path) =>
        get(encodeURI(path).replaceAll('%20', ' ')),
      ),
      ['/a*', '/c*', '/a1,c1', '/a1,b1'].map((path) => head(path)),
      post('/a1,b1/_close'),
      get('/_cat/indices?h=index,status&s=index'),
      get('/a*?expand_wildcards=closed'),
      post('/a*/_open'),
      post('/_all/_close'),
      post('/*/_close'),
      post('/_close'),
      post('/c*/_close'),
      post('/a1,c1/_close'),
      post('/a1,c1/_close?ignore_unavailable=true'),
      get('/_cat/indices?h=index,status&s=index'),
      ['/_all', '/*', '/a*', '/c1', '/a1,c1', '/'].map((path) => del(path)),
      get('/_cat/indices?h=index,status&s=index'),
      del('/a1,c1?ignore_unavailable=true'),
      del('/a2,b1'),
      get('/_all'),
    ),
    story(
      'methods and paths',
      createIndex('one'),
      [
        post('/one', {}),
        post('/two', {}),
        send('PATCH', '/one', {}),
        send('OPTIONS', '/one', {}),
        put('/', {}),
        put('/one/', {}),
        put('/one/_unknown', {}),
        get('/one/_unknown'),
        post('/one/_unknown'),
        del('/one/_unknown'),
      ],
      [
        get('/one/_close'),
        put('/one/_close'),
        del('/one/_close'),
        get('/one/_open'),
        put('/one/_open'),
        post('/one/close'),
        post('/_open'),
        post('/one/_freeze'),
        post('/one/_unfreeze'),
        post('/one/_optimize'),
        post('/one/_flush/synced'),
      ],
      [
        get('/one/_refresh'),
        post('/_refresh'),
        put('/one/_refresh'),
        post('/one/_flush'),
        get('/one/_stats?filter_path=_all.primaries.docs'),
        get('/_resolve/index/o*'),
        get('/_resolve/index/none'),
        get('/_cat/indices/one?h=index,pri,rep'),
        get('/_cat/indices/none'),
        get('/_cat/indices?format=json&h=index,docs.count'),
      ],
      [
        get('/_cat/indices?v=true&h=index'),
        get('/_cat/indices?h=none'),
        get('/_cat/indices?s=none'),
        get('/_cat/indices?format=xml'),
        get('/_cat/indices?unknown=1'),
        get('/_cat/health?h=status'),
        get('/_unknown'),
        get('/%'),
        get('/a%2'),
        get('/a%ZZ'),
        get('/%00'),
        get('/_cat/unknown'),
        get('/one/_doc/_search/x'),
      ],
      get('/_cluster/health/one?filter_path=status,timed_out,active_shards'),
      get('/_cluster/health?wait_for_status=green&timeout=1s&filter_path=status,timed_out'),
      get('/_cluster/health?wait_for_status=blue'),
      get('/_cluster/health?level=all'),
      get('/_cluster/health?unknown=1'),
      get('/_cluster/health/none?timeout=10ms'),
      post('/_cluster/health'),
      put('/one', {}, { 'content-type': 'text/plain' }),
      put('/yaml', 'settings:\n  number_of_replicas: 0\n', { 'content-type': 'application/yaml' }),
      put('/late', {}, { 'content-type': 'application/vnd.elasticsearch+json; compatible-with=8' }),
      get('/yaml,late/_settings'),
    ),
  ];
}

export const indices = {
  area: 'indices',
  /** @param {Random} random */
  stories: (random) => [...names(random), ...bodies(random), ...parameters(random), ...life()],
};
