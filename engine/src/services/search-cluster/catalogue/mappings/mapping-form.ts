import type { ComparedForm } from '../../../../catalogue/read-back';

/** What servers leave out of a mapping: parameters with the value that they have without being named. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  // An object with fields needs no type.
  type: ['"object"'],
  dynamic: ['true'],
  enabled: ['true'],
  index: ['true'],
  doc_values: ['true'],
  store: ['false'],
  norms: ['true', 'false'],
  boost: ['1.0'],
  coerce: ['true'],
  ignore_malformed: ['false'],
  ignore_z_value: ['true'],
  eager_global_ordinals: ['false'],
  split_queries_on_whitespace: ['false'],
  depth_limit: ['20'],
  ignore_above: ['2147483647', '8191'],
  index_options: ['"docs"', '"positions"'],
  similarity: ['"BM25"'],
  fielddata: ['false'],
  term_vector: ['"no"'],
  position_increment_gap: ['100', '-1'],
  index_phrases: ['false'],
  include_in_parent: ['false'],
  include_in_root: ['false'],
  date_detection: ['true'],
  numeric_detection: ['false'],
  subobjects: ['true', '"true"', '"enabled"'],
  analyzer: ['"default"'],
  format: ['"strict_date_optional_time||epoch_millis"'],
  locale: ['"en"', '"ROOT"'],
  orientation: ['"right"', '"RIGHT"'],
  time_series_dimension: ['false'],
};

/** How mappings of indices are compared. */
export const mappingForm: ComparedForm = {
  // `a.b` is the field `b` of the object `a`.
  dotted: { at: ['**', 'properties'], within: 'properties' },
  defaults: Object.entries(defaults).flatMap(([name, values]) => values.map((value) => ({ at: ['**', name], value }))),
};
