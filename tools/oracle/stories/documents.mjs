// Document requests on an index with flattened fields: what is stored, what is refused, and what reads answer.
import { documentIndex as index, manyAtOnce, updates } from './document-changes.mjs';
import { brokenBodies, del, encoded, get, head, inLots, post, put, send, story } from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */
/** @typedef {import('./builders.mjs').Step} Step */

/** An object with `depth` objects in each other. @param {number} depth @returns {object} */
const nest = (depth) => (depth <= 1 ? { leaf: 'x' } : { in: nest(depth - 1) });

/** Values of a flattened field that servers accept. @type {readonly unknown[]} */
const acceptedValues = [
  {},
  null,
  { a: 'b' },
  { a: 1, b: 1.5, c: true, d: null },
  { a: ['x', 'y'], b: [1, 'two', null, false] },
  { a: [] },
  { a: {} },
  { a: { b: { c: 'deep' } } },
  { 'a.b': 'dotted', a: { b: 'nested' } },
  { '': 'empty key' },
  { '.': 'dot', '..': 'dots' },
  { ' spaced key ': 'x', ключ: 'значение', 键: '值', '😀': '🎉' },
  [{ a: 'x' }, { a: 'y' }],
  [],
  [{}],
  [null],
  [[{ a: 'x' }]],
  { a: [['x'], ['y', ['z']]] },
  { a: [{ b: 1 }, { b: 2 }] },
  { a: '' },
  { a: ' x ' },
  { a: 1e300, b: -0, c: 12345678901234567890n.toString() },
  { a: 'x'.repeat(32_000) },
];

/** Values that are no object. @type {readonly unknown[]} */
const refusedValues = ['text', '', 1, 1.5, true, false, ['x'], [1, 2], [{ a: 1 }, 'x'], [true]];

/** Documents as text that no object says: numbers as written, keys twice, bytes that end a key. */
const writtenBodies = [
  '{"labels":{"a":1.0,"b":1e3,"c":100000000000000000000,"d":0.10}}',
  '{"labels":{"a":1,"a":2}}',
  '{"labels":{"a":1},"labels":{"a":2}}',
  String.raw`{"labels":{"a\u0000b":1}}`,
  String.raw`{"labels":{"a":"x\u0000y"}}`,
  String.raw`{"labels":{"a":"\ud83d\ude00"}}`,
  '{"labels":{"a":01}}',
  '{"labels":{"a":NaN}}',
  '{"labels":{"a":tru}}',
  '{"labels":{"a":"x}}',
  '{"labels.a":"dotted"}',
  '{"labels.a.b":{"c":1}}',
  '{"labels":{"a":1}}}',
  '{"labels":{"a":1}} {"labels":{}}',
  '{"":1}',
  '{" ":1}',
  '{".":1}',
  '{"a..b":1}',
  '{"_id":"x"}',
  '{"_source":{}}',
  '{"_routing":"x"}',
  '{"_unknown":1}',
  '{"_index":"x"}',
];

/** @param {Random} random */
function values(random) {
  const accepted = random.shuffle(acceptedValues).map((value, at) => {
    const field = random.pick(['labels', 'filled', 'hidden']);
    return [
      put(`/docs/_doc/${at}`, { [field]: value, title: `document ${at}` }),
      get(`/docs/_doc/${at}`),
      get(`/docs/_source/${at}`),
    ];
  });
  const refused = refusedValues.flatMap((value) => [
    post('/docs/_doc/refused', { labels: value }),
    post('/docs/_create/refused', { [random.pick(['shallow', 'short', 'filled', 'hidden'])]: value }),
  ]);
  const written = [...writtenBodies, ...brokenBodies, ''].map((body, at) => [
    put(`/docs/_doc/w${at}`, body),
    get(`/docs/_doc/w${at}?_source=true`),
  ]);
  return [
    ...inLots(
      'accepted values',
      { before: [index], after: [post('/docs/_refresh'), get('/docs/_search?size=50&sort=_doc')], size: 8 },
      accepted,
    ),
    ...inLots(
      'refused values',
      { before: [index], after: [get('/docs/_doc/refused'), get('/docs/_mapping')] },
      refused,
    ),
    ...inLots('written bodies', { before: [index], after: [get('/docs/_mapping')], size: 14 }, written),
  ];
}

/** Depth, lengths and ids at, below and beyond their limits. @param {Random} random */
function limits(random) {
  const depths = [1, 2, 3].map((depth) => put(`/docs/_doc/s${depth}`, { shallow: nest(depth) }));
  const defaultDepths = [19, 20, 21, 22].map((depth) => put(`/docs/_doc/d${depth}`, { labels: nest(depth) }));
  const arrays = [
    put('/docs/_doc/a1', { shallow: { a: [{ b: 'x' }] } }),
    put('/docs/_doc/a2', { shallow: { a: [{ b: { c: 'x' } }] } }),
    put('/docs/_doc/a3', { shallow: [nest(2), nest(3)] }),
    put('/docs/_doc/a4', { shallow: { 'a.b.c.d': 'x' } }),
    put('/docs/_doc/a5', { shallow: { a: { b: {} } } }),
  ];
  const lengths = ['', 'abcd', 'abcde', 'abcdef', 'äöüßé', 'äöüßéà', '😀😀😀', 12345, 123456, 'true!'].map(
    (value, at) => put(`/docs/_doc/l${at}`, { short: { a: value } }),
  );
  const terms = [32_764, 32_765, 32_766, 32_767].map((size) =>
    put(`/docs/_doc/t${size}`, { labels: { a: 'x'.repeat(size) } }),
  );
  const keys = [32_760, 32_764, 32_766].map((size) =>
    put(`/docs/_doc/k${size}`, { labels: { ['k'.repeat(size)]: '' } }),
  );
  const hidden = [
    put('/docs/_doc/h1', { hidden: { a: 'x'.repeat(33_000) } }),
    put('/docs/_doc/h2', { short: { a: 'x'.repeat(33_000) } }),
  ];
  const ids = [
    'x'.repeat(511),
    'x'.repeat(512),
    'x'.repeat(513),
    'ä'.repeat(256),
    'ä'.repeat(257),
    '_x',
    '-x',
    '.',
    '..',
    'a b',
    'a/b',
    'a%b',
    'ö',
    '1,2',
    '*',
  ].flatMap((id) => [
    put(`/docs/_doc/${encoded(id)}`, { title: 'id' }),
    get(`/docs/_doc/${encoded(id)}?_source=false`),
  ]);
  return [
    story('depth limits', index, random.shuffle([...depths, ...defaultDepths, ...arrays]), get('/docs/_count')),
    story(
      'lengths',
      index,
      lengths,
      post('/docs/_refresh'),
      [...'45'].map((size) =>
        post('/docs/_search', { query: { term: { 'short.a': 'abcdef'.slice(0, Number(size)) } } }),
      ),
      post('/docs/_search?size=20', { query: { exists: { field: 'short.a' } }, sort: ['_doc'], _source: false }),
      post('/docs/_search?size=20', { query: { exists: { field: 'short' } }, sort: ['_doc'], _source: false }),
      post('/docs/_search?size=20', {
        query: { match_all: {} },
        fields: ['short', '_ignored'],
        sort: ['_doc'],
        _source: false,
      }),
    ),
    story('immense terms', index, terms, keys, hidden),
    ...inLots('ids', { before: [index], size: 10 }, lotsOfPairs(ids)),
  ];
}

/** @param {Step[]} steps */
const lotsOfPairs = (steps) => steps.flatMap((step, at) => (at % 2 === 0 ? [[step, steps[at + 1]]] : []));

/** Versions, sequence numbers, operation types, routing and pipelines. @param {Random} random */
function conditions(random) {
  const body = { labels: { n: random.int(1, 99) } };
  const first = put('/docs/_doc/1', body);
  const queries = [
    'op_type=create',
    'op_type=index',
    'op_type=CREATE',
    'op_type=update',
    'op_type=',
    'version=1',
    'version=5&version_type=external',
    'version=5&version_type=external_gte',
    'version=4&version_type=external',
    'version=5&version_type=internal',
    'version_type=external',
    'version=x&version_type=external',
    'version=-1&version_type=external',
    'version=6&version_type=EXTERNAL',
    'version=7&version_type=force',
    'version=1&version_type=external&op_type=create',
    'if_seq_no=0&if_primary_term=1',
    'if_seq_no=99&if_primary_term=1',
    'if_seq_no=0',
    'if_primary_term=1',
    'if_seq_no=-1&if_primary_term=1',
    'if_seq_no=0&if_primary_term=0',
    'if_seq_no=x&if_primary_term=1',
    'if_seq_no=0&if_primary_term=1&version=3&version_type=external',
    'refresh',
    'refresh=true',
    'refresh=false',
    'refresh=wait_for',
    'refresh=',
    'refresh=maybe',
    'refresh=TRUE',
    'timeout=10s',
    'timeout=10',
    'timeout=soon',
    'wait_for_active_shards=1',
    'wait_for_active_shards=all',
    'wait_for_active_shards=0',
    'wait_for_active_shards=-1',
    'wait_for_active_shards=one',
    'wait_for_active_shards=2&timeout=10ms',
    'routing=a',
    'routing=',
    'require_alias=true',
    'require_alias=false',
    'require_alias=maybe',
    'require_data_stream=true',
    'pipeline=_none',
    'unknown=1',
    'verson=5',
    'pretty&human&error_trace=false&filter_path=_id,result',
  ];
  return [
    ...inLots(
      'write conditions',
      { before: [index, first], after: [get('/docs/_doc/1')], size: 12 },
      queries.map((query) => put(`/docs/_doc/1?${query}`, body)),
    ),
    ...inLots(
      'delete conditions',
      { before: [index], size: 10 },
      random
        .some(queries.filter((query) => !query.startsWith('op_type')))
        .map((query) => [put('/docs/_doc/1', body), del(`/docs/_doc/1?${query}`), head('/docs/_doc/1')]),
    ),
    ...inLots(
      'create conditions',
      { before: [index, first], size: 20 },
      random.some(queries).map((query, at) => put(`/docs/_create/c${at}?${query}`, body)),
    ),
  ];
}

/** Parameters of reads. */
function reads() {
  const queries = [
    '',
    '_source=false',
    '_source=true',
    '_source=labels',
    '_source=labels.a',
    '_source=labels.*',
    '_source=none',
    '_source=labels.a,title',
    '_source_includes=labels.a',
    '_source_excludes=labels.a',
    '_source_includes=labels&_source_excludes=labels.b',
    '_source_include=labels',
    'stored_fields=title',
    'stored_fields=labels',
    'stored_fields=_none_',
    'realtime=false',
    'realtime=maybe',
    'refresh=true',
    'refresh=wait_for',
    'preference=_local',
    'routing=x',
    'version=1',
    'version=9',
    'version=1&version_type=external',
    'unknown=1',
    'filter_path=_source',
    'filter_path=-_source',
  ];
  const document = { title: 'read', labels: { a: 'x', b: { c: [1, 2] }, 'd.e': null } };
  const paths = (/** @type {string} */ query) => [get(`/docs/_doc/1?${query}`), get(`/docs/_source/1?${query}`)];
  const missing = [
    get('/docs/_doc/9'),
    get('/docs/_source/9'),
    head('/docs/_doc/9'),
    head('/docs/_source/9'),
    head('/docs/_doc/1'),
    head('/docs/_source/1'),
    get('/none/_doc/1'),
    get('/none/_source/1'),
    head('/none/_doc/1'),
    del('/docs/_doc/9'),
    del('/none/_doc/1'),
    get('/docs*/_doc/1'),
    get('/docs,other/_doc/1'),
    get('/docs/_doc'),
    get('/docs/_doc/'),
    get('/docs/_source'),
    get('/docs/doc/1'),
    get('/docs/_doc/1/2'),
    get('/docs/_create/1'),
    del('/docs/_create/1'),
    put('/docs/_doc', document),
    put('/docs/_create', document),
    post('/docs/_create/1', document),
    put('/docs/_source/1', document),
    post('/docs/_update', {}),
    post('/docs', document),
    put('/docs/doc/1', document),
    post('/docs/_docs/1', document),
    send('PATCH', '/docs/_doc/1', document),
    send('OPTIONS', '/docs/_doc/1', document),
    post('/Docs/_doc/1', document),
    put('/_doc/1', document),
    post('/-docs/_doc/1', document),
    post('/do*cs/_doc/1', document),
    put('/other/_doc/1', document),
    get('/other/_mapping'),
  ];
  const before = [index, put('/docs/_doc/1?refresh=true', document)];
  return [
    ...inLots('reads', { before, size: 14 }, queries.map(paths)),
    ...inLots('missing and mistaken', { before, size: 40 }, missing),
    story(
      'created ids and media types',
      index,
      post('/docs/_doc', document),
      post('/docs/_doc?refresh=true', document),
      post('/docs/_doc?op_type=create', document),
      post('/docs/_doc', document, { 'content-type': 'text/plain' }),
      post('/docs/_doc', document, { 'content-type': 'application/json; charset=UTF-8' }),
      post('/docs/_doc/v', document, {
        'content-type': 'application/vnd.elasticsearch+json; compatible-with=8',
        accept: 'application/vnd.elasticsearch+json; compatible-with=8',
      }),
      post('/docs/_doc/y', 'title: yaml\nlabels:\n  a: x\n', { 'content-type': 'application/yaml' }),
      post('/docs/_doc/x', '<doc/>', { 'content-type': 'application/xml' }),
      get('/docs/_doc/y'),
      get('/docs/_doc/v', undefined, { accept: 'application/yaml' }),
      get('/docs/_count'),
    ),
  ];
}

export const documents = {
  area: 'documents',
  /** @param {Random} random */
  stories: (random) => [
    ...values(random),
    ...limits(random),
    ...conditions(random),
    ...reads(),
    ...updates(random),
    ...manyAtOnce(random),
  ],
};
