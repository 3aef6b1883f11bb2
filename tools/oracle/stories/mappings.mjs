// Mappings of flattened fields: each parameter valid in every spelling, at its limit and beyond, and of the wrong type; then what is stored.
import {
  brokenBodies,
  createIndex,
  del,
  get,
  inLots,
  lots,
  oneOfEachType,
  post,
  put,
  send,
  story,
} from './builders.mjs';

/** @typedef {import('./builders.mjs').Random} Random */

/** Values of each parameter of the type that servers accept. @type {Record<string, readonly unknown[]>} */
const accepted = {
  boost: [1, 2, 1.5, '1.5', 0.5],
  depth_limit: [1, 2, 20, 100, '20', 0, 2147483647],
  doc_values: [true, false, 'true', 'false'],
  eager_global_ordinals: [true, false, 'true', 'false'],
  ignore_above: [1, 256, '256', 0, 32766, 2147483647],
  index: [true, false, 'true', 'false'],
  index_options: ['docs', 'freqs'],
  null_value: ['NULL', '', 'none', 5, true, null],
  similarity: ['BM25', 'boolean'],
  split_queries_on_whitespace: [true, false, 'true', 'false'],
  meta: [{}, { unit: 'ms' }, { unit: 'ms', owner: 'search' }],
};

/** The values without those that versions of the server disagree on: one of them would keep a whole index from being created. */
const certain = {
  ...Object.fromEntries(Object.entries(accepted).filter(([name]) => name !== 'boost')),
  depth_limit: [2, 5, 20, '20'],
  null_value: ['NULL', '', 'none'],
};

/** Values just beyond what is accepted, or spelt otherwise. @type {Record<string, readonly unknown[]>} */
const refused = {
  depth_limit: [-1, -2, '-1', '1.5', 1.5, 'deep', '', 2147483648],
  doc_values: ['yes', 'TRUE', 'False', 0, 1],
  eager_global_ordinals: ['yes', 'TRUE', 1],
  ignore_above: [-1, '-1', 'long', '1.5', 2147483648],
  index: ['yes', 'no', 'not_analyzed', 'TRUE', 0],
  index_options: ['positions', 'offsets', 'DOCS', 'Freqs', 'none', ''],
  similarity: ['bm25', 'BM26', 'classic', 'Boolean', 'default', ''],
  split_queries_on_whitespace: ['yes', 'TRUE', 1],
  meta: [
    { a: 1 },
    { a: null },
    { a: {} },
    { a: ['b'] },
    { a: true },
    { ['k'.repeat(20)]: 'v' },
    { ['k'.repeat(21)]: 'v' },
    { a: 'v'.repeat(50) },
    { a: 'v'.repeat(51) },
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, 'v'])),
    Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, 'v'])),
  ],
};

/** Members that a flattened field does not have, and names with a mistake in them. */
const unknownMembers = {
  store: true,
  analyzer: 'standard',
  search_analyzer: 'standard',
  normalizer: 'lowercase',
  norms: false,
  format: 'yyyy',
  dynamic: true,
  enabled: false,
  coerce: true,
  ignore_malformed: true,
  fielddata: true,
  term_vector: 'yes',
  scaling_factor: 10,
  depthLimit: 5,
  deph_limit: 5,
  max_depth: 5,
  ignoreAbove: 10,
  ignore_abov: 10,
  doc_value: true,
  docvalues: false,
  nullvalue: 'x',
  null_values: 'x',
  similarities: 'BM25',
  eager_global_ordinal: true,
  split_queries_on_whitespaces: true,
  indexed: true,
  Index: true,
  value: 'x',
};

/** Types with a mistake, or of another version. */
const unknownTypes = [
  'Flattened',
  'FLATTENED',
  'flatten',
  'flat',
  'flattend',
  'json',
  'string',
  '',
  ' flattened',
  'objects',
];

/** The parts of a mapping update that are no mapping of a field. */
const brokenMappings = [
  {},
  { properties: {} },
  { properties: null },
  { properties: [] },
  { properties: 'labels' },
  { properties: 1 },
  { properties: { labels: 'flattened' } },
  { properties: { labels: null } },
  { properties: { labels: [] } },
  { properties: { labels: ['flattened'] } },
  { properties: { labels: {} } },
  { properties: { labels: { typ: 'flattened' } } },
  { properties: { labels: { type: null } } },
  { properties: { labels: { type: ['flattened'] } } },
  { properties: { labels: { type: {} } } },
  { properties: { labels: { Type: 'flattened' } } },
  { properties: { '': { type: 'flattened' } } },
  { properties: { ' ': { type: 'flattened' } } },
  { properties: { '.': { type: 'flattened' } } },
  { properties: { 'a..b': { type: 'flattened' } } },
  { properties: { '.a': { type: 'flattened' } } },
  { properties: { 'a.': { type: 'flattened' } } },
  { properties: { _id: { type: 'flattened' } } },
  { properties: { _source: { type: 'flattened' } } },
  { property: { labels: { type: 'flattened' } } },
  { Properties: { labels: { type: 'flattened' } } },
  { mappings: { properties: { labels: { type: 'flattened' } } } },
  { _doc: { properties: { labels: { type: 'flattened' } } } },
  { labels: { type: 'flattened' } },
  { type: 'flattened' },
  { dynamic: 'sometimes', properties: { labels: { type: 'flattened' } } },
  { dynamic: 1 },
  { numeric_detection: 'maybe' },
  { date_detection: 'yes' },
  { _source: { enabled: 'maybe' } },
  { _source: { enable: true } },
  { _routing: { required: 'yes' } },
  { _all: { enabled: true } },
  { unknown_root: true, properties: {} },
];

/** Whole mappings that servers accept, apart from parameters. */
const wholeMappings = [
  { dynamic: false, properties: { labels: { type: 'flattened' } } },
  { dynamic: 'strict', properties: { labels: { type: 'flattened' } } },
  { dynamic: 'runtime', properties: { labels: { type: 'flattened' } } },
  { dynamic: 'true', date_detection: false, numeric_detection: true },
  { _meta: { owner: 'search', version: 3 }, properties: { labels: { type: 'flattened' } } },
  { _source: { enabled: true }, properties: { labels: { type: 'flattened' } } },
  { _source: { includes: ['labels'], excludes: ['labels.secret'] }, properties: { labels: { type: 'flattened' } } },
  { _routing: { required: false }, properties: { labels: { type: 'flattened' } } },
  { properties: { event: { properties: { labels: { type: 'flattened' } } } } },
  { properties: { event: { type: 'object', properties: { labels: { type: 'flattened', depth_limit: 3 } } } } },
  { properties: { event: { type: 'nested', properties: { labels: { type: 'flattened' } } } } },
  { properties: { 'event.labels': { type: 'flattened' } } },
  { properties: { labels: { type: 'flattened' }, attributes: { type: 'flattened', index: false } } },
  { properties: { 'labels-of the event': { type: 'flattened' }, Größe: { type: 'flattened' } } },
  { properties: { event: { dynamic: false, properties: { labels: { type: 'flattened' } } } } },
  { properties: { labels: { type: 'flattened' }, also: { type: 'alias', path: 'labels' } } },
  {
    properties: { labels: { type: 'flattened' }, labels_text: { type: 'text', fields: { raw: { type: 'keyword' } } } },
  },
  { dynamic_templates: [{ flat: { match_mapping_type: 'object', mapping: { type: 'flattened' } } }] },
  { dynamic_templates: [{ flat: { path_match: 'event.*', mapping: { type: 'flattened', ignore_above: 10 } } }] },
];

/** @param {string} parameter @param {unknown} value */
const flattened = (parameter, value) => ({ type: 'flattened', [parameter]: value });

/** @param {string} index @param {object} mapping @returns {import('./builders.mjs').Step} */
const mapField = (index, mapping, field = 'labels') => put(`/${index}/_mapping`, { properties: { [field]: mapping } });

/** Each accepted value on a field of its own, many fields to an index, then the whole mapping. @param {Random} random */
function acceptedParameters(random) {
  const cases = Object.entries(accepted).flatMap(([name, values]) => values.map((value) => flattened(name, value)));
  return lots(random.shuffle(cases), 12).map((part, index) =>
    story(
      `accepted parameters ${index + 1}`,
      createIndex('plain', { labels: { type: 'flattened' } }),
      part.map((mapping, at) => mapField('plain', mapping, `field_${at}`)),
      get('/plain/_mapping'),
      get('/plain/_mapping/field/field_1'),
      get('/plain/_mapping/field/field_*?include_defaults=true'),
    ),
  );
}

/** Several parameters together when the index is created. @param {Random} random */
function combinations(random) {
  return Array.from({ length: 14 }, (_, index) => {
    const mapping = Object.fromEntries(
      random.some(Object.keys(certain)).map((name) => [name, random.pick(certain[name])]),
    );
    return story(
      `parameters together ${index + 1}`,
      createIndex('together', { labels: { type: 'flattened', ...mapping } }),
      get('/together'),
      put('/together/_doc/1?refresh=true', { labels: { a: 'one two', b: { c: random.int(1, 9) }, none: null } }),
      post('/together/_search', { query: { term: { labels: 'one two' } } }),
      post('/together/_search', { query: { match: { 'labels.a': 'one two' } } }),
      post('/together/_search', { query: { exists: { field: 'labels.none' } } }),
      post('/together/_search', { sort: ['labels.a'], query: { match_all: {} } }),
      post('/together/_search', { size: 0, aggs: { values: { terms: { field: 'labels.b.c' } } } }),
    );
  });
}

/** Values that are refused alone; the mapping must stay what it was. @param {Random} random */
function refusedParameters(random) {
  const beyond = Object.entries(refused).flatMap(([name, values]) => values.map((value) => flattened(name, value)));
  const wrongTypes = Object.keys({ ...accepted, type: 0 }).flatMap((name) =>
    oneOfEachType.map((value) => flattened(name, value)),
  );
  const unknown = Object.entries(unknownMembers).map(([name, value]) => flattened(name, value));
  const types = unknownTypes.map((type) => ({ type }));
  const further = [
    { type: 'flattened', fields: { raw: { type: 'keyword' } } },
    { type: 'flattened', copy_to: 'all' },
    { type: 'flattened', copy_to: ['all'] },
    { type: 'flattened', properties: { a: { type: 'keyword' } } },
    { type: 'flattened', time_series_dimensions: ['a'] },
    { type: 'flattened', time_series_dimensions: ['a'], doc_values: false },
    { type: 'flattened', time_series_dimensions: ['a'], index: false },
    { type: 'flattened', time_series_dimensions: ['a'], ignore_above: 10 },
    { type: 'flattened', index: false, doc_values: false },
  ];
  // Each case has a field name of its own, so that an accepted one does not meet the next.
  const steps = random
    .shuffle([...beyond, ...wrongTypes, ...unknown, ...types, ...further])
    .map((mapping, at) => mapField('strict', mapping, `field_${at}`));
  return inLots(
    'parameters alone',
    { before: [createIndex('strict', { labels: { type: 'flattened' } })], after: [get('/strict/_mapping')], size: 30 },
    steps,
  );
}

/** The same mistakes when an index is created: it must not exist afterwards. @param {Random} random */
function refusedAtCreation(random) {
  const cases = Object.entries(refused).flatMap(([name, values]) =>
    random
      .some(values)
      .slice(0, 2)
      .map((value) => flattened(name, value)),
  );
  const mappings = [
    ...cases.map((mapping) => ({ properties: { labels: mapping } })),
    ...unknownTypes.slice(0, 4).map((type) => ({ properties: { labels: { type } } })),
    ...random.shuffle(brokenMappings).slice(0, 24),
  ];
  const steps = mappings.map((mapping, at) => [put(`/new_${at}`, { mappings: mapping }), get(`/new_${at}/_mapping`)]);
  return inLots('refused at creation', { size: 12 }, steps);
}

/** A change of each parameter of an existing field: some may change, the others are fixed. @param {Random} random */
function changes(random) {
  // A node refuses an index with `boost`, and the requests after it would find none.
  const pairs = Object.entries(certain).flatMap(([name, values]) => {
    const [from, to] = random.shuffle(values);
    return to === undefined || name === 'boost' ? [] : [{ name, from, to }];
  });
  return lots(random.shuffle(pairs), 4).map((part, index) =>
    story(
      `changed parameters ${index + 1}`,
      createIndex('changing', Object.fromEntries(part.map(({ name, from }) => [`f_${name}`, flattened(name, from)]))),
      part.flatMap(({ name, from, to }) => [
        mapField('changing', flattened(name, from), `f_${name}`),
        mapField('changing', flattened(name, to), `f_${name}`),
        mapField('changing', { type: 'flattened' }, `f_${name}`),
        mapField('changing', { type: 'keyword' }, `f_${name}`),
        mapField('changing', { properties: { a: { type: 'keyword' } } }, `f_${name}`),
      ]),
      get('/changing/_mapping'),
    ),
  );
}

/** Whole mappings, broken ones, and bodies that are no mapping. @param {Random} random */
function whole(random) {
  const valid = random
    .shuffle(wholeMappings)
    .map((mapping, at) =>
      story(
        `whole mapping ${at + 1}`,
        put(`/whole`, { mappings: mapping }),
        get('/whole/_mapping'),
        put('/whole/_doc/1', {}),
      ),
    );
  const before = [createIndex('whole', { title: { type: 'text' } })];
  const after = [get('/whole/_mapping')];
  const broken = inLots(
    'broken mapping',
    { before, after, size: 20 },
    random.shuffle(brokenMappings).map((mapping) => put('/whole/_mapping', mapping)),
  );
  const bodies = [
    ...brokenBodies,
    '{"properties":{"a":{"type":"flattened","type":"keyword"}}}',
    '{"properties":{"a":{"type":"flattened"}},"properties":{}}',
    '{"properties":{"a":{"type":"flattened","depth_limit":2,"depth_limit":3}}}',
    '{"properties":{"a":{"type":"flattened","ignore_above":1e2}}}',
    '{"properties":{"a":{"type":"flattened","ignore_above":10.0}}}',
    '{"properties":{"a":{"type":"flattened"}}} // comment',
    '',
  ];
  return [
    ...valid,
    ...broken,
    story(
      'bodies that are no mapping',
      before,
      bodies.map((body) => put('/whole/_mapping', body)),
      after,
    ),
  ];
}

/** Paths, methods and query parameters of the mapping operations. */
function requests() {
  const mapping = { properties: { more: { type: 'flattened' } } };
  return [
    story(
      'mapping requests',
      createIndex('one', { labels: { type: 'flattened' }, title: { type: 'text' } }),
      createIndex('two', { labels: { type: 'flattened', depth_limit: 5 } }),
      ['/one/_mapping', '/one/_mappings', '/_mapping', '/*/_mapping', '/one,two/_mapping', '/o*/_mapping'].map((path) =>
        get(path),
      ),
      ['/_all/_mapping', '/none/_mapping', '/none*/_mapping', '/one,none/_mapping', '/One/_mapping'].map((path) =>
        get(path),
      ),
      get('/one,none/_mapping?ignore_unavailable=true'),
      get('/none*/_mapping?allow_no_indices=false'),
      get('/one/_mapping?expand_wildcards=closed'),
      get('/one/_mapping?expand_wildcards=some'),
      get('/one/_mapping?local=true'),
      get('/one/_mapping?unknown=1'),
      get('/one/_mapping?master_timeout=1'),
      get('/one/_mapping?master_timeout=10s&pretty'),
      get('/one/_mapping?filter_path=*.mappings.properties.labels'),
      get('/one/_mapping/labels'),
      ['labels', 'lab*', 'none', 'labels,title', '*', 'labels.a'].map((field) => get(`/one/_mapping/field/${field}`)),
      get('/_mapping/field/labels'),
      get('/one/_mapping/field/labels?include_defaults=maybe'),
      put('/one/_mapping?timeout=10s&master_timeout=10s', mapping),
      put('/one/_mapping?timeout=ten', mapping),
      put('/one/_mapping?write_index_only=true', mapping),
      put('/one/_mapping?unknown=true', mapping),
      put('/one/_mapping?ignore_unavailabl=true', mapping),
      post('/one/_mapping', mapping),
      put('/one,two/_mapping', mapping),
      put('/_mapping', mapping),
      put('/*/_mapping', mapping),
      put('/none/_mapping', mapping),
      put('/one,none/_mapping?ignore_unavailable=true', mapping),
      put('/one/_mapping/labels', mapping),
      put('/one/_mapping', mapping, { 'content-type': 'text/plain' }),
      put('/one/_mapping', 'properties:\n  yaml:\n    type: flattened\n', { 'content-type': 'application/yaml' }),
      put('/one/_mapping'),
      del('/one/_mapping'),
      send('PATCH', '/one/_mapping', mapping),
      get('/one,two/_mapping'),
    ),
  ];
}

export const mappings = {
  area: 'flattened mapping',
  /** @param {Random} random */
  stories: (random) => [
    ...acceptedParameters(random),
    ...combinations(random),
    ...refusedParameters(random),
    ...refusedAtCreation(random),
    ...changes(random),
    ...whole(random),
    ...requests(),
  ],
};
