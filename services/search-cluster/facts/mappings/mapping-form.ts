import type { ComparedForm, MemberDefault } from '@rulebook/catalogue/read-back';

/** What servers leave out of a mapping: parameters with the value that they have anyway, of all types, or of these. */
const defaults: readonly (readonly [name: string, value: unknown, types?: readonly string[]])[] = [
  // An object with fields needs no type.
  ['type', 'object'],
  ['enabled', true],
  ['index', true],
  ['store', false],
  ['doc_values', true],
  ['doc_values', false, ['binary']],
  ['norms', true, ['text']],
  ['norms', false, ['keyword']],
  ['index_options', 'positions', ['text']],
  ['index_options', 'docs', ['keyword', 'flattened']],
  ['similarity', 'BM25', ['text', 'keyword', 'flattened']],
  ['boost', 1],
  ['fielddata', false],
  ['term_vector', 'no'],
  ['position_increment_gap', 100, ['text']],
  ['index_phrases', false],
  ['eager_global_ordinals', false],
  ['split_queries_on_whitespace', false],
  ['ignore_above', 2_147_483_647],
  ['depth_limit', 20, ['flattened']],
  [
    'coerce',
    true,
    ['byte', 'short', 'integer', 'long', 'half_float', 'float', 'double', 'scaled_float', 'unsigned_long'],
  ],
  ['coerce', true, ['integer_range', 'long_range', 'float_range', 'double_range', 'date_range', 'ip_range']],
  ['ignore_malformed', false],
  ['ignore_z_value', true],
  ['orientation', 'right'],
  ['format', 'strict_date_optional_time||epoch_millis', ['date', 'date_range']],
  ['format', 'strict_date_optional_time_nanos||epoch_millis', ['date_nanos']],
  ['locale', 'en', ['date', 'date_nanos', 'date_range']],
  ['include_in_parent', false],
  ['include_in_root', false],
  ['positive_score_impact', true],
  ['time_series_dimension', false],
];

/** How mappings of indices are compared. */
export const mappingForm: ComparedForm = {
  // Once, mappings were of a type.
  wrapper: '_doc',
  // `a.b` is the field `b` of the object `a`.
  dotted: { at: ['**', 'properties'], within: 'properties' },
  defaults: [
    ...defaults.map(([name, value, types]): MemberDefault => ({
      at: ['**', name],
      value: JSON.stringify(value),
      ...(types !== undefined && { when: { member: 'type', is: types } }),
    })),
    { at: ['_routing', 'required'], value: 'false' },
    { at: ['_source', 'enabled'], value: 'true' },
    { at: ['**', 'search_analyzer'], like: 'analyzer' },
    { at: ['**', 'search_quote_analyzer'], like: 'search_analyzer' },
  ],
};
