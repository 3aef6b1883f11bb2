import { expect, it } from 'vitest';
import { planned, type Written } from './planned';

type Row = readonly [name: string, request: Written, response: unknown, expected: 'unchanged' | readonly unknown[]];

const repository = (settings: unknown): Written => ({ head: 'PUT /_snapshot/r', body: { type: 'fs', settings } });
const showsRepository = (settings: unknown) => ({ '/_snapshot/r': { r: { type: 'fs', settings } } });
const index = (body: unknown): Written => ({ head: 'PUT /i', body });
const field = (definition: unknown): Written => index({ mappings: { properties: { a: definition } } });
const showsIndex = (parts: object) => ({ '/i': { i: { aliases: {}, mappings: {}, settings: {}, ...parts } } });
const showsField = (definition: unknown) => showsIndex({ mappings: { properties: { a: definition } } });
const key = (descriptor: unknown): Written => ({
  head: 'POST /_security/api_key',
  body: { name: 'k', role_descriptors: { r: descriptor } },
});
const showsKey = (descriptor: unknown) => ({
  '/_security/api_key?name=k': {
    api_keys: [
      { id: '1', name: 'k', invalidated: true, role_descriptors: {} },
      { id: '2', name: 'k', invalidated: false, role_descriptors: { r: descriptor } },
    ],
  },
});

const rows: readonly Row[] = [
  [
    'a field whose name ends with a dot, and what mappings leave out at their top',
    index({
      mappings: { properties: { 'a.': { type: 'ip' } }, _routing: { required: false }, _source: { enabled: true } },
    }),
    showsIndex({ mappings: { properties: { a: { type: 'ip' } } } }),
    'unchanged',
  ],
  [
    'mappings in a type',
    index({ mappings: { _doc: { dynamic: false } } }),
    showsIndex({ mappings: { dynamic: 'false' } }),
    'unchanged',
  ],
  ['a boolean as a text', repository({ compress: true }), showsRepository({ compress: 'true' }), 'unchanged'],
  [
    'a number as a text',
    index({ settings: { number_of_shards: 1 } }),
    showsIndex({ settings: { index: { number_of_shards: '1' } } }),
    'unchanged',
  ],
  [
    'another number',
    index({ settings: { number_of_replicas: 2 } }),
    showsIndex({ settings: { index: { number_of_replicas: '1' } } }),
    [{ path: 'settings.number_of_replicas', declared: 2, actual: '1' }],
  ],
  [
    'a number with another form',
    field({ type: 'flattened', depth_limit: '5.0' }),
    showsField({ type: 'flattened', depth_limit: 5 }),
    'unchanged',
  ],
  ['a size in another unit', repository({ chunk_size: '1gb' }), showsRepository({ chunk_size: '1024MB' }), 'unchanged'],
  [
    'another size',
    repository({ chunk_size: '1gb' }),
    showsRepository({ chunk_size: '1000mb' }),
    [{ path: 'settings.chunk_size', declared: '1gb', actual: '1000mb' }],
  ],
  [
    'a time in another unit',
    index({ settings: { refresh_interval: '60s' } }),
    showsIndex({ settings: { index: { refresh_interval: '1m' } } }),
    'unchanged',
  ],
  [
    'another time',
    index({ settings: { refresh_interval: '61s' } }),
    showsIndex({ settings: { index: { refresh_interval: '1m' } } }),
    [{ path: 'settings.refresh_interval', declared: '61s', actual: '1m' }],
  ],
  [
    'a text that only looks like a size',
    repository({ location: '1gb' }),
    showsRepository({ location: '1024mb' }),
    [{ path: 'settings.location', declared: '1gb', actual: '1024mb' }],
  ],
  [
    'settings with dots and in objects',
    index({ settings: { 'index.translog.durability': 'async' } }),
    showsIndex({ settings: { index: { translog: { durability: 'async' } } } }),
    'unchanged',
  ],
  [
    'settings without `index`',
    index({ settings: { translog: { durability: 'async' } } }),
    showsIndex({ settings: { 'index.translog.durability': 'async' } }),
    'unchanged',
  ],
  ['a setting that is set back', index({ settings: { refresh_interval: null } }), showsIndex({}), 'unchanged'],
  [
    'a setting that is to be set back',
    index({ settings: { refresh_interval: null } }),
    showsIndex({ settings: { index: { refresh_interval: '5s' } } }),
    [{ path: 'settings.refresh_interval', declared: null, actual: '5s' }],
  ],
  [
    'what only the endpoint has',
    index({}),
    showsIndex({ settings: { index: { uuid: 'x', creation_date: '1' } } }),
    'unchanged',
  ],
  [
    'what a request would remove',
    repository({ location: 'a' }),
    showsRepository({ location: 'a', compress: 'true' }),
    'unchanged',
  ],
  [
    'what a request would remove, without a default',
    repository({ location: 'a' }),
    showsRepository({ location: 'a', chunk_size: '1gb' }),
    [{ path: 'settings.chunk_size', actual: '1gb' }],
  ],
  [
    'another type',
    { head: 'POST /_snapshot/r', body: { type: 'url', settings: {} } },
    showsRepository({}),
    [{ path: 'type', declared: 'url', actual: 'fs' }],
  ],
  [
    'a type of objects that is left out',
    field({ type: 'object', properties: { b: { type: 'long' } } }),
    showsField({ properties: { b: { type: 'long' } } }),
    'unchanged',
  ],
  ['a type of objects that is shown', field({ properties: {} }), showsField({ type: 'object' }), 'unchanged'],
  [
    'fields with dots',
    index({ mappings: { properties: { 'a.b': { type: 'long' }, 'a.c': { type: 'ip' } } } }),
    showsField({ properties: { b: { type: 'long' }, c: { type: 'ip' } } }),
    'unchanged',
  ],
  [
    'a field below one with dots',
    index({ mappings: { properties: { 'a.b': { type: 'long' } } } }),
    showsField({ properties: { b: { type: 'ip' } } }),
    [{ path: 'mappings.properties.a.properties.b.type', declared: 'long', actual: 'ip' }],
  ],
  [
    'fields of a field',
    field({ type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } }),
    showsField({ type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } }),
    'unchanged',
  ],
  [
    'a parameter with its default',
    field({ type: 'keyword', doc_values: true, norms: false }),
    showsField({ type: 'keyword' }),
    'unchanged',
  ],
  [
    'the default of another type',
    field({ type: 'text', norms: false }),
    showsField({ type: 'text' }),
    [{ path: 'mappings.properties.a.norms', declared: false }],
  ],
  [
    'a parameter that is like the one next to it',
    field({ type: 'text', analyzer: 'x', search_analyzer: 'x' }),
    showsField({ type: 'text', analyzer: 'x' }),
    'unchanged',
  ],
  [
    'a parameter that is not',
    field({ type: 'text', analyzer: 'x', search_analyzer: 'y' }),
    showsField({ type: 'text', analyzer: 'x' }),
    [{ path: 'mappings.properties.a.search_analyzer', declared: 'y' }],
  ],
  [
    'a field that is not there',
    field({ type: 'long' }),
    showsIndex({}),
    [{ path: 'mappings.properties', declared: { a: { type: 'long' } } }],
  ],
  [
    'one value where a list is',
    field({ type: 'text', copy_to: 'b' }),
    showsField({ type: 'text', copy_to: ['b'] }),
    'unchanged',
  ],
  [
    'both routings of an alias',
    index({ aliases: { x: { routing: '1' } } }),
    showsIndex({ aliases: { x: { index_routing: '1', search_routing: '1' } } }),
    'unchanged',
  ],
  ['a list in another order', key({ cluster: ['a', 'b'] }), showsKey({ cluster: ['b', 'a'] }), 'unchanged'],
  [
    'a list with one more',
    key({ cluster: ['a'] }),
    showsKey({ cluster: ['b', 'a'] }),
    [{ path: 'role_descriptors.r.cluster', declared: ['a'], actual: ['b', 'a'] }],
  ],
  [
    'a list with one less',
    key({ cluster: ['a', 'c'] }),
    showsKey({ cluster: ['a'] }),
    [{ path: 'role_descriptors.r.cluster', declared: ['a', 'c'], actual: ['a'] }],
  ],
  [
    'a list that only the endpoint has',
    key({ cluster: ['a'] }),
    showsKey({ cluster: ['a'], run_as: ['u'] }),
    [{ path: 'role_descriptors.r.run_as', actual: ['u'] }],
  ],
  [
    'what the service adds to rights',
    key({ index: [{ names: 'a', privileges: ['read'] }] }),
    showsKey({
      cluster: [],
      indices: [{ names: ['a'], privileges: ['read'], allow_restricted_indices: false }],
      applications: [],
      transient_metadata: { enabled: true },
      metadata: {},
    }),
    'unchanged',
  ],
  [
    'rights in another order',
    key({
      indices: [
        { names: ['a'], privileges: ['read'] },
        { names: ['b'], privileges: ['write', 'read'] },
      ],
    }),
    showsKey({
      indices: [
        { names: ['b'], privileges: ['read', 'write'] },
        { names: ['a'], privileges: ['read'] },
      ],
    }),
    'unchanged',
  ],
  [
    'a query as JSON in a text',
    key({ indices: [{ names: ['a'], privileges: ['read'], query: { match_all: {} } }] }),
    showsKey({ indices: [{ names: ['a'], privileges: ['read'], query: '{"match_all":{}}' }] }),
    'unchanged',
  ],
  [
    'cluster settings',
    { head: 'PUT /_cluster/settings', body: { persistent: { cluster: { remote: { a: { seeds: ['h:1'] } } } } } },
    { '/_cluster/settings?flat_settings=true': { persistent: { 'cluster.remote.a.seeds': ['h:1'] }, transient: {} } },
    'unchanged',
  ],
  [
    'a document',
    { head: 'PUT /i/_doc/1', body: { a: [1, 2] } },
    { '/i/_doc/1': { _id: '1', found: true, _source: { a: [2, 1] } } },
    [
      { path: 'a[0]', declared: 1, actual: 2 },
      { path: 'a[1]', declared: 2, actual: 1 },
    ],
  ],
  [
    'each of several indices',
    { head: 'PUT /i*/_settings', body: { number_of_replicas: 1 } },
    {
      '/i*': {
        i1: { settings: { index: { number_of_replicas: '1' } } },
        i2: { settings: { index: { number_of_replicas: '0' } } },
      },
    },
    [{ path: 'i2.number_of_replicas', declared: 1, actual: '0' }],
  ],
];

it.each(rows)('compares %s', async (_, request, response, expected) => {
  const { resources } = await planned([request], response as Record<string, unknown>);
  const [one] = resources;
  expect(resources).toHaveLength(1);
  expect(one?.unknown).toEqual([]);
  expect(one?.changes).toEqual(expected === 'unchanged' ? [] : expected);
  expect(one?.state).toBe(expected === 'unchanged' ? 'unchanged' : 'changed');
});
