import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createEngine, type DeclaredRequest } from '../../../packages/engine/src/api/engine/index';

/** What only the published description of a search cluster has, as a node of version 8.19 shows it. */
const engine = createEngine({
  loadDescription: (file) =>
    brotliDecompressSync(readFileSync(new URL(`../../../descriptions/${file}.br`, import.meta.url))).toString('utf8'),
});

/** Compares requests with an endpoint that has what these paths show. */
async function compared(requests: readonly DeclaredRequest[], shown: Readonly<Record<string, unknown>>) {
  const read = (path: string) =>
    Promise.resolve({ status: path in shown ? 200 : 404, body: JSON.stringify(shown[path] ?? {}) });
  const { resources } = await engine.compareResources(requests, read, { service: 'search-cluster' });
  return resources;
}

const put = (path: string, body: unknown): DeclaredRequest => ({ method: 'PUT', path, body: JSON.stringify(body) });

const key = (more: object): DeclaredRequest => ({
  method: 'POST',
  path: '/_security/api_key',
  body: JSON.stringify({ name: 'k', ...more }),
});
const day = 86_400_000;
const showsKey = (more: object) => ({
  '/_security/api_key?name=k': {
    api_keys: [{ id: '1', name: 'k', invalidated: false, creation: day * 10, role_descriptors: {}, ...more }],
  },
});

const template = (body: object) => put('/_index_template/t', { index_patterns: ['a-*'], ...body });
const showsTemplate = (body: object) => ({
  '/_index_template/t': {
    index_templates: [{ name: 't', index_template: { index_patterns: ['a-*'], composed_of: [], ...body } }],
  },
});
const policy = (phases: object) => put('/_ilm/policy/p', { policy: { phases } });
const showsPolicy = (phases: object) => ({
  '/_ilm/policy/p': {
    p: { version: 1, modified_date: '2030-01-01T00:00:00Z', policy: { phases }, in_use_by: { indices: [] } },
  },
});
const pipeline = (processors: readonly object[]) => put('/_ingest/pipeline/p', { processors });

type Row = readonly [
  name: string,
  request: DeclaredRequest,
  shown: Readonly<Record<string, unknown>>,
  expected: readonly unknown[],
];

const rows: readonly Row[] = [
  [
    'rights on indices under their other name',
    put('/_security/role/r', { cluster: 'all', index: [{ names: 'a', privileges: ['read', 'write'] }] }),
    {
      '/_security/role/r': {
        r: {
          cluster: ['all'],
          indices: [{ names: ['a'], privileges: ['write', 'read'], allow_restricted_indices: false }],
          ...{ applications: [], run_as: [], metadata: {}, transient_metadata: { enabled: true } },
        },
      },
    },
    [],
  ],
  [
    'rights that only the endpoint has',
    put('/_security/role/r', { cluster: ['all'] }),
    { '/_security/role/r': { r: { cluster: ['all'], indices: [{ names: ['a'], privileges: ['read'] }] } } },
    [{ path: 'indices', actual: [{ names: ['a'], privileges: ['read'] }] }],
  ],
  [
    'a length of time with the time at which it ends',
    key({ expiration: '24h' }),
    showsKey({ expiration: day * 11 }),
    [],
  ],
  [
    'a length of time in parts of a second',
    key({ expiration: '1500ms' }),
    showsKey({ expiration: day * 10 + 1000 }),
    [],
  ],
  [
    'what is not there with what is empty',
    key({ role_descriptors: { r: { run_as: null, indices: [{ names: ['a'], privileges: ['read'], query: '' }] } } }),
    showsKey({ role_descriptors: { r: { run_as: [], indices: [{ names: ['a'], privileges: ['read'] }] } } }),
    [],
  ],
  [
    'another length of time',
    key({ expiration: '1d' }),
    showsKey({ expiration: day * 11.5 }),
    [{ path: 'expiration', declared: '1d', actual: '36h' }],
  ],
  ['a length of time with none', key({ expiration: '1d' }), showsKey({}), [{ path: 'expiration', declared: '1d' }]],
  [
    'no length of time with one',
    key({}),
    showsKey({ expiration: day * 10 + 1500 }),
    [{ path: 'expiration', actual: '1500ms' }],
  ],
  [
    'the privileges of applications, as lists without an order',
    put('/_security/privilege', { shop: { read: { actions: ['b:x', 'a:y'], metadata: { a: 1 } } } }),
    {
      '/_security/privilege': {
        shop: { read: { application: 'shop', name: 'read', actions: ['a:y', 'b:x'], metadata: { a: 1 } } },
        other: { all: { application: 'other', name: 'all', actions: ['*'], metadata: {} } },
      },
    },
    [],
  ],
  [
    'privileges that are not there, and metadata that only the endpoint has',
    put('/_security/privilege', { shop: { read: { actions: ['a:y'] }, write: { actions: ['w'], metadata: {} } } }),
    {
      '/_security/privilege': {
        shop: { write: { application: 'shop', name: 'write', actions: ['w'], metadata: { a: 1 } } },
      },
    },
    [
      { path: 'shop.read', declared: { actions: ['a:y'] } },
      { path: 'shop.write.metadata.a', actual: 1 },
    ],
  ],
  [
    'the routing of an alias in a template',
    template({
      template: { aliases: { x: { routing: '1' } }, mappings: { _doc: { properties: { a: { type: 'ip' } } } } },
    }),
    showsTemplate({
      template: {
        aliases: { x: { index_routing: '1', search_routing: '1' } },
        mappings: { properties: { a: { type: 'ip' } } },
      },
    }),
    [],
  ],
  [
    'all that a template has next to settings, mappings and aliases',
    template({ template: { data_stream_options: { failure_store: { enabled: true } }, lifecycle: {} } }),
    showsTemplate({
      template: { data_stream_options: { failure_store: { enabled: false } }, lifecycle: { enabled: true } },
    }),
    [{ path: 'template.data_stream_options.failure_store.enabled', declared: true, actual: false }],
  ],
  [
    'fields and settings that only the template at the endpoint has',
    template({ template: { settings: { number_of_shards: 1 }, mappings: {} } }),
    showsTemplate({
      template: {
        settings: { index: { number_of_shards: '1', refresh_interval: '5s' } },
        mappings: { properties: { a: { type: 'ip' } } },
      },
    }),
    [
      { path: 'template.settings.refresh_interval', actual: '5s' },
      { path: 'template.mappings.properties', actual: { a: { type: 'ip' } } },
    ],
  ],
  [
    'a template of the former kind',
    put('/_template/t', { index_patterns: 'a-*', settings: { number_of_shards: 1 }, version: '3' }),
    {
      '/_template/t': {
        t: {
          ...{ order: 0, version: 3, index_patterns: ['a-*'], mappings: {}, aliases: {} },
          settings: { index: { number_of_shards: '1' } },
        },
      },
    },
    [],
  ],
  [
    'what a lifecycle policy has without being asked',
    policy({ hot: { actions: { rollover: { max_age: '24h' } } }, delete: { actions: { delete: {} } } }),
    showsPolicy({
      hot: { min_age: '0ms', actions: { rollover: { max_age: '1d' } } },
      delete: { min_age: '0ms', actions: { delete: { delete_searchable_snapshot: true } } },
    }),
    [],
  ],
  [
    'a phase that only the policy at the endpoint has',
    policy({ hot: { actions: {} } }),
    showsPolicy({ hot: { min_age: '0ms', actions: {} }, delete: { min_age: '1d', actions: { delete: {} } } }),
    [{ path: 'policy.phases.delete', actual: { min_age: '1d', actions: { delete: {} } } }],
  ],
  [
    'a processor with a member that only the endpoint has',
    pipeline([{ set: { field: 'a', value: 1 } }]),
    {
      '/_ingest/pipeline/p': { p: { processors: [{ set: { field: 'a', value: 1, override: false } }] } },
    },
    [{ path: 'processors[0].set.override', actual: false }],
  ],
];

it.each(rows)('compares %s', async (_, request, shown, expected) => {
  const [one, ...others] = await compared([request], shown);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ changes: expected, unknown: [], state: expected.length === 0 ? 'unchanged' : 'changed' });
});

it('takes privileges of several requests together, each of which replaces one', async () => {
  const requests = [
    put('/_security/privilege', { shop: { read: { actions: ['r'], metadata: { a: 1 } } } }),
    put('/_security/privilege', { shop: { read: { actions: ['r'] }, write: { actions: ['w'] } } }),
  ];
  const shown = {
    '/_security/privilege': {
      shop: { read: { actions: ['r'], metadata: {} }, write: { actions: ['w'], metadata: {} } },
    },
  };
  expect(await compared(requests, shown)).toMatchObject([{ state: 'unchanged', requests: [0, 1] }]);
});
