import type { Constraint } from '../../../catalogue/constraints';
import type { Field, ObjectShape, Shape } from '../../../catalogue/shape';
import { anyNumber, text } from '../../../catalogue/shapes';
import { conventions } from './sources';
import { reference } from './source-document';

/** Where it stands that the forms mean the same. */
const bothForms = reference('Snapshot repository', conventions);

/**
 * Returns an object that accepts settings in all their forms: dotted names with and without their first word, and nested objects. Other
 * settings exist, so it is open.
 */
export function settingsObject(name: string, settings: readonly Field[]): ObjectShape {
  const written = settings.map((setting) => ({ ...setting, shape: lenient(setting.shape) }));
  const dotted = written.map((setting) => ({ ...setting, aliases: [withoutFirst(setting.name)] }));
  return {
    type: 'object',
    name,
    isOpen: true,
    misspelt: 'warning',
    provenance: bothForms,
    undescribed: otherSettings,
    fields: [...dotted, ...branches(written)],
    constraints: onceOnly('index.'),
  };
}

/** First words and names of other settings, so that a name that nearly is one of them can be reported. */
export const otherSettings =
  `allocation analysis analyze auto_expand_replicas blocks check_on_startup codec creation_date creation_date_string
  data_path default_pipeline dense_vector engine final_pipeline format frozen gc_deletes hidden highlight index indexing
  indexing_pressure ingest knn lifecycle load_fixed_bitset_filters_eagerly look_ahead_time look_back_time mapper mapping
  max_adjacency_matrix_filters max_docvalue_fields_search max_inner_result_window max_ngram_diff max_refresh_listeners
  max_regex_length max_rescore_window max_result_window max_script_fields max_shingle_diff max_slices_per_scroll
  max_terms_count merge mode number_of_replicas number_of_routing_shards number_of_shards optimize_auto_generated_id
  plugins priority provided_name queries query query_string recovery refresh_interval replication requests routing
  routing_partition_size routing_path search settings shard similarity soft_deletes sort sparse_vector store time_series
  top_metrics_max_size translog unassigned uuid verified_before_close version warmer write xpack`
    .split(/\s+/)
    .flatMap((name) => [name, `index.${name}`]);

/** Returns the constraint that each setting occurs once, in any form. Names may leave out `prefix`. */
export function onceOnly(prefix = ''): readonly Constraint[] {
  return [{ rule: 'repeated-setting', options: { prefix }, provenance: bothForms }];
}

/** The objects that stand for the words before a dot, with the settings inside them. */
function branches(settings: readonly Field[]): readonly Field[] {
  const words = new Set(settings.filter(({ name }) => name.includes('.')).map(({ name }) => name.replace(/\..*/, '')));
  return [...words].flatMap((word) => {
    const inner = settings
      .filter(({ name }) => name.startsWith(`${word}.`))
      .map((setting) => ({ ...setting, name: withoutFirst(setting.name) }));
    const [first] = inner;
    if (first === undefined) return [];
    const shape: ObjectShape = {
      type: 'object',
      name: `settings of ${word}`,
      isOpen: true,
      ...(word === 'index' && { misspelt: 'warning' as const, provenance: bothForms, undescribed: otherSettings }),
      fields: [...inner, ...branches(inner)],
    };
    return [{ name: word, summary: 'Settings whose names continue here.', provenance: first.provenance, shape }];
  });
}

/** Servers read settings as strings, whatever their type. Null means the default. */
function lenient(shape: Shape): Shape {
  if (shape.type === 'string') return { type: 'choice', options: [shape, anyNumber, { type: 'null' }] };
  if (shape.type !== 'integer') return shape;
  return { type: 'choice', options: [shape, { ...text, isTolerated: true }, { type: 'null' }] };
}

function withoutFirst(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
