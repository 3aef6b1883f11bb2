// Mappings that name what servers leave out, and spell what they show in another way.

const field = (/** @type {unknown} */ definition) => ({ mappings: { properties: { a: definition } } });

/** Bodies that create an index. */
export const ownMappings = [
  ...[
    { type: 'keyword', ignore_above: 256, doc_values: true, index: true, store: false },
    { type: 'keyword', ignore_above: '256', doc_values: 'false', norms: false, null_value: 'none' },
    { type: 'keyword', eager_global_ordinals: true, split_queries_on_whitespace: false, similarity: 'BM25' },
    { type: 'keyword', index_options: 'docs', copy_to: 'b', meta: { unit: 'ms' } },
    { type: 'text', index: true, norms: true, store: false, index_options: 'positions', similarity: 'BM25' },
    { type: 'text', analyzer: 'standard', search_analyzer: 'standard', fielddata: false, term_vector: 'no' },
    { type: 'text', analyzer: 'english', position_increment_gap: 100, index_phrases: false },
    {
      type: 'text',
      fields: { raw: { type: 'keyword', ignore_above: 256 }, en: { type: 'text', analyzer: 'english' } },
    },
    { type: 'text', copy_to: ['b', 'c'], index_prefixes: { min_chars: 2, max_chars: 5 } },
    { type: 'long', coerce: true, ignore_malformed: false, doc_values: true, index: true },
    { type: 'integer', null_value: 0, coerce: 'false', ignore_malformed: 'true' },
    { type: 'double', null_value: 1.5, store: true },
    { type: 'scaled_float', scaling_factor: 100 },
    { type: 'scaled_float', scaling_factor: '10' },
    { type: 'boolean', null_value: false },
    { type: 'date' },
    { type: 'date', format: 'strict_date_optional_time||epoch_millis' },
    { type: 'date', format: 'yyyy-MM-dd', locale: 'en', ignore_malformed: true },
    { type: 'date_nanos' },
    { type: 'ip', ignore_malformed: true },
    { type: 'geo_point', ignore_z_value: true },
    { type: 'geo_shape', orientation: 'right' },
    { type: 'binary', doc_values: false, store: false },
    { type: 'integer_range', coerce: true },
    { type: 'date_range', format: 'yyyy-MM-dd' },
    { type: 'nested', dynamic: true, include_in_parent: false, properties: { b: { type: 'keyword' } } },
    { type: 'object' },
    { type: 'object', enabled: true, properties: { b: { type: 'object', properties: { c: { type: 'long' } } } } },
    { type: 'object', enabled: false },
    { type: 'object', dynamic: 'strict', subobjects: true, properties: { b: { type: 'keyword' } } },
    { properties: { b: { properties: { c: { type: 'keyword' } } } } },
    { type: 'flattened', depth_limit: 20, doc_values: true, index: 'true', ignore_above: 2147483647 },
    { type: 'flattened', depth_limit: '5', null_value: 'none', similarity: 'boolean', eager_global_ordinals: 'true' },
    { type: 'completion', max_input_length: 50, preserve_separators: true },
    { type: 'search_as_you_type', max_shingle_size: 3 },
    { type: 'token_count', analyzer: 'standard' },
    { type: 'dense_vector', dims: 3 },
    { type: 'dense_vector', dims: 3, index: true, similarity: 'cosine' },
    { type: 'rank_feature', positive_score_impact: true },
    { type: 'constant_keyword', value: 'x' },
    { type: 'wildcard', ignore_above: 100 },
    { type: 'version' },
    { type: 'join', relations: { question: ['answer', 'comment'] } },
    { type: 'percolator' },
    { type: 'alias', path: 'b' },
    { type: 'histogram' },
    { type: 'unsigned_long' },
    { type: 'match_only_text' },
  ].map(field),
  { mappings: { properties: { 'a.b': { type: 'keyword' }, 'a.c.d': { type: 'long' } } } },
  { mappings: { properties: { a: { properties: { b: { type: 'keyword' } } }, 'a.c': { type: 'long' } } } },
  {
    mappings: {
      dynamic: false,
      date_detection: true,
      numeric_detection: false,
      properties: { a: { type: 'keyword' } },
    },
  },
  { mappings: { dynamic: 'strict', _source: { enabled: true }, _meta: { owner: 'search', since: 1 } } },
  { mappings: { _source: { enabled: false } } },
  { mappings: { _source: { includes: ['a.*'], excludes: ['b'] }, _routing: { required: true } } },
  {
    mappings: {
      dynamic_templates: [
        { texts: { match_mapping_type: 'string', mapping: { type: 'keyword', ignore_above: 256 } } },
        { ids: { match: '*_id', mapping: { type: 'long', index: true } } },
      ],
      dynamic_date_formats: ['yyyy-MM-dd'],
    },
  },
  { mappings: { runtime: { day: { type: 'keyword' } }, properties: { a: { type: 'date' } } } },
  { mappings: { properties: {} } },
  { settings: { number_of_shards: 1, number_of_replicas: '0', refresh_interval: '60s' } },
  { settings: { index: { number_of_shards: '1', max_result_window: 5000, hidden: false } } },
  {
    settings: {
      'index.number_of_shards': 1,
      'index.mapping.total_fields.limit': 2000,
      'index.translog.flush_threshold_size': '1gb',
    },
  },
  {
    settings: {
      analysis: {
        analyzer: { own: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'stops'] } },
        filter: { stops: { type: 'stop', stopwords: ['a', 'b'] } },
      },
    },
    mappings: { properties: { a: { type: 'text', analyzer: 'own' } } },
  },
  { aliases: { one: {}, two: { filter: { term: { a: 'x' } }, routing: '1' }, three: { is_write_index: true } } },
  { aliases: { four: { index_routing: '1', search_routing: '2', is_hidden: false } }, mappings: { properties: {} } },
];

const setUser = { set_security_user: { field: 'user', properties: ['username', 'roles'] } };

/** Bodies that create an ingest pipeline, with the processors that a node has without modules. */
export const ownPipelines = [
  { processors: [] },
  { description: 'Who wrote it', processors: [setUser], version: '3', _meta: { by: 'us', more: [1, { a: true }] } },
  {
    processors: [{ set_security_user: { ...setUser.set_security_user, tag: 'who', ignore_failure: true } }],
    on_failure: [{ set_security_user: { field: 'failed', on_failure: [setUser] } }],
  },
];
