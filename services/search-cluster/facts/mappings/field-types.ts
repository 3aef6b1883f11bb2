import { wordsInTable } from '@rulebook/catalogue/makers';
import type { AllowedValue } from '@rulebook/catalogue/values';
import type { Field } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { flattenedType } from './flattened-field';
import { referenceOnFlattened, fromFlattenedField, fromFlattenedUsage, mappingPage } from './flattened-sources';
import { serverSource } from '../sources';

const fromReference = referenceOnFlattened(mappingPage, 'Flattened field');
const refusal = refused(referenceOnFlattened(serverSource, 'Flattened field'));

const otherTypes = wordsInTable(`
  aggregate_metric_double annotated_text alias binary boolean byte completion constant_keyword counted_keyword date
  date_nanos date_range dense_vector double double_range exponential_histogram float float_range geo_point geo_shape
  half_float histogram icu_collation_keyword integer integer_range ip ip_range join keyword knn_vector long
  long_range match_only_text murmur3 nested object offset_source passthrough pattern_text percolator point
  rank_feature rank_features rank_vectors scaled_float search_as_you_type semantic_text shape short sparse_vector
  tdigest text token_count unsigned_long version wildcard xy_point xy_shape
`);

/** Parameters of all types, so that a name that nearly is one of them can be reported. Each type has only some of them. */
export const otherParameters =
  `allow_multiple_values alternate analyzer boost case_first case_level chunking_settings coerce
  compression_level contexts copy_to country data_type decomposition default_metric depth_limit dimension dims
  distance_error_pct doc_values dynamic eager_global_ordinals element_type enable_position_increments enabled engine
  fielddata fielddata_frequency_filter fields format hiragana_quaternary_mode ignore_above ignore_malformed
  ignore_z_value include_in_all include_in_parent include_in_root index index_options index_phrases index_prefixes
  inference_id lang language lenient locale max_input_length max_shingle_size meta method metric metrics mode model_id
  model_settings normalizer norms null_value numeric on_script_error orientation parameters params path points_only
  position_increment_gap positive_score_impact precision precision_step preserve_position_increments
  preserve_separators priority priority_feature properties relations rules scaling_factor script search_analyzer
  search_inference_id search_quote_analyzer similarity space_type split_queries_on_whitespace store
  store_array_source strategy strength subobjects synthetic_source_keep term_vector time_series_dimension
  time_series_dimensions time_series_metric tree tree_levels type validate value variable_top variant`.split(/\s+/);

const types: readonly AllowedValue[] = [
  {
    value: flattenedType,
    summary: 'Maps a whole object as one field. Its leaf values are indexed as keywords.',
    provenance: fromFlattenedField,
  },
  ...otherTypes.map((value) => ({ value })),
];

/** The names of all field types. */
export const fieldTypes: ReadonlySet<string> = new Set([flattenedType, ...otherTypes]);

/** The member that names the type of a field. */
export const typeField: Field = {
  name: 'type',
  summary: 'The type of the field. Without a type, the field is an object with `properties`.',
  provenance: fromFlattenedUsage,
  // No value is proposed for objects, because they usually leave out the type.
  shape: {
    type: 'string',
    values: {
      closed: false,
      isComplete: true,
      noun: 'field type',
      provenance: fromReference,
      refusal,
      values: types,
      unavailable: [
        {
          values: ['string'],
          reason: 'was removed in version 5.0; use `text` or `keyword`',
          provenance: refusal,
        },
        { values: [''], reason: 'is not a field type', provenance: refusal },
      ],
      variesAs: 'field types',
    },
  },
  example: `"${flattenedType}"`,
};
