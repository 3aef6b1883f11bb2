// Bulk requests: lines in every form, items that fail next to items that do not, and bodies that are no lines.
import { createIndex, get, inLots, post, put, send, story } from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

const index = createIndex('bulk', {
  labels: { type: 'flattened', depth_limit: 3 },
  short: { type: 'flattened', ignore_above: 8 },
  title: { type: 'text' },
});

/** Whole bodies, each a list of lines. @type {readonly (object | string)[][]} */
const lines = [
  [{ index: { _id: '1' } }, { labels: { a: 'x' } }],
  [{ index: {} }, { labels: { a: 'x' } }],
  [{ index: { _id: '' } }, { labels: {} }],
  [{ index: { _id: 1 } }, { labels: {} }],
  [{ index: { _id: null } }, { labels: {} }],
  [{ index: { _id: ['1'] } }, { labels: {} }],
  [{ index: { _id: 'x'.repeat(512) } }, { labels: {} }],
  [{ index: { _id: 'x'.repeat(513) } }, { labels: {} }],
  [{ create: { _id: 'c' } }, { labels: { a: 1 } }],
  [{ create: { _id: 'c' } }, { labels: {} }, { create: { _id: 'c' } }, { labels: {} }],
  [{ create: {} }, { labels: {} }],
  [{ update: { _id: 'seed' } }, { doc: { labels: { b: 2 } } }],
  [{ update: { _id: 'seed' } }, { doc: {} }],
  [{ update: { _id: 'seed', retry_on_conflict: 3 } }, { doc: { title: 'x' } }],
  [{ update: { _id: 'seed', _source: true } }, { doc: { title: 'y' } }],
  [{ update: { _id: 'seed' } }, { doc: { title: 'y' }, _source: ['labels'] }],
  [{ update: { _id: 'none' } }, { doc: { title: 'y' } }],
  [{ update: { _id: 'up' } }, { doc: { title: 'y' }, doc_as_upsert: true }],
  [{ update: { _id: 'up2' } }, { doc: { title: 'y' }, upsert: { title: 'z' } }],
  [{ update: { _id: 'seed' } }, { title: 'no doc' }],
  [{ update: { _id: 'seed' } }, {}],
  [{ update: { _id: 'seed' } }, { doc: { labels: 'text' } }],
  [{ update: {} }, { doc: { title: 'x' } }],
  [{ delete: { _id: 'seed' } }],
  [{ delete: { _id: 'none' } }],
  [{ delete: {} }],
  [{ delete: { _id: 'seed' } }, { labels: {} }],
  [{ delete: { _id: 'seed' } }, { index: { _id: 'seed' } }, { title: 'back' }, { delete: { _id: 'seed' } }],
  [{ index: { _id: '1', _index: 'bulk' } }, { title: 'x' }],
  [{ index: { _id: '1', _index: 'Upper' } }, { title: 'x' }, { index: { _id: '2' } }, { title: 'y' }],
  [{ index: { _id: '1', _index: '' } }, { title: 'x' }],
  [{ index: { _id: '1', _index: 'a*' } }, { title: 'x' }],
  [{ delete: { _id: '1', _index: 'none' } }],
  [{ update: { _id: '1', _index: 'none' } }, { doc: {} }],
  [{ index: { _id: '1', _type: '_doc' } }, { title: 'x' }],
  [{ index: { _id: '1', unknown: 1 } }, { title: 'x' }],
  [{ index: { _id: '1', _routing: 'r' } }, { title: 'x' }],
  [{ index: { _id: '1', routing: 'r' } }, { title: 'x' }],
  [{ index: { id: '1' } }, { title: 'x' }],
  [{ index: { _id: '1', version: 7, version_type: 'external' } }, { title: 'x' }],
  [{ index: { _id: '1', version: 0, version_type: 'external' } }, { title: 'x' }],
  [{ index: { _id: '1', version: 7 } }, { title: 'x' }],
  [{ index: { _id: '1', version_type: 'outer', version: 7 } }, { title: 'x' }],
  [{ index: { _id: 'seed', if_seq_no: 0, if_primary_term: 1 } }, { title: 'x' }],
  [{ index: { _id: 'seed', if_seq_no: 99, if_primary_term: 1 } }, { title: 'x' }],
  [{ index: { _id: 'seed', if_seq_no: 0 } }, { title: 'x' }],
  [{ index: { _id: '1', op_type: 'create' } }, { title: 'x' }],
  [{ index: { _id: '1', op_type: 'CREATE' } }, { title: 'x' }],
  [{ index: { _id: '1', require_alias: true } }, { title: 'x' }],
  [{ index: { _id: '1', require_alias: 'maybe' } }, { title: 'x' }],
  [{ index: { _id: '1', dynamic_templates: { title: 'none' } } }, { other: 'x' }],
  [{ index: { _id: '1', pipeline: '_none' } }, { title: 'x' }],
  [{ Index: { _id: '1' } }, { title: 'x' }],
  [{ insert: { _id: '1' } }, { title: 'x' }],
  [{ upsert: { _id: '1' } }, { title: 'x' }],
  [{ '': { _id: '1' } }, { title: 'x' }],
  [{}, { title: 'x' }],
  [{ index: null }, { title: 'x' }],
  [{ index: [] }, { title: 'x' }],
  [{ index: 'bulk' }, { title: 'x' }],
  [{ index: 1 }, { title: 'x' }],
  [{ index: { _id: '1' }, create: { _id: '2' } }, { title: 'x' }],
  ['[]', { title: 'x' }],
  ['"index"', { title: 'x' }],
  ['null', { title: 'x' }],
  ['1', { title: 'x' }],
  ['{"index":{"_id":"1"}', { title: 'x' }],
  ['{"index":{"_id":"1"}}}', { title: 'x' }],
  ['{index:{}}', { title: 'x' }],
  ['nonsense', { title: 'x' }],
  ['', { index: { _id: '1' } }, { title: 'x' }],
  [{ index: { _id: '1' } }, '', { title: 'x' }],
  [{ index: { _id: '1' } }],
  [{ index: { _id: '1' } }, { title: 'x' }, { index: { _id: '2' } }],
  [{ index: { _id: '1' } }, '{"title":'],
  [{ index: { _id: '1' } }, '[]'],
  [{ index: { _id: '1' } }, '"text"'],
  [{ index: { _id: '1' } }, 'null'],
  [{ index: { _id: '1' } }, '{"title":"a","title":"b"}'],
  ['{"index":{"_id":"1","_id":"2"}}', { title: 'x' }],
  ['  {"index":{"_id":"1"}}  ', '  {"title":"x"}  '],
  ['{"index":', '{"_id":"1"}}', { title: 'x' }],
  [{ index: { _id: '1' } }, { labels: 'text' }, { index: { _id: '2' } }, { labels: { a: 1 } }],
  [{ index: { _id: '1' } }, { labels: ['x'] }],
  [{ index: { _id: '1' } }, { labels: { a: { b: { c: 1 } } } }],
  [{ index: { _id: '1' } }, { labels: { a: { b: { c: { d: 1 } } } } }],
  [{ index: { _id: '1' } }, { labels: { a: 'x'.repeat(32_767) } }],
  [{ index: { _id: '1' } }, { short: { a: 'x'.repeat(9) } }],
  [{ index: { _id: '1' } }, { '': 1 }],
  [{ index: { _id: '1' } }, { _id: 'x' }],
  [{ index: { _id: '1' } }, { 'labels.a': 1 }],
  [{ index: { _id: '1' } }, { a: 1 }, { index: { _id: '2' } }, { a: 'text' }, { index: { _id: '3' } }, { a: 2 }],
];

/** Bodies as they are sent, where line ends and media types matter. */
const written = [
  '{"index":{"_id":"1"}}\n{"title":"x"}\n',
  '{"index":{"_id":"1"}}\n{"title":"x"}',
  '{"index":{"_id":"1"}}\r\n{"title":"x"}\r\n',
  '{"index":{"_id":"1"}}\n\n{"title":"x"}\n',
  '\n{"index":{"_id":"1"}}\n{"title":"x"}\n',
  '{"index":{"_id":"1"}}\n{"title":"x"}\n\n\n',
  '{\n"index":{"_id":"1"}\n}\n{"title":"x"}\n',
  '{"index":{"_id":"1"}} {"title":"x"}\n',
  '[{"index":{"_id":"1"}},{"title":"x"}]\n',
  '\n',
  ' \n',
  '{}\n',
  '{"delete":{"_id":"1"}}',
  '',
];

/** @param {Random} random */
function bodies(random) {
  const before = [index, put('/bulk/_doc/seed?refresh=true', { title: 'seed', labels: { a: 'seed' } })];
  const after = [
    post('/bulk/_refresh'),
    get('/bulk/_search?size=40', { sort: ['_doc'], query: { match_all: {} } }),
    get('/bulk/_mapping'),
  ];
  return [
    ...inLots(
      'bulk lines',
      { before, after, size: 12 },
      random.shuffle(lines).map((body) => [post(`/bulk/_bulk${random.pick(['', '?refresh=true'])}`, body)]),
    ),
    ...inLots('bulk bodies as written', { before, after }, [
      ...written.map((body) => post('/bulk/_bulk', body, { 'content-type': 'application/x-ndjson' })),
      ...[
        'application/json',
        'text/plain',
        'application/xml',
        'application/x-ndjson; charset=utf-8',
        'application/vnd.elasticsearch+x-ndjson; compatible-with=8',
      ].map((type) => post('/bulk/_bulk', written[0], { 'content-type': type })),
    ]),
  ];
}

/** Items of every kind in one body, in an order of the seed. @param {Random} random */
function mixtures(random) {
  return Array.from({ length: 12 }, (_, at) => {
    const items = Array.from({ length: random.int(3, 12) }, () => {
      const id = String(random.int(1, 6));
      const document = {
        title: random.pick(['one', 'two', 'three']),
        labels: { n: random.int(1, 20), k: random.pick(['a', 'b', ['a', 'c'], null]) },
      };
      return random.pick([
        [{ index: { _id: id } }, document],
        [{ create: { _id: id } }, document],
        [{ update: { _id: id } }, { doc: { labels: { n: random.int(1, 20) } } }],
        [{ update: { _id: id } }, { doc: document, doc_as_upsert: true }],
        [{ delete: { _id: id } }],
        [{ index: { _id: id } }, { labels: 'no object' }],
      ]);
    });
    return story(
      `bulk mixture ${at + 1}`,
      index,
      post('/bulk/_bulk?refresh=true', items.flat()),
      get('/_bulk', [{ index: { _index: 'bulk', _id: 'no' } }, {}]),
      post('/bulk/_search', { query: { match_all: {} }, sort: ['labels.n', '_doc'], size: 20 }),
      post('/bulk/_search', { query: { term: { 'labels.k': 'a' } }, sort: ['_doc'] }),
      get('/bulk/_doc/1'),
      get('/bulk/_doc/2'),
      post('/bulk/_bulk?refresh=true&filter_path=errors,items.*.status', items.flat()),
      post('/bulk/_count', { query: { exists: { field: 'labels' } } }),
    );
  });
}

/** Paths, methods and query parameters. */
function requests() {
  const body = [{ index: { _id: '1' } }, { title: 'x' }];
  const queries = [
    'refresh',
    'refresh=true',
    'refresh=false',
    'refresh=wait_for',
    'refresh=maybe',
    'refresh=',
    'timeout=10s',
    'timeout=10',
    'wait_for_active_shards=1',
    'wait_for_active_shards=many',
    'routing=r',
    'require_alias=true',
    'require_alias=false',
    'require_alias=x',
    'require_data_stream=true',
    'pipeline=_none',
    '_source=true',
    '_source=labels',
    '_source_includes=title',
    '_source_excludes=title',
    'list_executed_pipelines=true',
    'list_executed_pipelines=x',
    'include_source_on_error=false',
    'type=_doc',
    'op_type=create',
    'unknown=1',
    'refrsh=true',
    'filter_path=items.*.error',
    'pretty',
    'error_trace=false',
  ];
  return [
    ...inLots(
      'bulk parameters',
      { before: [index], after: [get('/bulk/_doc/1')], size: 30 },
      queries.map((query) => post(`/bulk/_bulk?${query}`, body)),
    ),
    story(
      'bulk requests',
      index,
      put('/bulk/_bulk', body),
      put('/_bulk', [{ index: { _index: 'bulk', _id: 'p' } }, { title: 'x' }]),
      post('/_bulk', body),
      post('/_bulk', [
        { index: { _index: 'bulk', _id: '2' } },
        { title: 'x' },
        { delete: { _id: '2', _index: 'bulk' } },
      ]),
      post('/_bulk/', [{ index: { _index: 'bulk', _id: '3' } }, { title: 'x' }]),
      post('/Upper/_bulk', body),
      post('/_under/_bulk', body),
      post('/a,b/_bulk', body),
      post('/bu*/_bulk', body),
      post('/none/_bulk', [{ delete: { _id: '1' } }]),
      post('/made/_bulk?refresh=true', [{ create: {} }, { labels: { a: 'dynamic' } }]),
      get('/made/_mapping'),
      post('/bulk/doc/_bulk', body),
      post('/bulk/bulk', body),
      send('DELETE', '/bulk/_bulk', body),
      send('PATCH', '/bulk/_bulk', body),
      get('/bulk/_bulk', body),
      post('/bulk/_bulk'),
      post('/bulk/_bulk', { index: { _id: '9' } }),
      post('/bulk/_bulk', []),
    ),
  ];
}

export const bulk = {
  area: 'bulk',
  /** @param {Random} random */
  stories: (random) => [...bodies(random), ...mixtures(random), ...requests()],
};
