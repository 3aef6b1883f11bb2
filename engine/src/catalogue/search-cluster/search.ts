import type { Field, ObjectShape, Operation, Shape } from '../model';
import { anyNumber, anything, flag, nullable, text, undescribedObject, wholeNumber } from '../shapes';
import { shardCounts } from './document';
import { besideFlattened, fromFlattenedUsage } from './flattened-sources';
import { indexChoice, indexName } from './index-parameters';
import { searchBody, sorted } from './search-body';
import { specification } from './sources';

const beside = besideFlattened(specification);

function answered(name: string, shape: Shape, summary: string): Field {
  return { name, summary, provenance: fromFlattenedUsage, shape };
}

const hit: ObjectShape = {
  type: 'object',
  name: 'hit',
  isOpen: true,
  fields: [
    answered('_index', text, 'The index that holds the document.'),
    {
      ...answered('_type', text, 'The type of the document.'),
      reference: { text: 'Answered up to version 7; gone since 8.0.', source: specification },
    },
    answered('_id', text, 'The id of the document.'),
    answered('_score', nullable(anyNumber), 'How well the document matches.'),
    answered(
      'fields',
      undescribedObject('fields of the hit'),
      'The fields that were asked for, each with an array of values.',
    ),
    { name: '_source', summary: 'The document as it was stored.', provenance: beside, shape: anything },
    { name: 'sort', summary: 'The values that decided the place.', provenance: beside, shape: anything },
    { name: 'highlight', summary: 'What matched.', provenance: beside, shape: anything },
  ],
};

const searchResult: ObjectShape = {
  type: 'object',
  name: 'result of a search',
  isOpen: true,
  fields: [
    answered('took', wholeNumber, 'How long it took, in milliseconds.'),
    answered('timed_out', flag, 'Whether the time was over before all shards had answered.'),
    answered('_shards', shardCounts, 'How many shards took part.'),
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
                      provenance: beside,
                      values: [
                        { value: 'eq', summary: 'The number is exact.' },
                        { value: 'gte', summary: 'There are at least so many.' },
                      ],
                    },
                  },
                  'Whether the number is exact.',
                ),
              ],
            },
            'How many documents match.',
          ),
          answered('max_score', nullable(anyNumber), 'The best score.'),
          answered('hits', { type: 'array', items: hit }, 'The documents that match, as many as were asked for.'),
        ],
      },
      'What was found.',
    ),
    { name: 'aggregations', summary: 'The figures that were asked for.', provenance: beside, shape: anything },
  ],
};

function parameter(name: string, shape: Shape, summary: string, more: Partial<Field> = {}): Field {
  return { name, summary, provenance: beside, shape, ...more };
}

const onOff = { bare: 'true' } as const;

const query: readonly Field[] = [
  parameter('q', text, 'A query that is written as one text.'),
  parameter('size', wholeNumber, 'How many hits are answered.', { default: '10' }),
  parameter('from', wholeNumber, 'How many hits are left out at the beginning.', { default: '0' }),
  parameter(
    'sort',
    { ...text, naming: sorted },
    'The order of the hits: fields separated by commas, each with `:asc` or `:desc` if need be.',
  ),
  parameter('_source', text, 'Whether the stored document is answered, or which members of it.'),
  parameter('_source_includes', text, 'The members of the stored document that are answered.'),
  parameter('_source_excludes', text, 'The members of the stored document that are left out.'),
  parameter('stored_fields', text, 'The stored fields that are answered.'),
  parameter('docvalue_fields', text, 'The fields that are answered from columns.'),
  parameter('track_total_hits', text, 'How far hits are counted.', onOff),
  parameter('track_scores', flag, 'Whether scores are computed although the order does not need them.', onOff),
  parameter(
    'timeout',
    { type: 'string', format: 'time-value' },
    'After which time the answer is what was found so far.',
  ),
  parameter('terminate_after', wholeNumber, 'After how many documents each shard stops.'),
  parameter('routing', text, 'The values that choose the shards.'),
  parameter('preference', text, 'Which copies of the shards are asked.'),
  parameter('search_type', text, 'How scores are computed across shards.'),
  parameter('scroll', { type: 'string', format: 'time-value' }, 'How long the result stays open for the next page.'),
  parameter('request_cache', flag, 'Whether the answer is kept for the next equal request.', onOff),
  parameter('allow_partial_search_results', flag, 'Whether an answer without some shards is better than none.', onOff),
  parameter('batched_reduce_size', wholeNumber, 'How many answers of shards are put together at once.'),
  parameter('ccs_minimize_roundtrips', flag, 'Whether remote clusters are asked once.', onOff),
  parameter('max_concurrent_shard_requests', wholeNumber, 'How many shards of a node are asked at once.'),
  parameter('pre_filter_shard_size', wholeNumber, 'From how many shards on it is asked first which can match.'),
  parameter('rest_total_hits_as_int', flag, 'Whether `hits.total` is a plain number.', onOff),
  parameter('typed_keys', flag, 'Whether names of aggregations carry their type.', onOff),
  parameter('explain', flag, 'Whether each hit explains its score.', onOff),
  parameter('version', flag, 'Whether each hit answers its version.', onOff),
  parameter('seq_no_primary_term', flag, 'Whether each hit answers its sequence number.', onOff),
  parameter('default_operator', text, 'Whether one word of `q` is enough.', { default: 'OR' }),
  parameter('df', text, 'The field of words of `q` that name none.'),
  parameter('analyzer', text, 'How `q` is split into words.'),
  parameter('analyze_wildcard', flag, 'Whether words of `q` with wildcards are split.', onOff),
  parameter('lenient', flag, 'Whether values of another type are left out in silence.', onOff),
  parameter('stats', text, 'Groups under which the search is counted.'),
  parameter('ignore_throttled', flag, 'Whether frozen indices are left out.', onOff),
  ...indexChoice,
];

const common = {
  service: 'search-cluster',
  indexEffect: 'search',
  methods: ['POST', 'GET'],
  body: { shape: searchBody, provenance: fromFlattenedUsage },
  responses: [
    { status: 200, summary: 'What was found.', shape: searchResult, provenance: fromFlattenedUsage },
    { status: 400, summary: 'The query was refused.', provenance: beside },
    { status: 404, summary: 'The index does not exist.', provenance: beside },
  ],
  notes: [
    {
      message:
        'A query on a flattened field looks at all its leaves, one on `field.key` at that key; all values are compared as text.',
      provenance: fromFlattenedUsage,
    },
    {
      message: 'Flattened fields know no wildcards in names of keys and no highlighting.',
      provenance: fromFlattenedUsage,
    },
  ],
} as const satisfies Partial<Operation>;

/** The operations that search. */
export const searchOperations: readonly Operation[] = [
  {
    ...common,
    id: 'search-cluster.search',
    title: 'Search an index',
    summary: 'Finds the documents of an index that match a query.',
    provenance: fromFlattenedUsage,
    path: '/{index}/_search',
    parameters: { path: [{ ...indexName, summary: 'The index; several are separated by commas.' }], query },
    reference: { text: '`GET` does the same as the documented `POST`.', source: specification },
  },
  {
    ...common,
    id: 'search-cluster.search.all',
    title: 'Search all indices',
    summary: 'Finds the documents of all indices that match a query.',
    provenance: beside,
    path: '/_search',
    parameters: { path: [], query },
  },
];
