import { once } from '@rulebook/text/structures/once';
import { field, unsuitable, warning, wordsInTable } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { FieldNaming } from '../mappings/mapping-types';
import { anything, anyNumber, flag, oneOrList, text } from '@rulebook/catalogue/shapes';
import { nameText, option } from '../mappings/field-names';
import { aggregationPage, referenceOnFlattened, fromFlattenedUsage } from '../mappings/flattened-sources';
import { misplacedInDateHistogram } from './misplaced-queries';
import { membersWithin, oneOf, othersRefused } from './query-options';
import { aggregatedScript, bucketScript, scriptedMetric } from './scripts';
import { queryClause } from './search-query';

const fromReference = referenceOnFlattened(aggregationPage);

function setting(name: string, shape: Shape, summary: string, standard?: string): Field {
  return option(name, shape, summary, fromReference, standard);
}

function namingOf(kind: string, isFlattenedAllowed: boolean): FieldNaming {
  return { use: 'aggregation', kind, isFlattenedAllowed, readsColumns: othersRefused, provenance: fromFlattenedUsage };
}

/** Aggregations with all their members, of which servers refuse others. */
const whollyDescribed: ReadonlySet<string> = new Set([
  ...['terms', 'cardinality', 'value_count', 'missing', 'avg', 'sum', 'min', 'max', 'stats'],
]);

function aggregation(name: string, summary: string, isFlattenedAllowed: boolean, fields: readonly Field[] = []): Field {
  const misplaced = name === 'date_histogram' ? misplacedInDateHistogram : undefined;
  return {
    name,
    summary,
    provenance: name === 'terms' ? fromFlattenedUsage : fromReference,
    shape: {
      type: 'object',
      name: `${name} aggregation`,
      ...(whollyDescribed.has(name)
        ? { refusal: othersRefused, constraints: [membersWithin({ minimum: 1, fields: ['field', 'script'] })] }
        : { isOpen: true }),
      ...(misplaced && { misplaced }),
      fields: [
        setting('field', nameText(namingOf(name, isFlattenedAllowed)), 'The field, or one key of a flattened field.'),
        ...fields,
        setting('missing', anything, 'The value to use for documents without the field.'),
        setting('script', aggregatedScript, 'The script that computes the values.'),
        setting('format', text, 'The format of the values in the response.'),
        setting('value_type', text, 'The type of the values of a script, or of a field without a mapping.'),
        setting('time_zone', text, 'The time zone of dates.'),
      ],
    },
  };
}

/** Servers refuse an empty list. */
export const notEmpty: Constraint = warning('item-count', { minimum: 1 }, othersRefused);

/** Servers refuse 0, which older versions took for all. */
const atLeast1: Shape = {
  type: 'number',
  constraints: [warning('number-range', { minimum: 1 }, othersRefused)],
};

/** Servers refuse a negative number. */
const from0: Shape = {
  type: 'number',
  constraints: [warning('number-range', { minimum: 0 }, othersRefused)],
};

/** The number of buckets of a terms aggregation. */
export const bucketCount = setting('size', atLeast1, 'The maximum number of buckets in the response.', '10');
/** The direction of an order. */
export const direction = oneOf(['asc', 'desc'], '^(?=.*[A-Z])(?:[aA][sS][cC]|[dD][eE][sS][cC])$');
const oneOrder: ObjectShape = {
  type: 'object',
  name: 'order of buckets',
  fields: [],
  entries: {
    keyName: 'name',
    summary: 'What to order by: `_count`, `_key`, or an inner aggregation.',
    shape: direction,
  },
};
const order = setting('order', oneOrList(oneOrder), 'The order of the buckets.');
const leastCount = setting('min_doc_count', from0, 'The minimum number of documents in a bucket.');
const included = setting('include', anything, 'The values to include.');
const excluded = setting('exclude', anything, 'The values to exclude.');

/** The aggregations of a search by their names. */
export const aggregations: ObjectShape = {
  type: 'object',
  name: 'aggregations',
  fields: [],
  constraints: [
    unsuitable(
      '[[\\]>]|^$',
      'The name of an aggregation is not empty, and has none of `[`, `]` and `>`.',
      othersRefused,
      { ofKeys: true },
    ),
  ],
  get entries() {
    return { keyName: 'aggregation name', summary: 'An aggregation. You choose its name.', shape: named };
  },
};

const inner = setting('aggs', aggregations, 'Aggregations inside each bucket.');

const named: ObjectShape = {
  type: 'object',
  name: 'aggregation',
  unlisted: 'hint',
  refusal: othersRefused,
  constraints: [membersWithin({ minimum: 1, maximum: 1, besides: ['aggs', 'aggregations', 'meta'] })],
  get fields() {
    return kinds();
  },
};

const asKeywords = 'Groups documents by the values of a field.';

const kinds = once((): readonly Field[] => [
  aggregation('terms', asKeywords, true, [
    bucketCount,
    setting('shard_size', anyNumber, 'The number of buckets from each shard.'),
    order,
    leastCount,
    setting('shard_min_doc_count', from0, 'The minimum number of documents of a bucket in each shard.'),
    included,
    excluded,
    setting('execution_hint', oneOf(['map', 'global_ordinals']), 'How the aggregation runs.'),
    setting('collect_mode', oneOf(['depth_first', 'breadth_first']), 'When inner aggregations are computed.'),
    setting(
      'show_term_doc_count_error',
      flag,
      'Whether the response includes the possible error of each count.',
      'false',
    ),
  ]),
  aggregation('cardinality', 'Estimates the number of different values.', true, [
    setting('precision_threshold', anyNumber, 'The count below which the estimate is almost exact.', '3000'),
    setting('rehash', anything, 'An option of older versions without effect.'),
    setting('execution_hint', text, 'How the aggregation runs.'),
  ]),
  aggregation('value_count', 'Counts the values.', true),
  aggregation('missing', 'Groups the documents without the field.', true),
  aggregation('rare_terms', 'Groups documents by rare values.', true, [included, excluded]),
  aggregation('significant_terms', 'Finds values that are more frequent in the hits than in the index.', true, [
    bucketCount,
  ]),
  aggregation('multi_terms', 'Groups documents by the values of several fields.', true),
  aggregation('diversified_sampler', 'Takes a sample with a limited number of documents for each value.', true),
  ...(
    [
      ['avg', 'The average of numbers.'],
      ['sum', 'The sum of numbers.'],
      ['min', 'The minimum of numbers.'],
      ['max', 'The maximum of numbers.'],
      ['stats', 'The count, minimum, maximum, average and sum of numbers.'],
      ['extended_stats', 'Statistics of numbers, including variance and standard deviation.'],
      ['percentiles', 'The percentiles of numbers.'],
      ['percentile_ranks', 'The percentage of numbers below given values.'],
      ['median_absolute_deviation', 'The median absolute deviation of numbers.'],
      ['boxplot', 'The quartiles of numbers, for a box plot.'],
      ['histogram', 'Groups numbers into intervals of equal size.'],
      ['date_histogram', 'Groups dates into intervals of equal length.'],
      ['auto_date_histogram', 'Groups dates into intervals. The service chooses the length.'],
      ['variable_width_histogram', 'Groups numbers into intervals. The service chooses the sizes.'],
      ['range', 'Groups numbers by given ranges.'],
      ['date_range', 'Groups dates by given ranges.'],
      ['ip_range', 'Groups IP addresses by given ranges.'],
      ['geo_distance', 'Groups geo points by their distance.'],
      ['geo_bounds', 'The rectangle that contains all geo points.'],
      ['geo_centroid', 'The centroid of all geo points.'],
      ['rate', 'The rate of documents or values in an interval of time.'],
    ] as const
  ).map(([name, summary]) => aggregation(name, summary, false)),
  field('filter', queryClause, 'The documents that match a query.', fromReference),
  {
    name: 'filters',
    summary: 'The documents that match each of several queries.',
    provenance: fromReference,
    shape: { type: 'object', name: 'filters aggregation', fields: [], isOpen: true },
  },
  {
    name: 'composite',
    summary: 'Groups documents by combinations of values, page by page.',
    provenance: fromReference,
    shape: {
      type: 'object',
      name: 'composite aggregation',
      isOpen: true,
      fields: [
        {
          ...setting('sources', { type: 'array', items: anything, constraints: [notEmpty] }, 'What makes the values.'),
          required: { severity: 'warning', provenance: othersRefused },
        },
      ],
    },
  },
  field('scripted_metric', scriptedMetric, 'Computes a result by scripts.', fromReference),
  field('bucket_script', bucketScript, 'Computes with the results of other aggregations.', fromReference),
  field('bucket_selector', bucketScript, 'Keeps buckets by the results of other aggregations.', fromReference),
  ...wordsInTable(`
    adjacency_matrix avg_bucket bucket_correlation bucket_count_ks_test bucket_sort
    cartesian_bounds cartesian_centroid categorize_text change_point children cumulative_cardinality cumulative_sum
    derivative extended_stats_bucket frequent_item_sets frequent_items geo_line geohash_grid geohex_grid geotile_grid
    global inference ip_prefix matrix_stats max_bucket min_bucket moving_avg moving_fn moving_percentiles nested
    normalize parent percentiles_bucket random_sampler reverse_nested sampler serial_diff
    significant_text stats_bucket string_stats sum_bucket t_test time_series top_hits top_metrics weighted_avg
  `).map((name): Field => field(name, anything, 'A known aggregation. Rulebook does not describe it.', fromReference)),
  { ...inner, aliases: ['aggregations'] },
  setting('meta', anything, 'Your own data, which the response includes with the aggregation.'),
]);

/** The field of a search body that contains its aggregations. */
export const aggregationsField: Field = {
  ...setting(
    'aggs',
    aggregations,
    'Aggregations: statistics of the documents that match. You choose the name of each.',
  ),
  aliases: ['aggregations'],
};

/** Servers take a number for a name. */
const nameOfSource: Shape = { ...text, typeProvenance: fromReference };
const namesOfSource: Shape = { type: 'choice', options: [text, { type: 'array', items: nameOfSource }] };

/** The string or array of strings that selects fields of the source. */
export const sourceChoice: Shape = {
  type: 'choice',
  options: [
    flag,
    ...namesOfSource.options,
    {
      type: 'object',
      name: 'source filter',
      refusal: othersRefused,
      fields: [
        {
          ...setting('includes', namesOfSource, 'The fields to include, which may be patterns.'),
          aliases: ['include'],
        },
        {
          ...setting('excludes', namesOfSource, 'The fields to leave out, which may be patterns.'),
          aliases: ['exclude'],
        },
        setting('exclude_vectors', flag, 'Whether to leave out vectors.'),
      ],
    },
  ],
};
