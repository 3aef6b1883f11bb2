// Partial updates and requests for several documents, and the index that document stories write to.
import { brokenBodies, createIndex, get, inLots, oneOfEachType, post, put, story } from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

/** Flattened fields with each parameter that decides what is stored. */
export const documentIndex = createIndex('docs', {
  labels: { type: 'flattened' },
  shallow: { type: 'flattened', depth_limit: 2 },
  short: { type: 'flattened', ignore_above: 5 },
  filled: { type: 'flattened', null_value: 'NULL' },
  hidden: { type: 'flattened', index: false, doc_values: false },
  title: { type: 'text' },
});

/** Partial updates, each on the document that the one before left. @param {Random} random */
export function updates(random) {
  const bodies = [
    { doc: { labels: { b: 2 } } },
    { doc: { labels: { a: null } } },
    { doc: { labels: { a: { b: 'deeper' } } } },
    { doc: { labels: null } },
    { doc: { labels: 'text' } },
    { doc: { labels: [{ a: 1 }] } },
    { doc: { title: 'same' } },
    { doc: { title: 'same' } },
    { doc: { title: 'same' }, detect_noop: false },
    { doc: { title: 'same' }, detect_noop: 'false' },
    { doc: { title: 'same' }, detect_noop: 'maybe' },
    { doc: { title: 'with source' }, _source: true },
    { doc: { title: 'with part' }, _source: ['labels.*'] },
    { doc: { title: 'without part' }, _source: { includes: ['*'], excludes: ['labels'] } },
    { doc: { title: 'upsert' }, upsert: { title: 'new' } },
    { doc: { title: 'as upsert' }, doc_as_upsert: true },
    { doc: { title: 'as upsert' }, doc_as_upsert: 'true' },
    { doc: {} },
    { doc: null },
    { doc: [] },
    { doc: 'text' },
    {},
    { upsert: { title: 'only' } },
    { docs: { title: 'misspelt' } },
    { doc: { title: 'x' }, unknown: 1 },
    { doc: { title: 'x' }, docAsUpsert: true },
    { title: 'no doc' },
    { doc: { title: 'x' }, upsert: [] },
    { doc: { title: 'x' }, script: null },
    ...oneOfEachType.map((value) => ({ doc: { filled: value } })),
  ];
  const queries = [
    'retry_on_conflict=3',
    'retry_on_conflict=-1',
    'retry_on_conflict=x',
    'if_seq_no=0&if_primary_term=1',
    'if_seq_no=1',
    'version=1',
    'version=1&version_type=external',
    'refresh=true',
    'refresh=maybe',
    '_source=true',
    '_source=labels',
    '_source_excludes=labels',
    'require_alias=true',
    'routing=r',
    'lang=painless',
    'wait_for_active_shards=1',
    'retry_on_conflict=1&if_seq_no=1&if_primary_term=1',
    'unknown=1',
    'timeout=1',
    'detect_noop=false',
    'doc_as_upsert=true',
  ];
  const before = [documentIndex, put('/docs/_doc/1', { title: 'first', labels: { a: 'x', deep: { one: 1 } } })];
  return [
    ...inLots(
      'updates',
      { before, after: [get('/docs/_doc/1')], size: 12 },
      random.shuffle(bodies).map((body) => [post('/docs/_update/1', body), get('/docs/_source/1')]),
    ),
    ...inLots(
      'updates of a missing document',
      { before, size: 10 },
      random.some(bodies).map((body, at) => [post(`/docs/_update/m${at}`, body), get(`/docs/_doc/m${at}`)]),
    ),
    ...inLots(
      'update parameters',
      { before },
      queries.map((query, at) => post(`/docs/_update/1?${query}`, { doc: { title: `change ${at}` } })),
    ),
    story(
      'update bodies',
      before,
      [...brokenBodies, '', '{"doc":{},"doc":{"title":"b"}}', '{"doc":{"title":"a","title":"b"}}'].map((body) =>
        post('/docs/_update/1', body),
      ),
      put('/docs/_update/1', { doc: {} }),
      post('/none/_update/1', { doc: {} }),
      get('/docs/_doc/1'),
    ),
  ];
}

/** Several documents in one request. @param {Random} random */
export function manyAtOnce(random) {
  const bodies = [
    { ids: ['1', '2', 'none'] },
    { ids: [1, 2] },
    { ids: [] },
    { ids: '1' },
    { ids: [null] },
    { ids: [{}] },
    {},
    { docs: [] },
    { docs: [{ _id: '1' }, { _id: '2', _source: false }] },
    {
      docs: [
        { _id: '1', _source: ['labels.a'] },
        { _id: '2', _source: { include: ['title'] } },
      ],
    },
    { docs: [{ _id: '1', _source: { includes: ['labels'], excludes: ['labels.b'] } }] },
    { docs: [{ _id: '1', routing: 'x' }, { _id: 1 }] },
    {
      docs: [
        { _id: '1', _index: 'none' },
        { _id: '2', _index: 'docs' },
      ],
    },
    { docs: [{ id: '1' }] },
    { docs: [{ _id: '1', _type: '_doc' }] },
    { docs: [{ _id: '1', unknown: true }] },
    { docs: [{ _index: 'docs' }] },
    { docs: [{}] },
    { docs: ['1', '2'] },
    { docs: { _id: '1' } },
    { docs: [null] },
    {
      docs: [
        { _id: '1', stored_fields: ['title'] },
        { _id: '1', version: 9 },
      ],
    },
    { docs: [{ _id: '1' }], ids: ['2'] },
    { doc: [{ _id: '1' }] },
    { ids: ['1'], unknown: 1 },
  ];
  const before = [
    documentIndex,
    put('/docs/_doc/1', { title: 'one', labels: { a: 1, b: 2 } }),
    put('/docs/_doc/2?refresh=true', { title: 'two' }),
  ];
  return [
    story(
      'multi get',
      before,
      random.shuffle(bodies).flatMap((body) => [get('/docs/_mget', body), post('/_mget', body)]),
    ),
    story(
      'multi get requests',
      before,
      [
        '_source=false',
        '_source_includes=labels',
        '_source_excludes=labels.a',
        'stored_fields=title',
        'realtime=false',
        'refresh=true',
        'refresh=x',
        'unknown=1',
      ].map((query) => get(`/docs/_mget?${query}`, { ids: ['1', '2'] })),
      brokenBodies.map((body) => post('/docs/_mget', body)),
      get('/docs/_mget'),
      put('/docs/_mget', { ids: ['1'] }),
      post('/none/_mget', { ids: ['1'] }),
      post('/_mget', { ids: ['1'] }),
    ),
  ];
}
