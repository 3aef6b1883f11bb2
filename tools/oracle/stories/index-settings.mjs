// Index settings: every spelling of names and values, limits, settings that are fixed, and what reads answer.
import {
  brokenBodies,
  createIndex,
  del,
  few,
  get,
  inLots,
  lots,
  oneShard,
  post,
  put,
  send,
  story,
} from './builders.mjs';
import { dynamic, fixed, unknownNames } from './index-setting-cases.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

/** The spellings of a setting in a body. @param {Random} random @param {string} name @param {unknown} value @returns {object} */
function spelt(random, name, value) {
  const nested = name.split('.').reduceRight((/** @type {unknown} */ inner, part) => ({ [part]: inner }), value);
  return random.pick([
    { [name]: value },
    { [`index.${name}`]: value },
    { index: { [name]: value } },
    { index: nested },
    { settings: { [`index.${name}`]: value } },
    { settings: { index: { [name]: value } } },
  ]);
}

/** @param {Random} random */
function updates(random) {
  const valid = Object.entries(dynamic).flatMap(([name, { valid: values }]) =>
    random
      .some(values.length > 0 ? values : [null])
      .slice(0, 3)
      .map((value) => put('/one/_settings', spelt(random, name, value))),
  );
  const invalid = Object.entries(dynamic).flatMap(([name, { invalid: values }]) =>
    few(random, values).map((value) => put('/one/_settings', spelt(random, name, value))),
  );
  const fixedOnes = Object.entries(fixed).flatMap(([name, { valid: values, invalid: others }]) =>
    [...values, ...others].slice(0, 2).map((value) => put('/one/_settings', spelt(random, name, value))),
  );
  const unknown = unknownNames.map((name) =>
    put('/one/_settings', { [name]: random.pick([1, true, 'x', '5s', null]) }),
  );
  const before = [createIndex('one', { labels: { type: 'flattened' }, title: { type: 'text' } })];
  const after = [get('/one/_settings')];
  return [
    ...inLots(
      'accepted updates',
      { before, after, size: 10 },
      random.shuffle(valid).map((step) => [step]),
    ),
    ...inLots('refused updates', { before, after, size: 40 }, random.shuffle(invalid)),
    ...inLots('fixed settings', { before, after, size: 40 }, random.shuffle(fixedOnes)),
    ...inLots('unknown settings', { before, after, size: 40 }, unknown),
  ];
}

/** Settings by which the creation of an index waits for a shard that no node takes. */
const awaited = /^(?:routing\.|allocation\.|write\.|number_of_replicas$)/;

/** @param {Random} random */
function creations(random) {
  const mappings = { properties: { n: { type: 'long' } } };
  const all = { ...fixed, ...dynamic };
  const valid = Object.entries(fixed).flatMap(([name, { valid: values }]) =>
    random
      .some(values)
      .filter((value) => value !== undefined)
      .slice(0, 1)
      .map((value) => ({ [name]: value })),
  );
  const some = random
    .shuffle(Object.entries(dynamic).filter(([name]) => !awaited.test(name)))
    .slice(0, 30)
    .flatMap(([name, { valid: values }]) => {
      const value = random.pick(values);
      return value === undefined ? [] : [{ [`index.${name}`]: value }];
    });
  const together = lots(some, 5).map((part) => Object.assign({}, ...part));
  const invalid = Object.entries(all).flatMap(([name, { invalid: values }]) =>
    random
      .some(values)
      .filter((value) => value !== undefined)
      .slice(0, fixed[name] ? 8 : 1)
      .map((value) => ({ [name]: value })),
  );
  const unknown = random.some(unknownNames).map((name) => ({ [name]: 'x' }));
  return [
    ...inLots(
      'accepted at creation',
      { size: 6 },
      [...valid, ...together].map((settings, at) => [
        put(`/made_${at}`, { settings, mappings }),
        get(`/made_${at}/_settings`),
      ]),
    ),
    ...inLots(
      'refused at creation',
      { size: 20 },
      random.shuffle([...invalid, ...unknown]).map((settings) => [put('/made', { settings, mappings }), del('/made')]),
    ),
  ];
}

/** Limits that settings set, at them and beyond. */
function limitsAtWork() {
  const nested = (/** @type {number} */ depth) => {
    /** @type {object} */
    let mapping = { type: 'keyword' };
    for (let level = 1; level < depth; level += 1) mapping = { properties: { in: mapping } };
    return { properties: { top: mapping } };
  };
  return [
    story(
      'fields limit',
      createIndex('few', { a: { type: 'flattened' } }, { settings: { ...oneShard, 'mapping.total_fields.limit': 3 } }),
      put('/few/_mapping', { properties: { b: { type: 'flattened' }, c: { type: 'keyword' } } }),
      put('/few/_mapping', { properties: { d: { type: 'flattened' } } }),
      put('/few/_doc/1', { e: 1 }),
      put('/few/_doc/2', { a: { many: 1, more: 2, keys: 3, here: 4 } }),
      put('/few/_settings', { 'mapping.total_fields.limit': 4 }),
      put('/few/_doc/1', { e: 1 }),
      put('/few/_settings', { 'mapping.total_fields.limit': 2 }),
      get('/few'),
    ),
    story(
      'depth limit',
      createIndex('flat', undefined, { settings: { ...oneShard, 'mapping.depth.limit': 2 } }),
      [1, 2, 3].map((depth) => put('/flat/_mapping', nested(depth))),
      put('/flat/_doc/1', { x: { y: { z: 1 } } }),
      get('/flat/_mapping'),
    ),
    story(
      'name length limit',
      createIndex('brief', undefined, { settings: { ...oneShard, 'mapping.field_name_length.limit': 5 } }),
      ['abcd', 'abcde', 'abcdef'].flatMap((name) => [
        put('/brief/_mapping', { properties: { [name]: { type: 'flattened' } } }),
        put('/brief/_doc/1', { [`${name}`]: 1 }),
      ]),
      get('/brief/_mapping'),
    ),
    story(
      'result window',
      createIndex('window', { labels: { type: 'flattened' } }, { settings: { ...oneShard, max_result_window: 10 } }),
      [9, 10, 11].map((size) => get(`/window/_search?size=${size}`)),
      get('/window/_search?from=5&size=5'),
      get('/window/_search?from=5&size=6'),
      get('/window/_search?from=11&size=0'),
      put('/window/_settings', { index: { max_result_window: 20 } }),
      get('/window/_search?size=11'),
      get('/window/_search?size=21'),
    ),
    story(
      'terms limit',
      createIndex('terms', { labels: { type: 'flattened' } }, { settings: { ...oneShard, max_terms_count: 2 } }),
      [1, 2, 3].map((size) => post('/terms/_search', { query: { terms: { labels: ['a', 'b', 'c'].slice(0, size) } } })),
    ),
    ...['read', 'write', 'metadata', 'read_only', 'read_only_allow_delete'].map((block) =>
      story(
        `block ${block}`,
        createIndex('blocked', { labels: { type: 'flattened' } }),
        put('/blocked/_doc/1?refresh=true', {}),
        put('/blocked/_settings', { [`index.blocks.${block}`]: true }),
        get('/blocked/_doc/1'),
        get('/blocked/_search'),
        put('/blocked/_doc/2', {}),
        post('/blocked/_bulk', [{ index: { _id: '3' } }, {}, { delete: { _id: '1' } }]),
        get('/blocked/_mapping'),
        get('/blocked/_settings'),
        put('/blocked/_mapping', { properties: { x: { type: 'flattened' } } }),
        put('/blocked/_settings', { number_of_replicas: 0 }),
        post('/blocked/_close'),
        put('/blocked/_settings', { [`index.blocks.${block}`]: false }),
        post('/blocked/_open'),
        put('/blocked/_doc/2', {}),
        del('/blocked'),
      ),
    ),
  ];
}

/** Paths, methods, parameters and bodies. */
function requests() {
  const change = { 'index.refresh_interval': '5s' };
  const before = [createIndex('one'), createIndex('two')];
  const reads = [
    '/one/_settings',
    '/_settings',
    '/one,two/_settings',
    '/o*/_settings',
    '/none/_settings',
    '/none*/_settings',
    '/one/_settings/index.number_of_shards',
    '/one/_settings/index.number_*',
    '/one/_settings/number_of_shards',
    '/one/_settings/none',
    '/one/_settings/_all',
    '/_settings/index.codec',
    '/one/_setting',
    '/one/_settings/index.refresh_interval?include_defaults=true',
    '/one/_settings?flat_settings=true',
    '/one/_settings?flat_settings=x',
    '/one/_settings?local=true',
    '/one/_settings?unknown=1',
    '/one/_settings?include_default=true',
    '/one/_settings?expand_wildcards=x',
    '/one,none/_settings?ignore_unavailable=true',
    '/one/_settings?master_timeout=5',
    '/one/_settings?name=index.codec',
  ];
  const writes = [
    '',
    '?preserve_existing=true',
    '?preserve_existing=x',
    '?reopen=true',
    '?reopen=x',
    '?timeout=10s',
    '?timeout=10',
    '?master_timeout=10s',
    '?flat_settings=true',
    '?ignore_unavailable=true',
    '?allow_no_indices=false',
    '?expand_wildcards=all',
    '?unknown=1',
    '?number_of_replicas=0',
  ];
  return [
    story(
      'settings reads',
      before,
      put('/one/_settings', change),
      reads.map((path) => get(path)),
    ),
    story(
      'settings writes',
      before,
      writes.map((query) => put(`/one/_settings${query}`, change)),
      put('/one/_settings?preserve_existing=true', { 'index.refresh_interval': '9s', 'index.priority': 7 }),
      put('/one/_settings?reopen=true', { 'index.codec': 'best_compression' }),
      put('/none/_settings', change),
      put('/none*/_settings', change),
      put('/_settings', change),
      put('/one,two/_settings', { 'index.priority': 9 }),
      post('/one/_settings', change),
      del('/one/_settings'),
      send('PATCH', '/one/_settings', change),
      put('/one/_settings/index.codec', change),
      get('/_settings'),
    ),
    story(
      'settings bodies',
      before,
      [
        ...brokenBodies,
        '',
        '{"index.priority":1,"index.priority":2}',
        '{"index":{"priority":1},"index.priority":2}',
        '{"index":{"priority":1},"index":{"priority":2}}',
        '{"index.priority":1.0}',
        '{"index.priority":1e1}',
        '{}',
        '{"settings":{}}',
        '{"index":{}}',
        '{"settings":{"index":{"priority":3}},"index.priority":4}',
        '{"index":[{"priority":1}]}',
        '{"index":"priority"}',
        '{"index":null}',
      ].map((body) => put('/one/_settings', body)),
      put('/one/_settings'),
      put('/one/_settings', change, { 'content-type': 'text/plain' }),
      put('/one/_settings', { ...change, unknown: 1 }),
      put('/one/_settings', { 'index.priority': 8, 'index.codec': 'best_compression' }),
      get('/one/_settings'),
    ),
  ];
}

export const indexSettings = {
  area: 'index settings',
  /** @param {Random} random */
  stories: (random) => [...updates(random), ...creations(random), ...limitsAtWork(), ...requests()],
};
