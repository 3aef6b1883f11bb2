import type { Field, ObjectShape } from '../model';
import { anyNumber, anything, flag, oneOrList, text } from '../shapes';
import { nameMap, nameText } from './field-names';
import { besideFlattened, flattenedSource, fromFlattenedUsage, queryPage } from './flattened-sources';
import {
  analyzer,
  boost,
  fieldsOf,
  fuzziness,
  ignoreCase,
  namingOf,
  patternsOf,
  operator,
  othersRefused,
  query,
  queryName,
  queryText,
  rangeOptions,
  rewrite,
  scalar,
  setting,
  shouldMatch,
  supported,
  texts,
  unordered,
  unsupported,
} from './query-options';

const beside = besideFlattened(queryPage);

const similarWords: readonly Field[] = [
  setting('fuzzy_transpositions', flag, 'Whether two letters in exchanged order count as one difference.', 'true'),
  setting('fuzzy_rewrite', text, 'How the similar words are looked up.'),
];
const expansions: readonly Field[] = [
  setting('fuzzy_prefix_length', anyNumber, 'How many letters at the beginning must be the same.', '0'),
  setting('fuzzy_max_expansions', anyNumber, 'How many similar words are tried.', '50'),
];
const synonymPhrases = setting(
  'auto_generate_synonyms_phrase_query',
  flag,
  'Whether synonyms match as phrases.',
  'true',
);
const quoteSuffix = setting('quote_field_suffix', text, 'What is added to the names of fields for quoted texts.');
const cutoff = setting('cutoff_frequency', anyNumber, 'From which frequency words count less; older versions only.');

const documentedQueries: readonly Field[] = [
  supported({
    name: 'term',
    summary: 'Matches a whole value. On the top level of a flattened field it looks at every leaf.',
    fields: [setting('value', { type: 'choice', options: scalar }, 'The value.'), ignoreCase],
  }),
  {
    name: 'terms',
    summary: 'Matches any of several whole values.',
    provenance: fromFlattenedUsage,
    shape: nameMap(
      {
        name: 'terms query',
        fields: [boost, queryName],
        entry: {
          type: 'choice',
          options: [
            { type: 'array', items: anything },
            { type: 'object', name: 'terms lookup', fields: [], isOpen: true },
          ],
        },
        summary: 'The field that is searched, and the values.',
      },
      namingOf('terms'),
    ),
  },
  supported({
    name: 'terms_set',
    summary: 'Matches when enough of several values are there.',
    fields: [],
    entry: {
      type: 'object',
      name: 'terms_set query',
      unlisted: 'information',
      refusal: othersRefused,
      fields: [
        setting('terms', { type: 'array', items: anything }, 'The values.'),
        setting('minimum_should_match', { type: 'choice', options: [anyNumber, text] }, 'How many values must match.'),
        setting('minimum_should_match_field', text, 'The field that says how many values must match.'),
        setting('minimum_should_match_script', anything, 'The script that says how many values must match.'),
        boost,
        queryName,
      ],
    },
  }),
  supported({
    name: 'prefix',
    summary: 'Matches values that begin with a text.',
    fields: [setting('value', text, 'The beginning.'), ignoreCase, rewrite],
  }),
  supported({
    name: 'range',
    summary: 'Matches values between two ends. Values of flattened fields are compared as text.',
    fields: [],
    entry: rangeOptions,
    naming: { bothEnds: besideFlattened(flattenedSource) },
    reference: {
      text: 'A range of a key needs both ends. Newer servers compare keys with a type of their own (`properties`) by that type, and take one end for them.',
      source: flattenedSource,
    },
  }),
  supported({
    name: 'match',
    summary: 'Matches a text; a flattened field takes it as one value unless it splits queries.',
    fields: [
      query,
      operator,
      shouldMatch,
      analyzer,
      fuzziness,
      setting('prefix_length', anyNumber, 'How many letters at the beginning must be the same.', '0'),
      setting('max_expansions', anyNumber, 'How many similar words are tried.', '50'),
      setting('lenient', flag, 'Whether values of another type are left out in silence.', 'false'),
      setting('zero_terms_query', text, 'What matches when no word is left.', '"none"'),
      synonymPhrases,
      ...similarWords,
      cutoff,
    ],
  }),
  texts('multi_match', 'Matches a text in several fields.', [
    fieldsOf('multi_match'),
    setting('type', text, 'How the fields count together.', '"best_fields"'),
    setting('tie_breaker', anyNumber, 'How much the other fields count.'),
    operator,
    shouldMatch,
    analyzer,
    fuzziness,
    setting('prefix_length', anyNumber, 'How many letters at the beginning must be the same.'),
    setting('max_expansions', anyNumber, 'How many similar words are tried.'),
    setting('lenient', flag, 'Whether values of another type are left out in silence.'),
    setting('slop', anyNumber, 'How far apart the words may stand.'),
    setting('zero_terms_query', text, 'What matches when no word is left.'),
    synonymPhrases,
    ...similarWords,
    cutoff,
  ]),
  texts(
    'query_string',
    'Matches by a query that is written as one text, with fields, operators and brackets.',
    [
      fieldsOf('query_string'),
      setting('default_field', nameText(patternsOf('query_string')), 'The field of words that name none.'),
      setting('default_operator', text, 'Whether one word is enough, or all must match.', '"OR"'),
      setting('allow_leading_wildcard', flag, 'Whether a word may begin with a wildcard.', 'true'),
      setting('analyze_wildcard', flag, 'Whether words with wildcards are split as well.', 'false'),
      setting('type', text, 'How the fields count together.'),
      setting('lenient', flag, 'Whether values of another type are left out in silence.'),
      analyzer,
      fuzziness,
      shouldMatch,
      setting('time_zone', text, 'The time zone of the dates.'),
      setting('tie_breaker', anyNumber, 'How much the other fields count.'),
      setting('quote_analyzer', text, 'How quoted texts are split into words.'),
      quoteSuffix,
      setting('phrase_slop', anyNumber, 'How far apart the words of a quoted text may stand.', '0'),
      setting('max_determinized_states', anyNumber, 'How complicated expressions may be.', '10000'),
      setting('enable_position_increments', flag, 'Whether the places of words count.', 'true'),
      setting('escape', flag, 'Whether operators are taken as text.', 'false'),
      ...expansions,
      ...similarWords,
      rewrite,
      synonymPhrases,
    ],
    queryText,
  ),
  texts('simple_query_string', 'Matches by a query that is written as one text, and forgives mistakes in it.', [
    fieldsOf('simple_query_string'),
    setting('default_operator', text, 'Whether one word is enough, or all must match.', '"OR"'),
    setting('flags', text, 'Which operators are understood.', '"ALL"'),
    setting('analyze_wildcard', flag, 'Whether words with wildcards are split as well.', 'false'),
    setting('lenient', flag, 'Whether values of another type are left out in silence.'),
    analyzer,
    shouldMatch,
    quoteSuffix,
    ...expansions,
    ...similarWords.slice(0, 1),
    synonymPhrases,
  ]),
  {
    name: 'exists',
    summary: 'Matches documents that have any value in a field.',
    provenance: fromFlattenedUsage,
    shape: {
      type: 'object',
      name: 'exists query',
      fields: [
        {
          ...setting('field', nameText(namingOf('exists')), 'The field, or one key of a flattened field.'),
          required: false,
        },
        boost,
        queryName,
      ],
      unlisted: 'information',
      refusal: othersRefused,
    },
  },
];

/** The part of a query that is a query again; a getter, because queries hold queries. */
export const queryClause: ObjectShape = {
  type: 'object',
  name: 'query',
  unlisted: 'hint',
  refusal: othersRefused,
  get fields() {
    return allQueries;
  },
};

const clauses = (name: string, summary: string): Field => setting(name, oneOrList(queryClause), summary);

function compound(name: string, summary: string, fields: readonly Field[], isOpen = false): Field {
  return {
    name,
    summary,
    provenance: beside,
    shape: {
      type: 'object',
      name: `${name} query`,
      fields: [...fields, boost, queryName],
      ...(isOpen ? { isOpen } : { unlisted: 'information', refusal: othersRefused }),
    },
  };
}

const otherQueries: readonly Field[] = [
  compound('bool', 'Puts queries together by and, or, and not.', [
    clauses('must', 'What has to match, and counts for the score.'),
    clauses('filter', 'What has to match, without a score.'),
    clauses('should', 'What adds to the score, or of which some must match.'),
    { ...clauses('must_not', 'What must not match.'), aliases: ['mustNot'] },
    shouldMatch,
    setting('adjust_pure_negative', flag, 'Whether a query of `must_not` alone matches everything else.', 'true'),
  ]),
  compound('match_all', 'Matches every document.', []),
  compound('match_none', 'Matches no document.', []),
  compound('constant_score', 'Gives every match the same score.', [
    setting('filter', queryClause, 'What has to match.'),
  ]),
  compound('dis_max', 'Takes the best score of several queries.', [
    setting('queries', { type: 'array', items: queryClause }, 'The queries.'),
    setting('tie_breaker', anyNumber, 'How much the other queries count.', '0.0'),
  ]),
  compound('boosting', 'Lowers the score of some matches.', [
    setting('positive', queryClause, 'What has to match.'),
    setting('negative', queryClause, 'What lowers the score.'),
    setting('negative_boost', anyNumber, 'How much it lowers the score.'),
  ]),
  compound('nested', 'Searches the objects of a nested field, each for itself.', [
    setting('path', text, 'The nested field.'),
    setting('query', queryClause, 'What has to match.'),
    setting('score_mode', text, 'How the scores count together.', '"avg"'),
    setting('ignore_unmapped', flag, 'Whether a missing field is no error.', 'false'),
    setting('inner_hits', anything, 'Answers which of the objects matched.'),
  ]),
  compound(
    'function_score',
    'Computes the score of matches anew.',
    [setting('query', queryClause, 'What has to match.')],
    true,
  ),
  compound('ids', 'Matches documents by their ids.', [
    setting('values', { type: 'choice', options: [text, { type: 'array', items: anything }] }, 'The ids.'),
    setting('type', anything, 'The mapping type, which versions before 8 know.'),
  ]),
  unsupported('fuzzy', 'Matches values that differ by few letters.', [
    setting('value', { type: 'choice', options: scalar }, 'The value.'),
    fuzziness,
    setting('max_expansions', anyNumber, 'How many similar words are tried.'),
    setting('prefix_length', anyNumber, 'How many letters at the beginning must be the same.'),
    setting('transpositions', flag, 'Whether two letters in exchanged order count as one difference.'),
    rewrite,
  ]),
  unsupported('regexp', 'Matches values by a regular expression.', [
    setting('value', text, 'The expression.'),
    setting('flags', text, 'Which operators are understood.'),
    ignoreCase,
    setting('max_determinized_states', anyNumber, 'How complicated the expression may be.'),
    rewrite,
  ]),
  unsupported('wildcard', 'Matches values by a pattern with `*` and `?`.', [
    setting('value', text, 'The pattern.'),
    setting('wildcard', text, 'The pattern, in the older form.'),
    ignoreCase,
    rewrite,
  ]),
  unordered('match_phrase', 'Matches words in their order.', [
    query,
    analyzer,
    setting('slop', anyNumber, 'How far apart the words may stand.'),
    setting('zero_terms_query', text, 'What matches when no word is left.'),
  ]),
  unordered('match_phrase_prefix', 'Matches words in their order, the last one by its beginning.', [
    query,
    analyzer,
    setting('slop', anyNumber, 'How far apart the words may stand.'),
    setting('max_expansions', anyNumber, 'How many similar words are tried.'),
    setting('zero_terms_query', text, 'What matches when no word is left.'),
  ]),
  unordered('match_bool_prefix', 'Matches words in any order, the last one by its beginning.', [
    query,
    operator,
    shouldMatch,
    analyzer,
    fuzziness,
    setting('prefix_length', anyNumber, 'How many letters at the beginning must be the same.', '0'),
    setting('max_expansions', anyNumber, 'How many similar words are tried.', '50'),
    ...similarWords,
  ]),
  ...[
    'agentic',
    'combined_fields',
    'common',
    'distance_feature',
    'geo_bounding_box',
    'geo_distance',
    'geo_grid',
    'geo_polygon',
    'geo_shape',
    'has_child',
    'has_parent',
    'hybrid',
    'intervals',
    'knn',
    'kql',
    'more_like_this',
    'neural',
    'neural_sparse',
    'parent_id',
    'percolate',
    'pinned',
    'rank_feature',
    'rule',
    'rule_query',
    'script',
    'script_score',
    'semantic',
    'shape',
    'span_containing',
    'span_field_masking',
    'span_first',
    'span_multi',
    'span_near',
    'span_not',
    'span_or',
    'span_term',
    'span_within',
    'sparse_vector',
    'template',
    'text_expansion',
    'type',
    'weighted_tokens',
    'wrapper',
    'xy_shape',
  ].map((name): Field => ({
    name,
    summary: 'A query that is known, but not described.',
    provenance: beside,
    shape: anything,
  })),
];

const allQueries: readonly Field[] = [...documentedQueries, ...otherQueries];
