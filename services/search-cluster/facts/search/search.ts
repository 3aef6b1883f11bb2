import { unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { Operation } from '@rulebook/catalogue/operation';
import { anyNumber, anything, flag, nullable, text, undescribedObject, wholeNumber } from '@rulebook/catalogue/shapes';
import { shardCounts } from '../document';
import { referenceOnFlattened, fromFlattenedUsage } from '../mappings/flattened-sources';
import { exclusion, indexChoice, indexName } from '../indices/index-parameters';
import { defaultOperator, oneOf, othersRefused } from './query-options';
import { luceneQuery } from './query-requests';
import { hitCount, inColumns, searchBody, sorted } from './search-body';
import { queryClause } from './search-query';
import { resultWindow } from '../indices/index-settings';
import { aboveOneDay } from '../indices/setting-values';
import { serverSource, specification } from '../sources';

const fromReference = referenceOnFlattened(specification);

function answered(name: string, shape: Shape, summary: string): Field {
  return { name, summary, provenance: fromFlattenedUsage, shape };
}

const hit: ObjectShape = {
  type: 'object',
  name: 'hit',
  isOpen: true,
  fields: [
    answered('_index', text, 'The index of the document.'),
    {
      ...answered('_type', text, 'The mapping type of the document.'),
      reference: { text: 'Responses contain it up to version 7. Version 8.0 removed it.', source: specification },
    },
    answered('_id', text, 'The id of the document.'),
    answered('_score', nullable(anyNumber), 'The relevance score of the document.'),
    answered('fields', undescribedObject('fields of the hit'), 'The requested fields, each with an array of values.'),
    { name: '_source', summary: 'The stored source of the document.', provenance: fromReference, shape: anything },
    { name: 'sort', summary: 'The sort values of the hit.', provenance: fromReference, shape: anything },
    { name: 'highlight', summary: 'The highlighted matches.', provenance: fromReference, shape: anything },
  ],
};

const searchResult: ObjectShape = {
  type: 'object',
  name: 'search response',
  isOpen: true,
  fields: [
    answered('took', wholeNumber, 'The duration in milliseconds.'),
    answered('timed_out', flag, 'Whether the search timed out before all shards responded.'),
    answered('_shards', shardCounts, 'The shards that took part.'),
    answered(
      'hits',
      {
        type: 'object',
        name: 'hits',
        isOpen: true,
        fields: [
          answered(
            'total',
            {
              type: 'object',
              name: 'number of hits',
              isOpen: true,
              fields: [
                answered('value', wholeNumber, 'The number of documents that match.'),
                answered(
                  'relation',
                  {
                    type: 'string',
                    values: {
                      closed: false,
                      provenance: fromReference,
                      values: [
                        { value: 'eq', summary: 'The number is exact.' },
                        { value: 'gte', summary: 'The number is a lower bound.' },
                      ],
                    },
                  },
                  'Whether the number is exact.',
                ),
              ],
            },
            'The number of documents that match.',
          ),
          answered('max_score', nullable(anyNumber), 'The highest score.'),
          answered('hits', { type: 'array', items: hit }, 'The hits: the requested part of the documents that match.'),
        ],
      },
      'The search results.',
    ),
    {
      name: 'aggregations',
      summary: 'The results of the requested aggregations.',
      provenance: fromReference,
      shape: anything,
    },
  ],
};

const onOff = { bare: 'true' } as const;

function parameter(name: string, shape: Shape, summary: string, more: Partial<Field> = {}): Field {
  return { name, summary, provenance: fromReference, shape: strict(shape), ...more };
}

/** Servers refuse a word where they read a number or a flag. */
function strict(shape: Shape): Shape {
  return shape.type === 'boolean' || shape.type === 'integer' ? { ...shape, typeProvenance: othersRefused } : shape;
}

function numberFrom(minimum: number): Shape {
  const options = { minimum };
  return {
    ...wholeNumber,
    constraints: [warning('number-range', options, othersRefused)],
  };
}

function textUnless(pattern: string, message: string): Shape {
  const options = { pattern, message };
  return {
    ...text,
    constraints: [warning('unsuitable-text', options, othersRefused)],
  };
}

/** The query in the request line. */
export const queryParameter: Field = parameter(
  'q',
  { ...text, format: 'query-string', query: luceneQuery },
  'A query in the query string syntax.',
);

/** The parameters of a query in the request line. */
const queryInLine: readonly Field[] = [
  queryParameter,
  { ...defaultOperator, summary: 'The operator between the words of `q`: `AND` or `OR`.', default: 'OR' },
  parameter('df', text, 'The field for words of `q` that do not name a field.'),
  parameter('analyzer', text, 'The analyzer for `q`.'),
  parameter('analyze_wildcard', flag, 'Whether to analyze words of `q` with wildcards.', onOff),
  parameter('lenient', flag, 'Whether to ignore values of the wrong type without an error.', onOff),
];

/** The parameters that choose indices, shards and documents. */
const choice: readonly Field[] = [
  parameter('routing', text, 'The values that select the shards.'),
  parameter(
    'preference',
    textUnless(
      '^_(?!local$|only_local$|only_nodes:|prefer_nodes:|shards:)',
      'A preference that begins with `_` is `_local`, `_only_local`, `_only_nodes:…`, `_prefer_nodes:…` or `_shards:…`.',
    ),
    'The shard copies to prefer.',
  ),
  parameter('terminate_after', numberFrom(0), 'The maximum number of documents that each shard collects.'),
  parameter('ignore_throttled', flag, 'Whether to skip frozen indices.', onOff),
  ...indexChoice.map((field): Field =>
    field.name === 'expand_wildcards'
      ? {
          ...field,
          shape: textUnless(
            '(?:^|,)(?!(?:open|closed|hidden|none|all)(?:,|$))',
            'The kinds of indices are `open`, `closed`, `hidden`, `none` and `all`.',
          ),
        }
      : { ...field, shape: strict(field.shape) },
  ),
];

/** How long a scroll is kept at most, unless a setting of the cluster allows more. */
const keptLong: Constraint = unsuitable(
  aboveOneDay,
  'A scroll is kept for 24 hours at most, unless the setting `search.max_keep_alive` allows more.',
  fromReference,
);

const countText = textUnless('^(?!true$|false$|-1$|[0-9]+$)', 'The count is a number, `true` or `false`.');

const query: readonly Field[] = [
  ...queryInLine,
  parameter('size', { ...hitCount, typeProvenance: othersRefused }, 'The maximum number of hits in the response.', {
    default: '10',
  }),
  parameter('from', numberFrom(0), 'The number of hits to skip at the start.', { default: '0' }),
  parameter(
    'sort',
    { ...text, naming: sorted },
    'The order of the hits: comma-separated fields, each with an optional `:asc` or `:desc`.',
  ),
  parameter('_source', text, 'Whether hits include the stored source, or which fields of it.'),
  parameter('_source_includes', text, 'The source fields to include.'),
  parameter('_source_excludes', text, 'The source fields to exclude.'),
  parameter('stored_fields', text, 'The stored fields that each hit includes.'),
  parameter('docvalue_fields', { ...text, naming: inColumns }, 'The fields that each hit includes from doc values.'),
  parameter('track_total_hits', countText, 'How many hits are counted exactly: a number, `true` or `false`.', onOff),
  parameter('track_scores', flag, 'Whether to compute scores even if the sort order does not use them.', onOff),
  parameter(
    'timeout',
    { type: 'string', format: 'time-value' },
    'How long the search may take. After that, the response contains the hits found so far.',
  ),
  ...choice,
  parameter(
    'search_type',
    oneOf(['query_then_fetch', 'dfs_query_then_fetch']),
    'How scores are computed across shards.',
  ),
  parameter(
    'scroll',
    { type: 'string', format: 'time-value', constraints: [keptLong] },
    'How long the scroll context stays open for the next page.',
  ),
  parameter('request_cache', flag, 'Whether to cache the response for equal requests.', onOff),
  parameter('allow_partial_search_results', flag, 'Whether a partial result is accepted if some shards fail.', onOff),
  parameter('batched_reduce_size', numberFrom(2), 'The number of shard results that are reduced in one batch.'),
  parameter('ccs_minimize_roundtrips', flag, 'Whether to send only one request to each remote cluster.', onOff),
  parameter(
    'max_concurrent_shard_requests',
    numberFrom(1),
    'The maximum number of concurrent shard requests on each node.',
  ),
  parameter(
    'pre_filter_shard_size',
    numberFrom(1),
    'The number of shards above which a pre-filter first skips shards that cannot match.',
  ),
  parameter('rest_total_hits_as_int', flag, 'Whether `hits.total` is a number instead of an object.', onOff),
  parameter('typed_keys', flag, 'Whether aggregation names in the response have their type in front.', onOff),
  parameter('explain', flag, 'Whether each hit includes an explanation of its score.', onOff),
  parameter('version', flag, 'Whether each hit includes its version.', onOff),
  parameter('seq_no_primary_term', flag, 'Whether each hit includes its sequence number.', onOff),
  parameter('stats', text, 'The statistics groups of the search.'),
  parameter('suggest_field', text, 'The field of the suggestions.'),
  parameter('suggest_mode', text, 'When to suggest: `missing`, `popular` or `always`.'),
  parameter('suggest_size', wholeNumber, 'The number of suggestions.'),
  parameter('suggest_text', text, 'The text to suggest corrections for.'),
  parameter('include_named_queries_score', flag, 'Whether each hit includes the scores of named queries.', onOff),
  parameter('force_synthetic_source', flag, 'Whether to build the source anew, as for synthetic sources.', onOff),
  parameter('_source_exclude_vectors', flag, 'Whether to leave vectors out of the source.', onOff),
  parameter('source', text, 'The body of the search, for clients that send none.'),
  parameter('source_content_type', text, 'The media type of `source`.'),
  {
    ...parameter('min_compatible_shard_node', text, 'The oldest version of nodes that may take part.'),
    variesAs: 'search.min_compatible_shard_node',
  },
];

const common = {
  service: 'search-cluster',
  indexEffect: 'search',
  searchLimits: {
    provenance: referenceOnFlattened(serverSource),
    window: Number(resultWindow.default),
    setting: resultWindow.name,
  },
  methods: ['POST', 'GET'],
  body: { shape: searchBody, provenance: fromFlattenedUsage },
  responses: [
    { status: 200, summary: 'The search results.', shape: searchResult, provenance: fromFlattenedUsage },
    { status: 400, summary: 'The service refused the query.', provenance: fromReference },
    { status: 404, summary: 'The index does not exist.', provenance: fromReference },
  ],
  notes: [
    {
      message:
        'A query on a flattened field searches all leaf values. A query on `field.key` searches one key. All values are compared as strings.',
      provenance: fromFlattenedUsage,
    },
    {
      message: 'Flattened fields do not support wildcards in key names, or highlighting.',
      provenance: fromFlattenedUsage,
    },
  ],
} as const satisfies Partial<Operation>;

const indexShape = textUnless('(?:^|,)_(?!all(?:,|$))', 'The name of an index cannot begin with `_`.');
const searchedIndex: Field = {
  ...indexName,
  shape:
    indexShape.type === 'string'
      ? { ...indexShape, constraints: [...(indexShape.constraints ?? []), exclusion] }
      : indexShape,
};

/** The body of a count. */
export const countBody: ObjectShape = {
  type: 'object',
  name: 'count',
  refusal: othersRefused,
  fields: [
    { name: 'query', summary: 'The query that documents must match.', provenance: fromReference, shape: queryClause },
  ],
};

/** The operations that search. */
export const searchOperations: readonly Operation[] = [
  {
    service: 'search-cluster',
    id: 'search-cluster.index.count',
    notes: [],
    indexEffect: 'search',
    methods: ['POST', 'GET'],
    title: 'Count documents',
    summary: 'Counts the documents that match a query.',
    provenance: fromReference,
    path: '/{index}/_count',
    parameters: {
      path: [{ ...searchedIndex, summary: 'The index or index pattern. Separate several with commas.' }],
      query: [
        ...queryInLine,
        ...choice,
        parameter('min_score', anyNumber, 'The minimum score of a document that counts.'),
        parameter('source', text, 'The body of the count, for clients that send none.'),
        parameter('source_content_type', text, 'The media type of `source`.'),
      ],
    },
    body: { shape: countBody, provenance: fromReference },
    responses: [
      {
        status: 200,
        summary: 'The number of documents.',
        shape: {
          type: 'object',
          name: 'count response',
          isOpen: true,
          fields: [
            { name: 'count', summary: 'The number of documents.', provenance: fromReference, shape: wholeNumber },
            { name: '_shards', summary: 'The shards that took part.', provenance: fromReference, shape: shardCounts },
          ],
        },
        provenance: fromReference,
      },
      { status: 400, summary: 'The service refused the query.', provenance: fromReference },
      { status: 404, summary: 'The index does not exist.', provenance: fromReference },
    ],
  },
  {
    ...common,
    id: 'search-cluster.search',
    title: 'Search an index',
    summary: 'Finds the documents of an index that match a query.',
    provenance: fromFlattenedUsage,
    path: '/{index}/_search',
    parameters: {
      path: [{ ...searchedIndex, summary: 'The index or index pattern to search. Separate several with commas.' }],
      query,
    },
    reference: { text: '`GET` does the same as the documented `POST`.', source: specification },
  },
  {
    ...common,
    id: 'search-cluster.search.all',
    title: 'Search all indices',
    summary: 'Finds the documents of all indices that match a query.',
    provenance: fromReference,
    path: '/_search',
    parameters: { path: [], query },
  },
];
