// API keys. `{{id}}` and `{{encoded}}` stand for these members of the latest response that has them.
import { brokenBodies, del, encoded, flags, get, inLots, oneOfEachType, post, put, send, story } from './builders.mjs';
import { acceptedKeys, refusedKeys } from './api-key-cases.mjs';
import { path, reading } from './api-key-reads.mjs';
import { acceptedDescriptors, documentedDescriptors, refusedDescriptors } from './role-descriptors.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

/** A key with one descriptor. @param {unknown} descriptor */
const withRole = (descriptor, role = 'r') => ({ name: 'k', role_descriptors: { [role]: descriptor } });

/** @param {Random} random */
function creating(random) {
  const one = { cluster: ['monitor'] };
  const restricted = { restriction: { workflows: ['search_application_query'] } };
  const several = [
    { a: one, b: {} },
    { a: restricted },
    { a: restricted, b: {} },
    { a: restricted, b: restricted },
    { '': one },
    { ' ': one },
    { 'a b': one },
    { ['x'.repeat(508)]: one },
    { _a: one },
    { a: one, A: one },
  ];
  const create = (/** @type {object} */ body) => random.pick([put, post])(path, body);
  return [
    ...inLots(
      'accepted keys',
      { size: 14 },
      random.shuffle(acceptedKeys).map((body) => [create(body), get(`${path}?id={{id}}`)]),
    ),
    ...inLots('refused keys', { after: [get(path)], size: 45 }, random.shuffle(refusedKeys).map(create)),
    ...inLots(
      'accepted descriptors',
      { size: 20 },
      random.shuffle(acceptedDescriptors).map((descriptor) => [create(withRole(descriptor)), get(`${path}?id={{id}}`)]),
    ),
    ...inLots(
      'refused descriptors',
      { after: [get(path)], size: 50 },
      random
        .shuffle([...refusedDescriptors, ...documentedDescriptors])
        .map((descriptor) => create(withRole(descriptor))),
    ),
    story(
      'several descriptors',
      several.flatMap((descriptors) => [
        put(path, { name: 'k', role_descriptors: descriptors }),
        get(`${path}?id={{id}}`),
      ]),
    ),
    story(
      'key bodies as written',
      [
        ...brokenBodies,
        '',
        '{"name":"a","name":"b"}',
        '{"name":"k","role_descriptors":{"r":{},"r":{}}}',
        '{"name":"k","role_descriptors":{"r":{"cluster":[],"cluster":["all"]}}}',
        '{"name":"k","metadata":{"a":1,"a":2}}',
      ].map((body) => post(path, body)),
      post(path),
      put(path),
      post(path, { name: 'k' }, { 'content-type': 'text/plain' }),
      post(path, 'name: yaml\n', { 'content-type': 'application/yaml' }),
      get(`${path}?name=*`),
    ),
    story(
      'key parameters',
      [
        'refresh=true',
        'refresh=false',
        'refresh=wait_for',
        'refresh',
        'refresh=',
        'refresh=now',
        'refresh=TRUE',
        'unknown=1',
        'refesh=true',
        'pretty',
        'filter_path=name',
        'error_trace=false',
        'refresh=true&refresh=false',
      ].map((query) => post(`${path}?${query}`, { name: 'k' })),
      send('PATCH', path, { name: 'k' }),
      put(`${path}/`, { name: 'k' }),
      post('/_security/api_keys', { name: 'k' }),
      post('/_security/apikey', { name: 'k' }),
      post('/_xpack/security/api_key', { name: 'k' }),
      post(`${path}/none`, { name: 'k' }),
    ),
  ];
}

/** Updates of keys, one and several. @param {Random} random */
function updating(random) {
  const before = [post(path, { name: 'k', metadata: { a: 1 }, role_descriptors: { r: { cluster: ['monitor'] } } })];
  const bodies = [
    {},
    { metadata: { b: 2 } },
    { metadata: {} },
    { metadata: null },
    { metadata: { _a: 1 } },
    { metadata: 'x' },
    { metadata: [] },
    { role_descriptors: {} },
    { role_descriptors: null },
    { role_descriptors: 'x' },
    { role_descriptors: [] },
    { expiration: '1d' },
    { expiration: '10' },
    { expiration: 'x' },
    { expiration: null },
    { expiration: 5 },
    { name: 'other' },
    { unknown: 1 },
    { type: 'rest' },
    { metadata: { a: 1 } },
    { role_descriptors: { r: { cluster: ['monitor'] } } },
    ...random
      .some(acceptedDescriptors)
      .slice(0, 10)
      .map((descriptor) => ({ role_descriptors: { r: descriptor } })),
    ...random
      .some(refusedDescriptors)
      .slice(0, 25)
      .map((descriptor) => ({ role_descriptors: { r: descriptor } })),
  ];
  const several = [
    {},
    { ids: [] },
    { ids: ['none'] },
    { ids: ['{{id}}'] },
    { ids: '{{id}}' },
    { ids: ['{{id}}', 'none'], metadata: { c: 1 } },
    { ids: ['{{id}}'], role_descriptors: { r: {} } },
    { ids: ['{{id}}'], expiration: '1d' },
    { ids: ['{{id}}'], metadata: { _c: 1 } },
    { ids: ['{{id}}'], unknown: 1 },
    { ids: [''] },
    { ids: [5] },
    { ids: null },
    { id: '{{id}}' },
  ];
  return [
    ...inLots(
      'key updates',
      { before, size: 20 },
      random.shuffle(bodies).map((body) => [put(`${path}/{{id}}`, body), get(`${path}?id={{id}}`)]),
    ),
    story(
      'updates of several keys',
      before,
      several.map((body) => post(`${path}/_bulk_update`, body)),
      post(`${path}/_bulk_update`),
      get(`${path}/_bulk_update`),
      put(`${path}/_bulk_update`, { ids: [] }),
      get(`${path}?id={{id}}`),
    ),
    story(
      'update requests',
      before,
      put(`${path}/none`, {}),
      put(`${path}/none`),
      put(`${path}/{{id}}`),
      put(`${path}/{{id}}?unknown=1`, {}),
      put(`${path}/{{id}}?refresh=true`, {}),
      post(`${path}/{{id}}`, {}),
      send('PATCH', `${path}/{{id}}`, {}),
      brokenBodies.map((body) => put(`${path}/{{id}}`, body)),
      del(path),
      send('DELETE', path, { ids: ['{{id}}'] }),
      put(`${path}/{{id}}`, { metadata: { late: 1 } }),
      get(`${path}?id={{id}}`),
    ),
  ];
}

/** Invalidation, keys of keys, and keys for other clusters. @param {Random} random */
function ending(random) {
  const bodies = [
    { ids: ['{{id}}'] },
    { id: '{{id}}' },
    { id: 'none' },
    { ids: ['none', 'other'] },
    { ids: [] },
    { ids: '{{id}}' },
    { ids: [''] },
    { ids: null },
    { ids: [null] },
    { ids: [5] },
    { name: 'ending' },
    { name: 'none' },
    { name: '' },
    { name: 'e*' },
    { name: 5 },
    { owner: true },
    { owner: 'true' },
    { owner: 'x' },
    { owner: false },
    { username: 'none' },
    { realm_name: 'none' },
    { username: 'none', realm_name: 'none' },
    { username: 'none', owner: true },
    { ids: ['{{id}}'], name: 'ending' },
    { ids: ['{{id}}'], id: '{{id}}' },
    { ids: ['{{id}}'], owner: true },
    { ids: ['{{id}}'], username: 'u' },
    { name: 'ending', username: 'u' },
    { unknown: 1 },
    { ids: ['{{id}}'], unknown: 1 },
    { names: ['ending'] },
    {},
  ];
  const derived = { authorization: 'ApiKey {{encoded}}' };
  const cross = (/** @type {unknown} */ access) => post('/_security/cross_cluster/api_key', { name: 'c', access });
  const search = { names: ['logs*'] };
  return [
    ...inLots(
      'invalidation',
      { size: 12 },
      random
        .shuffle(bodies)
        .map((body) => [post(path, { name: 'ending' }), send('DELETE', path, body), get(`${path}?id={{id}}`)]),
    ),
    story(
      'invalidation requests',
      post(path, { name: 'ending' }),
      brokenBodies.map((body) => send('DELETE', path, body)),
      del(path),
      del(`${path}/{{id}}`),
      send('DELETE', `${path}?refresh=true`, { ids: ['{{id}}'] }),
      send('DELETE', `${path}?unknown=1`, { ids: ['{{id}}'] }),
      send('DELETE', path, { ids: ['{{id}}'] }),
      send('DELETE', path, { ids: ['{{id}}'] }),
    ),
    story(
      'keys of keys',
      post(path, { name: 'parent' }),
      get('/_security/_authenticate', undefined, derived),
      get(path, undefined, derived),
      get(`${path}?owner=true`, undefined, derived),
      put(path, { name: 'child' }, derived),
      put(path, { name: 'child', role_descriptors: {} }, derived),
      put(path, { name: 'child', role_descriptors: { r: { cluster: ['all'] } } }, derived),
      put(
        path,
        { name: 'child', role_descriptors: { r: { indices: [{ names: ['a'], privileges: ['read'] }] } } },
        derived,
      ),
      put(path, { name: 'child', role_descriptors: { r: { cluster: [], indices: [] } } }, derived),
      get('/_security/_authenticate', undefined, derived),
      get('/_cluster/settings', undefined, derived),
      get('/_search', undefined, derived),
    ),
    story(
      'limited keys',
      post(path, {
        name: 'reader',
        role_descriptors: { r: { cluster: ['monitor'], indices: [{ names: ['logs'], privileges: ['read'] }] } },
      }),
      get('/_cluster/health?filter_path=timed_out', undefined, derived),
      put('/logs', {}, derived),
      get('/logs/_search', undefined, derived),
      put('/_cluster/settings', { persistent: {} }, derived),
      put('/_snapshot/r', { type: 'fs', settings: { location: 'r' } }, derived),
      get('/other/_search', undefined, derived),
      send('DELETE', path, { ids: ['{{id}}'] }),
      get('/_security/_authenticate', undefined, derived),
    ),
    story(
      'credentials',
      [
        'ApiKey',
        'ApiKey ',
        'ApiKey none',
        'ApiKey aTpz',
        'ApiKey i:s',
        'apikey aTpz',
        'Bearer none',
        'Basic none',
        'Basic YTpi',
        'Digest x',
        'x',
        '',
      ].map((authorization) => get('/_security/_authenticate', undefined, { authorization })),
    ),
    story(
      'keys for other clusters',
      [
        {},
        { search: [search] },
        { replication: [search] },
        { search: [search], replication: [search] },
        { search: [] },
        { search: [{}] },
        { search },
        { search: [{ ...search, query: '{"match_all":{}}' }] },
        { search: [{ ...search, privileges: ['read'] }] },
        { search: [{ ...search, field_security: { grant: ['a'] } }] },
        { replication: [{ ...search, query: { match_all: {} } }] },
        { find: [search] },
        null,
        [],
        'x',
      ].map(cross),
      post('/_security/cross_cluster/api_key', { name: 'c' }),
      put('/_security/cross_cluster/none', {}),
      put(`/_security/cross_cluster/api_key/none`, { metadata: {} }),
    ),
    story(
      'grants and privileges',
      [
        {},
        { grant_type: 'password' },
        { grant_type: 'password', username: 'u', password: 'not-the-password', api_key: { name: 'g' } },
        { grant_type: 'none', api_key: { name: 'g' } },
        { grant_type: 'access_token', access_token: 'x', api_key: { name: 'g' } },
        { grant_type: 'access_token', api_key: { name: 'g' } },
        { grant_type: 'password', username: 'u', api_key: { name: 'g' } },
      ].map((body) => post(`${path}/grant`, body)),
      [
        {},
        { cluster: ['monitor'] },
        { cluster: 'monitor' },
        { index: [{ names: ['a'], privileges: ['read'] }] },
        { index: [{ names: ['a'] }] },
        { cluster: ['none_such'] },
        { unknown: 1 },
      ].map((body) => post('/_security/user/_has_privileges', body)),
    ),
    story(
      'names in paths',
      ['a b', 'ä', '*', '_all'].map((id) => put(`${path}/${encoded(id)}`, { metadata: {} })),
      oneOfEachType.map((value) => post(path, { name: 'k', metadata: { value } })),
      flags.valid.map((flag) => get(`${path}?owner=${flag}`)),
    ),
  ];
}

export const apiKeys = {
  area: 'API keys',
  /** @param {Random} random */
  stories: (random) => [...creating(random), ...reading(random), ...updating(random), ...ending(random)],
};
