// The operations on indices whose rights are proved with names in each form, and the forms: data only.

/**
 * The forms of a name. What is restricted is only read: a role that may write there could end the server.
 * @param {string} backing the backing index of the data stream
 * @returns {readonly { form: string, name: string, query?: string, isReadOnly?: boolean }[]}
 */
export const forms = (backing) => [
  { form: 'plain', name: 'logs-1' },
  { form: 'list', name: 'logs-1,logs-2' },
  { form: 'wildcard', name: 'logs-*' },
  { form: 'exclusion', name: 'logs-*,-logs-2' },
  { form: 'date math', name: '<day-{now/d}>' },
  { form: 'alias', name: 'one-alias' },
  { form: 'alias of two', name: 'both' },
  { form: 'filtered alias', name: 'filtered' },
  { form: 'wildcard of aliases', name: '*-alias' },
  { form: 'data stream', name: 'stream' },
  { form: 'backing index', name: backing },
  { form: 'wildcard of backing indices', name: '.ds-stream-*' },
  { form: 'hidden index', name: '.hidden' },
  { form: 'wildcard of hidden indices', name: '.hid*' },
  { form: 'restricted index', name: '.security', isReadOnly: true },
  { form: 'wildcard of restricted indices', name: '.secur*', isReadOnly: true },
  { form: 'all', name: '_all' },
  { form: 'missing', name: 'missing' },
  { form: 'missing in a list', name: 'logs-1,missing' },
  { form: 'missing and ignored', name: 'logs-1,missing', query: 'ignore_unavailable=true' },
];

const json = (value) => () => JSON.stringify(value);
const each = (name) => name.split(',');
const search = { query: { match_all: {} } };

/**
 * @type {readonly { operation: string, method: string, path: string, query?: string, body?: (name: string) => string, isWriting?: boolean }[]}
 */
export const operations = [
  { operation: 'search', method: 'GET', path: '/{}/_search' },
  { operation: 'count', method: 'GET', path: '/{}/_count' },
  { operation: 'get', method: 'GET', path: '/{}/_doc/1' },
  { operation: 'validate', method: 'POST', path: '/{}/_validate/query', body: json(search) },
  { operation: 'analyze', method: 'POST', path: '/{}/_analyze', body: json({ text: 'two words' }) },
  {
    operation: 'msearch',
    method: 'POST',
    path: '/_msearch',
    body: (name) => `${JSON.stringify({ index: each(name) })}\n${JSON.stringify(search)}\n`,
  },
  { operation: 'get-index', method: 'GET', path: '/{}' },
  { operation: 'get-mapping', method: 'GET', path: '/{}/_mapping' },
  { operation: 'get-settings', method: 'GET', path: '/{}/_settings' },
  { operation: 'get-alias', method: 'GET', path: '/{}/_alias' },
  { operation: 'get-data-stream', method: 'GET', path: '/_data_stream/{}' },
  { operation: 'resolve', method: 'GET', path: '/_resolve/index/{}' },
  { operation: 'cat-indices', method: 'GET', path: '/_cat/indices/{}', query: 'h=index' },
  { operation: 'index', method: 'PUT', path: '/{}/_doc/2', body: json({ a: 2 }), isWriting: true },
  { operation: 'update', method: 'POST', path: '/{}/_update/1', body: json({ doc: { a: 5 } }), isWriting: true },
  { operation: 'delete', method: 'DELETE', path: '/{}/_doc/1', isWriting: true },
  {
    operation: 'bulk',
    method: 'POST',
    path: '/{}/_bulk',
    body: () => '{"create":{"_id":"3"}}\n{"@timestamp":1}\n',
    isWriting: true,
  },
  {
    operation: 'bulk-in-lines',
    method: 'POST',
    path: '/_bulk',
    body: (name) =>
      each(name)
        .map((one) => `{"index":{"_index":${JSON.stringify(one)},"_id":"2"}}\n{"a":2}\n`)
        .join(''),
    isWriting: true,
  },
  { operation: 'delete-by-query', method: 'POST', path: '/{}/_delete_by_query', body: json(search), isWriting: true },
  { operation: 'update-by-query', method: 'POST', path: '/{}/_update_by_query', body: json(search), isWriting: true },
  {
    operation: 'reindex',
    method: 'POST',
    path: '/_reindex',
    body: (name) => JSON.stringify({ source: { index: each(name) }, dest: { index: 'copied' } }),
    isWriting: true,
  },
  { operation: 'create-index', method: 'PUT', path: '/{}', isWriting: true },
  { operation: 'delete-index', method: 'DELETE', path: '/{}', isWriting: true },
  {
    operation: 'put-mapping',
    method: 'PUT',
    path: '/{}/_mapping',
    body: json({ properties: { b: { type: 'long' } } }),
    isWriting: true,
  },
  {
    operation: 'put-settings',
    method: 'PUT',
    path: '/{}/_settings',
    body: json({ 'index.priority': 3 }),
    isWriting: true,
  },
  { operation: 'put-alias', method: 'PUT', path: '/{}/_alias/new-name', isWriting: true },
  {
    operation: 'aliases',
    method: 'POST',
    path: '/_aliases',
    body: (name) => JSON.stringify({ actions: [{ add: { indices: each(name), alias: 'new-name' } }] }),
    isWriting: true,
  },
  { operation: 'close', method: 'POST', path: '/{}/_close', isWriting: true },
  { operation: 'refresh', method: 'POST', path: '/{}/_refresh' },
  { operation: 'add-block', method: 'PUT', path: '/{}/_block/write', isWriting: true },
  { operation: 'rollover', method: 'POST', path: '/{}/_rollover', isWriting: true },
  { operation: 'point-in-time', method: 'POST', path: '/{}/_pit', query: 'keep_alive=1s' },
];
