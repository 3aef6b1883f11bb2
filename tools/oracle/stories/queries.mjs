// Queries in ES|QL: what commands and functions return, and what is refused. Where rows have no order, they are sorted.
import { refusedQueries, requests, takenQueries } from './query-cases.mjs';
import { inLots, post, put } from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */
/** @typedef {import('./builders.mjs').Step} Step */

const properties = {
  '@timestamp': { type: 'date' },
  message: { type: 'text', fields: { raw: { type: 'keyword' } } },
  status: { type: 'integer' },
  bytes: { type: 'long' },
  duration: { type: 'double' },
  half: { type: 'float' },
  small: { type: 'short' },
  ok: { type: 'boolean' },
  tags: { type: 'keyword' },
  nums: { type: 'integer' },
  host: { properties: { name: { type: 'keyword' }, ip: { type: 'ip' } } },
  place: { type: 'geo_point' },
  labels: { type: 'flattened' },
  range: { type: 'integer_range' },
  nanos: { type: 'date_nanos' },
  alias: { type: 'alias', path: 'status' },
  inner: { type: 'nested', properties: { a: { type: 'keyword' } } },
};

/** The documents of the index `logs`, in the order of their ids. */
export const documents = [
  {
    ...{ '@timestamp': '2026-01-01T00:00:00Z', message: 'First request', status: 200, bytes: 100, duration: 1.5 },
    ...{ half: 0.1, small: 5, ok: true, tags: ['a', 'b'], nums: [3, 1, 2], host: { name: 'web-1', ip: '10.0.0.1' } },
    ...{
      place: { lat: 1, lon: 2 },
      labels: { k: 'v' },
      range: { gte: 1, lte: 2 },
      nanos: '2026-01-01T00:00:00.123456789Z',
    },
    inner: { a: 'x' },
  },
  {
    ...{ '@timestamp': '2026-01-02T12:30:00Z', message: 'Second request failed', status: 500, bytes: 2500 },
    ...{ duration: 0.25, half: 2, ok: false, tags: 'b', nums: 7, host: { name: 'web-2', ip: '10.0.0.2' } },
  },
  {
    ...{ '@timestamp': '2026-01-03T23:59:59.999Z', message: 'third', status: 404, bytes: 0, ok: true, tags: [] },
    host: { name: 'web-1', ip: '::1' },
  },
  {
    ...{ '@timestamp': '2026-02-10T08:00:00Z', status: 200, bytes: 7_000_000_000, duration: 1e10, half: 1.1 },
    ...{ tags: ['c', 'a', 'c'], nums: [5, 5] },
  },
];

const one = { number_of_shards: 1, number_of_replicas: 0 };

/** What the stories begin with: three indices, one of them without anything. @type {Step[]} */
export const before = [
  put('/logs', { settings: one, mappings: { properties } }),
  put('/other', {
    settings: one,
    mappings: { properties: { status: { type: 'keyword' }, bytes: { type: 'long' }, extra: { type: 'keyword' } } },
  }),
  put('/empty', { settings: one }),
  post(
    '/logs/_bulk?refresh=true',
    documents.flatMap((document, at) => [{ index: { _id: String(at + 1) } }, document]),
  ),
  post('/other/_bulk?refresh=true', [{ index: { _id: '9' } }, { status: 'x', bytes: 5, extra: 'e' }]),
];

const run = (/** @type {string} */ query) => post('/_query', { query });

/** @type {import('./builders.mjs').Area} */
export const queries = {
  area: 'ES|QL',
  stories: () => [
    ...inLots('taken', { before, size: 60 }, takenQueries.map(run)),
    ...inLots('refused', { before, size: 60 }, refusedQueries.map(run)),
    ...inLots('requests', { before, size: 60 }, requests),
  ],
};
