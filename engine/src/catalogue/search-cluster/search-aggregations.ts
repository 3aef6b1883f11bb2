import type { Field, FieldNaming, ObjectShape, Shape } from '../model';
import { anything, anyNumber, flag, text, textOrTextList } from '../shapes';
import { nameText, option } from './field-names';
import { aggregationPage, besideFlattened, fromFlattenedUsage } from './flattened-sources';
import { othersRefused } from './query-options';
import { queryClause } from './search-query';

const beside = besideFlattened(aggregationPage);

function setting(name: string, shape: Shape, summary: string, standard?: string): Field {
  return option(name, shape, summary, beside, standard);
}

function namingOf(kind: string, isFlattenedAllowed: boolean): FieldNaming {
  return { use: 'aggregation', kind, isFlattenedAllowed, provenance: fromFlattenedUsage };
}

function aggregation(name: string, summary: string, isFlattenedAllowed: boolean, fields: readonly Field[] = []): Field {
  return {
    name,
    summary,
    provenance: name === 'terms' ? fromFlattenedUsage : beside,
    shape: {
      type: 'object',
      name: `${name} aggregation`,
      isOpen: true,
      fields: [
        setting('field', nameText(namingOf(name, isFlattenedAllowed)), 'The field, or one key of a flattened field.'),
        ...fields,
        setting('missing', anything, 'What counts for documents without the field.'),
        setting('script', anything, 'The script that gives the values.'),
      ],
    },
  };
}

/** How many groups a terms aggregation answers. */
export const bucketCount = setting('size', anyNumber, 'How many groups are answered.', '10');
const order = setting('order', anything, 'The order of the groups.');
const leastCount = setting('min_doc_count', anyNumber, 'How many documents a group needs.');
const included = setting('include', anything, 'Which values are counted.');
const excluded = setting('exclude', anything, 'Which values are left out.');

/** The aggregations of a search by their names. */
export const aggregations: ObjectShape = {
  type: 'object',
  name: 'aggregations',
  fields: [],
  get entries() {
    return { keyName: 'aggregation name', summary: 'An aggregation under a name of your own.', shape: named };
  },
};

const inner = setting('aggs', aggregations, 'Aggregations within each group.');

const named: ObjectShape = {
  type: 'object',
  name: 'aggregation',
  unlisted: 'hint',
  refusal: othersRefused,
  get fields() {
    return kinds;
  },
};

const asKeywords = 'Groups documents by the values of a field.';

const kinds: readonly Field[] = [
  aggregation('terms', asKeywords, true, [
    bucketCount,
    setting('shard_size', anyNumber, 'How many groups each shard gives.'),
    order,
    leastCount,
    included,
    excluded,
    setting('execution_hint', text, 'How the groups are counted.'),
    setting('collect_mode', text, 'When inner aggregations are computed.'),
    setting('show_term_doc_count_error', flag, 'Whether the error of each count is answered.', 'false'),
  ]),
  aggregation('cardinality', 'Estimates how many different values there are.', true, [
    setting('precision_threshold', anyNumber, 'Up to which number the estimate is nearly exact.', '3000'),
  ]),
  aggregation('value_count', 'Counts the values.', true),
  aggregation('missing', 'Groups the documents without the field.', true),
  aggregation('rare_terms', 'Groups documents by rare values.', true, [included, excluded]),
  aggregation('significant_terms', 'Finds values that are more frequent here than elsewhere.', true, [bucketCount]),
  aggregation('multi_terms', 'Groups documents by the values of several fields.', true),
  aggregation('diversified_sampler', 'Takes a sample with few documents of each value.', true),
  ...(
    [
      ['avg', 'The mean of numbers.'],
      ['sum', 'The sum of numbers.'],
      ['min', 'The smallest number.'],
      ['max', 'The largest number.'],
      ['stats', 'Number, smallest, largest, mean and sum of numbers.'],
      ['extended_stats', 'Statistics of numbers, with variance and deviation.'],
      ['percentiles', 'Which number lies above a given part of all numbers.'],
      ['percentile_ranks', 'Which part of all numbers lies below a given number.'],
      ['median_absolute_deviation', 'How far numbers typically lie from their middle.'],
      ['boxplot', 'The quarters of numbers.'],
      ['histogram', 'Groups numbers by intervals of equal size.'],
      ['date_histogram', 'Groups dates by intervals of equal length.'],
      ['auto_date_histogram', 'Groups dates by intervals of a fitting length.'],
      ['variable_width_histogram', 'Groups numbers by intervals of fitting size.'],
      ['range', 'Groups numbers by given ranges.'],
      ['date_range', 'Groups dates by given ranges.'],
      ['ip_range', 'Groups addresses by given ranges.'],
      ['geo_distance', 'Groups places by their distance.'],
      ['geo_bounds', 'The rectangle that holds all places.'],
      ['geo_centroid', 'The middle of all places.'],
      ['rate', 'How often something happens in a time.'],
    ] as const
  ).map(([name, summary]) => aggregation(name, summary, false)),
  {
    name: 'filter',
    summary: 'The documents that match a query.',
    provenance: beside,
    shape: queryClause,
  },
  {
    name: 'filters',
    summary: 'The documents that match each of several queries.',
    provenance: beside,
    shape: { type: 'object', name: 'filters aggregation', fields: [], isOpen: true },
  },
  ...[
    'adjacency_matrix',
    'avg_bucket',
    'bucket_correlation',
    'bucket_count_ks_test',
    'bucket_script',
    'bucket_selector',
    'bucket_sort',
    'cartesian_bounds',
    'cartesian_centroid',
    'categorize_text',
    'change_point',
    'children',
    'composite',
    'cumulative_cardinality',
    'cumulative_sum',
    'derivative',
    'extended_stats_bucket',
    'frequent_item_sets',
    'frequent_items',
    'geo_line',
    'geohash_grid',
    'geohex_grid',
    'geotile_grid',
    'global',
    'inference',
    'ip_prefix',
    'matrix_stats',
    'max_bucket',
    'min_bucket',
    'moving_avg',
    'moving_fn',
    'moving_percentiles',
    'nested',
    'normalize',
    'parent',
    'percentiles_bucket',
    'random_sampler',
    'reverse_nested',
    'sampler',
    'scripted_metric',
    'serial_diff',
    'significant_text',
    'stats_bucket',
    'string_stats',
    'sum_bucket',
    't_test',
    'time_series',
    'top_hits',
    'top_metrics',
    'weighted_avg',
  ].map((name): Field => ({
    name,
    summary: 'An aggregation that is known, but not described.',
    provenance: beside,
    shape: anything,
  })),
  { ...inner, aliases: ['aggregations'] },
  setting('meta', anything, 'Anything of your own, answered with the aggregation.'),
];

/** The member of a search that holds its aggregations. */
export const aggregationsField: Field = {
  ...setting('aggs', aggregations, 'Figures about the documents that match, each under a name of your own.'),
  aliases: ['aggregations'],
};

/** The texts or list of texts that choose members of the source. */
export const sourceChoice: Shape = {
  type: 'choice',
  options: [flag, ...textOrTextList.options, { type: 'object', name: 'source filter', fields: [], isOpen: true }],
};
