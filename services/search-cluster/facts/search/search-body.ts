import { once } from '@rulebook/text/structures/once';
import { warning } from '@rulebook/catalogue/makers';
import type { Field, NumberShape, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { FieldNaming } from '../mappings/mapping-types';
import {
  anyNumber,
  anything,
  flag,
  oneOrList,
  text,
  textList,
  textOrTextList,
  undescribedObject,
} from '@rulebook/catalogue/shapes';
import { nameMap, nameText, option } from '../mappings/field-names';
import { referenceOnFlattened, flattenedTests, fromFlattenedUsage } from '../mappings/flattened-sources';
import { aggregationsField, direction, notEmpty, sourceChoice } from './search-aggregations';
import { membersWithin, needed, oneOf, othersRefused } from './query-options';
import { misplacedInSearch, queriesOutsideQuery } from './misplaced-queries';
import { painlessScript } from './query-requests';
import { runtimeFields } from './scripts';
import { namesOfQueries, queryClause } from './search-query';
import { resultWindow } from '../indices/index-settings';
import { serverSource, specification } from '../sources';

const fromReference = referenceOnFlattened(specification);

function setting(name: string, shape: Shape, summary: string, standard?: string): Field {
  return option(name, shape, summary, fromReference, standard);
}

/** Servers refuse a negative number. */
const countFrom0: NumberShape = {
  type: 'integer',
  constraints: [warning('number-range', { minimum: 0 }, othersRefused)],
};

/** How many hits a search returns at most; more are refused unless the setting `index.max_result_window` allows them. */
export const hitCount: NumberShape = {
  ...countFrom0,
  constraints: [
    ...(countFrom0.constraints ?? []),
    warning('number-range', { maximum: Number(resultWindow.default) }, fromReference),
  ],
};

/** Servers take -1 for no limit, and refuse other negative numbers. */
const countFromMinus1: NumberShape = {
  type: 'number',
  constraints: [warning('number-range', { minimum: -1 }, othersRefused)],
};

const fetched: FieldNaming = {
  use: 'fetch',
  isFlattenedAllowed: true,
  provenance: fromFlattenedUsage,
  formatted: { use: 'fetch', isFlattenedAllowed: false, provenance: othersRefused },
  atPattern: {
    text: 'Servers respond to a wildcard without an error, but also without values.',
    source: flattenedTests,
  },
};
/** The fields that the hits are sorted by. */
export const sorted: FieldNaming = {
  use: 'sort',
  isFlattenedAllowed: true,
  readsColumns: othersRefused,
  provenance: fromFlattenedUsage,
};
/** Servers calculate with numbers alone. */
const calculated: FieldNaming = { ...sorted, kind: 'mode', isFlattenedAllowed: false, provenance: othersRefused };
/** The fields whose values are read from columns. */
export const inColumns: FieldNaming = { ...fetched, readsColumns: othersRefused };
const highlighted: FieldNaming = { use: 'highlight', isFlattenedAllowed: false, provenance: fromFlattenedUsage };
/** Servers refuse to collapse by flattened fields and their keys. */
const collapsed: FieldNaming = {
  use: 'aggregation',
  kind: 'collapse',
  isFlattenedAllowed: false,
  readsColumns: othersRefused,
  provenance: fromReference,
};
const scripted: FieldNaming = { use: 'script', isFlattenedAllowed: true, provenance: fromFlattenedUsage };

const fetchedField = (naming: FieldNaming): Shape => ({
  type: 'choice',
  // Servers take a number for a name.
  typeProvenance: fromReference,
  options: [
    nameText(naming),
    {
      type: 'object',
      name: 'field to fetch',
      refusal: othersRefused,
      fields: [
        needed(setting('field', nameText(naming), 'The field, or one key of a flattened field.')),
        { ...setting('format', text, 'The format of dates and geo points.'), role: 'format' },
        setting('include_unmapped', flag, 'Whether to include fields without a mapping.', 'false'),
      ],
    },
  ],
});

const sortValue: Shape = { type: 'choice', options: [text, anyNumber, flag, { type: 'null' }] };

const listOrOne = (name: string): Shape => oneOrList(undescribedObject(name));

/** Members of which only the type is known. */
const undescribed: readonly (readonly [name: string, shape: Shape])[] = [
  ...['pit', 'suggest', 'slice', 'rank', 'retriever', 'ext'].map((name) => [name, undescribedObject(name)] as const),
  ...['knn', 'indices_boost'].map((name) => [name, listOrOne(name)] as const),
  ['stats', textList],
  ...['derived', 'fielddata_fields', 'search_pipeline', 'verbose_pipeline', 'project_routing'].map(
    (name) => [name, anything] as const,
  ),
];

/** Products of other vendors lack some of the members. */
function varying(fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => ({ ...field, variesAs: `search.${field.name}` }));
}

const rescoring: ObjectShape = {
  type: 'object',
  name: 'rescoring',
  isOpen: true,
  fields: [setting('window_size', anyNumber, 'The number of hits of each shard that are scored again.', '10')],
  constraints: [membersWithin({ minimum: 1, besides: ['window_size'] })],
};

const collapsing: ObjectShape = {
  type: 'object',
  name: 'collapsing',
  isOpen: true,
  fields: [needed(setting('field', nameText(collapsed), 'The field of which each value is returned once.'))],
};

const scriptText = { ...nameText(scripted), query: painlessScript };

const scriptShape: Shape = {
  type: 'choice',
  options: [
    scriptText,
    {
      type: 'object',
      name: 'script',
      unlisted: 'information',
      refusal: othersRefused,
      fields: [
        setting(
          'source',
          { ...scriptText, query: { ...painlessScript, params: 'params' } },
          "The source code of the script. `doc['field.key'].value` reads a key of a flattened field.",
        ),
        setting('id', text, 'The id of a stored script.'),
        setting('lang', text, 'The language of the script.', '"painless"'),
        setting('params', undescribedObject('parameters'), 'The parameters of the script.'),
        setting('options', anything, 'Options of the script language.'),
      ],
    },
  ],
};

const sortOptions: ObjectShape = {
  type: 'object',
  name: 'sort options',
  unlisted: 'information',
  refusal: othersRefused,
  fields: [
    setting('order', direction, 'The sort direction: `asc` or `desc`.', '"asc"'),
    {
      ...setting(
        'mode',
        oneOf(['min', 'max', 'sum', 'avg', 'median']),
        'How to make one of several values, for example `min`.',
      ),
      role: 'combination',
    },
    setting('missing', anything, 'Where documents without the field are sorted, for example `_last`.'),
    setting('unmapped_type', text, 'The type of the field in indices that do not have it.'),
    setting('nested', anything, 'The nested field that contains the field.'),
    setting('format', text, 'The format of dates.'),
    setting(
      'numeric_type',
      oneOf(['long', 'double', 'date', 'date_nanos']),
      'The numeric type to convert all values to.',
    ),
    setting('type', text, 'The type of the script’s result.'),
    setting('script', scriptShape, 'The script that computes the values.'),
  ],
};

const sortEntry: ObjectShape = nameMap(
  {
    name: 'sort',
    entry: { type: 'choice', options: [direction, sortOptions] },
    summary: 'The field to sort by.',
    fields: [
      setting('_score', { type: 'choice', options: [text, sortOptions] }, 'Sort by score.'),
      setting('_doc', { type: 'choice', options: [text, sortOptions] }, 'Sort by index order, which is the fastest.'),
      setting('_script', sortOptions, 'Sort by the result of a script.'),
      setting('_geo_distance', anything, 'Sort by distance.'),
    ],
  },
  { ...sorted, calculated },
);

const highlightOptions =
  'boundary_chars boundary_max_scan boundary_scanner boundary_scanner_locale encoder force_source fragment_size fragmenter highlight_filter highlight_query max_analyzed_offset max_fragment_length no_match_size number_of_fragments options order phrase_limit post_tags pre_tags require_field_match tags_schema type'.split(
    ' ',
  );

const highlight: ObjectShape = {
  type: 'object',
  name: 'highlighting',
  refusal: othersRefused,
  fields: [
    ...highlightOptions.map((name) => setting(name, anything, 'A known option. Rulebook does not describe it.')),
    setting(
      'fields',
      {
        type: 'choice',
        options: [
          nameMap(
            {
              name: 'highlighted fields',
              entry: undescribedObject('highlighting of a field'),
              summary: 'The field to highlight.',
            },
            highlighted,
          ),
          {
            type: 'array',
            items: nameMap(
              {
                name: 'highlighted field',
                entry: undescribedObject('highlighting of a field'),
                summary: 'The field to highlight.',
              },
              highlighted,
            ),
          },
        ],
      },
      'The fields to highlight. Flattened fields do not support highlighting.',
    ),
  ],
};

const misplaced = once(() => [...misplacedInSearch, queriesOutsideQuery(namesOfQueries())]);

/** The body of a search. */
export const searchBody: ObjectShape = {
  type: 'object',
  name: 'search',
  refusal: othersRefused,
  get misplaced() {
    return misplaced();
  },
  constraints: [
    warning('dependent-field', { field: 'search_after', requires: ['sort'] }, referenceOnFlattened(serverSource)),
  ],
  fields: varying([
    {
      name: 'query',
      summary: 'The query that documents must match.',
      provenance: fromFlattenedUsage,
      shape: queryClause,
      example: '{ "term": { "${1:field}": "$2" } }',
    },
    {
      name: 'fields',
      summary: 'The fields that each hit includes. Give the full name of a key of a flattened field.',
      provenance: fromFlattenedUsage,
      shape: { type: 'array', items: fetchedField(fetched) },
      reference: {
        text: 'A wildcard for keys of a flattened field causes no error, but returns no values. An item can also be an object with `field`, `format` and `include_unmapped`.',
        source: specification,
      },
    },
    {
      name: '_source',
      summary: 'Whether each hit includes the stored source of the document.',
      provenance: fromFlattenedUsage,
      shape: sourceChoice,
      default: 'true',
      reference: { text: 'A string, array or object selects fields of the source.', source: specification },
    },
    setting('size', hitCount, 'The maximum number of hits in the response.', '10'),
    setting('from', countFrom0, 'The number of hits to skip at the start.', '0'),
    setting(
      'sort',
      oneOrListOfSorts(),
      'The sort order of the hits. Values of flattened fields are sorted lexicographically.',
    ),
    aggregationsField,
    setting('highlight', highlight, 'Highlights the matches in each hit.'),
    setting('script_fields', scriptFields(), 'Fields that scripts compute for each hit.'),
    setting(
      'track_total_hits',
      { type: 'choice', options: [flag, countFromMinus1] },
      'How many hits are counted exactly: a number, `true` or `false`.',
      '10000',
    ),
    setting('post_filter', queryClause, 'A filter for hits that does not affect aggregations.'),
    setting('min_score', anyNumber, 'The minimum score of a hit.'),
    setting(
      'timeout',
      { type: 'string', format: 'time-value' },
      'How long the search may take. After that, the response contains the hits found so far.',
    ),
    setting('terminate_after', countFrom0, 'The maximum number of documents that each shard collects.'),
    setting('stored_fields', textOrTextList, 'The stored fields that each hit includes.'),
    setting(
      'docvalue_fields',
      { type: 'array', items: fetchedField(inColumns) },
      'The fields that each hit includes from doc values.',
    ),
    setting('runtime_mappings', runtimeFields, 'Runtime fields that exist only for this search.'),
    setting(
      'search_after',
      { type: 'array', items: sortValue, constraints: [notEmpty] },
      'The sort values of the last hit of the previous page.',
    ),
    setting('explain', flag, 'Whether each hit includes an explanation of its score.', 'false'),
    setting('version', flag, 'Whether each hit includes its version.', 'false'),
    setting('seq_no_primary_term', flag, 'Whether each hit includes its sequence number.', 'false'),
    setting('profile', flag, 'Whether the response includes a timing profile.', 'false'),
    setting('track_scores', flag, 'Whether to compute scores even if the sort order does not use them.', 'false'),
    setting('rescore', oneOrList(rescoring), 'A second query that changes the order of the best hits.'),
    setting('collapse', collapsing, 'Returns only the best hit of each value of a field.'),
    ...undescribed.map(([name, shape]) => setting(name, shape, 'A known option. Rulebook does not describe it.')),
  ]),
};

function oneOrListOfSorts(): Shape {
  return {
    type: 'choice',
    options: [
      nameText(sorted),
      sortEntry,
      { type: 'array', items: { type: 'choice', options: [nameText(sorted), sortEntry] } },
    ],
  };
}

function scriptFields(): Shape {
  return {
    type: 'object',
    name: 'script fields',
    fields: [],
    entries: {
      keyName: 'name',
      summary: 'The name of the field in the hit.',
      shape: {
        type: 'object',
        name: 'script field',
        unlisted: 'information',
        refusal: othersRefused,
        fields: [
          setting('script', scriptShape, 'The script that computes the value.'),
          setting('ignore_failure', flag, 'Whether to ignore a script that fails.', 'false'),
        ],
      },
    },
  };
}
