import { once } from '@rulebook/text/structures/once';
import { warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { ChoiceShape, Field, KeyPattern, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { FieldNaming } from '../mappings/mapping-types';
import { anyNumber, anything, flag, oneOrList, text } from '@rulebook/catalogue/shapes';
import { nameMap, nameText } from '../mappings/field-names';
import { misplacedInExists, misplacedInQuery, queriesOutsideClauses, typeOfIds } from './misplaced-queries';
import { referenceOnFlattened, flattenedSource, fromFlattenedUsage, queryPage } from '../mappings/flattened-sources';
import { serverSource } from '../sources';
import { scriptOf } from './scripts';
import { undescribedQueries } from './undescribed-queries';
import {
  analyzer,
  beginnings,
  boost,
  defaultOperator,
  fieldsOf,
  kqlText,
  fuzziness,
  ignoreCase,
  listedFieldsOf,
  membersWithin,
  namingOf,
  needed,
  oneOf,
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
  similarTerm,
  simpleText,
  supported,
  texts,
  unordered,
  unsupported,
  wholeValues,
} from './query-options';

const fromReference = referenceOnFlattened(queryPage);

const similarWords: readonly Field[] = [
  setting('fuzzy_transpositions', flag, 'Whether two swapped letters count as one edit.', 'true'),
  setting('fuzzy_rewrite', text, 'How the query for the similar words is rewritten.'),
];
const expansions: readonly Field[] = [
  setting('fuzzy_prefix_length', anyNumber, 'The number of letters at the start that must be the same.', '0'),
  setting('fuzzy_max_expansions', anyNumber, 'The maximum number of similar words to try.', '50'),
];
const synonymPhrases = setting(
  'auto_generate_synonyms_phrase_query',
  flag,
  'Whether multi-word synonyms match as phrases.',
  'true',
);
const quoteSuffix = setting('quote_field_suffix', text, 'The suffix of field names for quoted text.');
const cutoff = setting(
  'cutoff_frequency',
  anyNumber,
  'The frequency above which words count less. Only older versions know it.',
);

const combinations = ['best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix', 'bool_prefix'];

/** Servers refuse the query without it. */
const isNeeded = { severity: 'warning', provenance: othersRefused } as const;

/** Servers refuse an empty name. */
const lengthFrom1: Constraint = warning('length-limit', { minimum: 1 }, othersRefused);

/** The members that say how many terms must match, of which servers need one. */
const leastParts = ['minimum_should_match', 'minimum_should_match_field', 'minimum_should_match_script'] as const;

const exactValues: Exclude<Shape, ChoiceShape>[] = [
  { type: 'array', items: { type: 'choice', options: scalar, typeProvenance: othersRefused } },
  { type: 'object', name: 'terms lookup', fields: [], isOpen: true },
];

/** OpenSearch takes values as a bitmap, too, and says so next to the field; elsewhere it can only be a field. */
const valueType: KeyPattern = {
  keys: new Set(['value_type']),
  summary: 'In OpenSearch, what the values are: `default` or `bitmap`.',
  shape: { type: 'choice', options: [...exactValues, { type: 'string', isTolerated: true }] },
};

// Made when a request has a query.
const termQueries = once((): readonly Field[] => [
  supported({
    name: 'term',
    summary: 'Matches an exact value. On the top level of a flattened field, it searches all leaf values.',
    fields: [needed(setting('value', { type: 'choice', options: scalar }, 'The value to find.')), ignoreCase],
  }),
  {
    name: 'terms',
    summary: 'Matches any of several exact values.',
    provenance: fromFlattenedUsage,
    shape: {
      ...nameMap(
        {
          name: 'terms query',
          patterns: [valueType],
          fields: [boost, queryName],
          entry: { type: 'choice', options: exactValues },
          summary: 'The field to search, with the values to find.',
        },
        namingOf('terms'),
      ),
      constraints: [
        membersWithin({ minimum: 1, besides: [boost.name, queryName.name] }),
        membersWithin({ maximum: 1, besides: [boost.name, queryName.name, 'value_type'] }),
      ],
    },
  },
  supported({
    name: 'terms_set',
    summary: 'Matches documents that contain a minimum number of the values.',
    fields: [],
    entry: {
      type: 'object',
      name: 'terms_set query',
      refusal: othersRefused,
      constraints: [membersWithin({ minimum: 1, fields: leastParts })],
      fields: [
        setting('terms', { type: 'array', items: anything }, 'The values to find.'),
        {
          ...setting(
            'minimum_should_match',
            { type: 'choice', options: [anyNumber, text] },
            'The number of values that must match.',
          ),
          variesAs: 'terms_set.minimum_should_match',
        },
        setting('minimum_should_match_field', text, 'The field that contains the number of values that must match.'),
        setting(
          'minimum_should_match_script',
          anything,
          'The script that computes the number of values that must match.',
        ),
        boost,
        queryName,
      ],
    },
  }),
  supported({
    name: 'prefix',
    summary: 'Matches values that begin with a prefix.',
    fields: [needed(setting('value', text, 'The prefix to find.')), ignoreCase, rewrite],
  }),
  supported({
    name: 'range',
    summary: 'Matches values in a range. Values of flattened fields are compared as strings.',
    fields: [],
    entry: rangeOptions,
    naming: { bothEnds: referenceOnFlattened(flattenedSource), openEnds: 'open-key-ranges' },
    reference: {
      text: 'A range on a key needs both bounds on servers of version 8; those of version 9.5 accept one. Keys with their own type (`properties`) are compared by that type.',
      source: flattenedSource,
    },
  }),
  supported({
    name: 'match',
    summary:
      'Full-text search. A flattened field treats the text as one value, unless it splits queries on whitespace.',
    naming: { similar: similarTerm },
    fields: [
      needed(query),
      operator,
      shouldMatch,
      analyzer,
      fuzziness,
      setting('prefix_length', anyNumber, 'The number of letters at the start that must be the same.', '0'),
      setting('max_expansions', anyNumber, 'The maximum number of similar words to try.', '50'),
      setting('lenient', flag, 'Whether to ignore values of the wrong type without an error.', 'false'),
      setting('zero_terms_query', text, 'What matches if the analyzer removes all words: `none` or `all`.', '"none"'),
      synonymPhrases,
      ...similarWords,
      cutoff,
    ],
  }),
]);

const textQueries = once((): readonly Field[] => [
  texts('multi_match', 'Full-text search in several fields.', [
    fieldsOf('multi_match'),
    setting('type', oneOf(combinations), 'How the scores of the fields are combined.', '"best_fields"'),
    setting('tie_breaker', anyNumber, 'How much the other fields add to the best score.'),
    operator,
    shouldMatch,
    analyzer,
    fuzziness,
    setting('prefix_length', anyNumber, 'The number of letters at the start that must be the same.'),
    setting('max_expansions', anyNumber, 'The maximum number of similar words to try.'),
    setting('lenient', flag, 'Whether to ignore values of the wrong type without an error.'),
    setting('slop', anyNumber, 'The maximum distance between the words.'),
    setting('zero_terms_query', text, 'What matches if the analyzer removes all words: `none` or `all`.'),
    synonymPhrases,
    ...similarWords,
    cutoff,
  ]),
  texts(
    'query_string',
    'Matches a query in the query string syntax, with fields, operators and parentheses.',
    [
      fieldsOf('query_string'),
      setting(
        'default_field',
        nameText({ ...namingOf('query_string'), isPatternAllowed: true }),
        'The field for words that do not name a field.',
      ),
      defaultOperator,
      setting('allow_leading_wildcard', flag, 'Whether a word may begin with a wildcard.', 'true'),
      setting('analyze_wildcard', flag, 'Whether to analyze words with wildcards.', 'false'),
      setting('type', text, 'How the scores of the fields are combined.'),
      setting('lenient', flag, 'Whether to ignore values of the wrong type without an error.'),
      analyzer,
      fuzziness,
      shouldMatch,
      setting('time_zone', text, 'The time zone of the dates.'),
      setting('tie_breaker', anyNumber, 'How much the other fields add to the best score.'),
      setting('quote_analyzer', text, 'The analyzer for quoted text.'),
      quoteSuffix,
      setting('phrase_slop', anyNumber, 'The maximum distance between the words of quoted text.', '0'),
      setting('max_determinized_states', anyNumber, 'The maximum complexity of regular expressions.', '10000'),
      setting('enable_position_increments', flag, 'Whether to use the positions of words.', 'true'),
      setting('escape', flag, 'Whether to escape the operators.', 'false'),
      ...expansions,
      ...similarWords,
      rewrite,
      synonymPhrases,
    ],
    queryText,
  ),
  texts(
    'simple_query_string',
    'Matches a query in a simple syntax. Invalid parts are ignored.',
    [
      listedFieldsOf('simple_query_string'),
      defaultOperator,
      setting('flags', text, 'The operators to enable.', '"ALL"'),
      setting('analyze_wildcard', flag, 'Whether to analyze words with wildcards.', 'false'),
      setting('lenient', flag, 'Whether to ignore values of the wrong type without an error.'),
      analyzer,
      shouldMatch,
      quoteSuffix,
      ...expansions,
      ...similarWords.slice(0, 1),
      synonymPhrases,
    ],
    simpleText,
  ),
  {
    name: 'exists',
    summary: 'Matches documents that have a value in a field.',
    provenance: fromFlattenedUsage,
    shape: {
      type: 'object',
      name: 'exists query',
      fields: [
        {
          ...setting(
            'field',
            { ...nameText(namingOf('exists')), constraints: [lengthFrom1] },
            'The field, or one key of a flattened field.',
          ),
          required: isNeeded,
        },
        boost,
        queryName,
      ],
      refusal: othersRefused,
      misplaced: misplacedInExists,
    },
  },
]);

/** The part of a query that is itself a query. It is a getter, because queries contain queries. */
export const queryClause: ObjectShape = {
  type: 'object',
  name: 'query',
  unlisted: 'hint',
  refusal: othersRefused,
  misplaced: misplacedInQuery,
  get fields() {
    return allQueries();
  },
};

/** Returns the names of queries that nothing else in a search has. */
export const namesOfQueries = once((): readonly string[] =>
  ['bool', ...documentedQueries().map(({ name }) => name), ...undocumentedQueries().map(({ name }) => name)].filter(
    (name) => !/^(?:knn|rule|script|script_score|pinned|semantic|type)$/.test(name),
  ),
);

const clauses = (name: string, summary: string): Field => setting(name, oneOrList(queryClause), summary);

function compound(
  name: string,
  summary: string,
  fields: readonly Field[],
  { isOpen = false, misplaced }: Pick<ObjectShape, 'isOpen' | 'misplaced'> = {},
): Field {
  return {
    name,
    summary,
    provenance: fromReference,
    shape: {
      type: 'object',
      name: `${name} query`,
      fields: [...fields, boost, queryName],
      ...(isOpen ? { isOpen } : { refusal: othersRefused }),
      ...(misplaced && { misplaced }),
    },
  };
}

/** The objects of a flattened field are not documents of their own. */
const nested: FieldNaming = { ...namingOf('nested', false), provenance: referenceOnFlattened(serverSource) };

const from1: Constraint = warning('item-count', { minimum: 1 }, othersRefused);

const scoring: ObjectShape = {
  type: 'object',
  name: 'script score',
  isOpen: true,
  fields: [setting('script', scriptOf(), 'The script that computes the score.')],
};
const scoringFunction: ObjectShape = {
  type: 'object',
  name: 'score function',
  isOpen: true,
  get fields() {
    return [
      setting('filter', queryClause, 'The matches whose score is changed.'),
      setting('script_score', scoring, 'A script that computes the score.'),
    ];
  },
};

const compoundQueries = once((): readonly Field[] => [
  compound('match_all', 'Matches all documents.', []),
  compound('match_none', 'Matches no documents.', []),
  compound('constant_score', 'Gives every match the same score.', [
    needed(setting('filter', queryClause, 'The query that must match.')),
  ]),
  compound('dis_max', 'Combines queries by the best score.', [
    needed(setting('queries', { type: 'array', items: queryClause, constraints: [from1] }, 'The queries to combine.')),
    setting('tie_breaker', anyNumber, 'How much the other queries add to the best score.', '0.0'),
  ]),
  compound('boosting', 'Lowers the score of some matches.', [
    needed(setting('positive', queryClause, 'The query that must match.')),
    needed(setting('negative', queryClause, 'The query that lowers the score.')),
    needed(setting('negative_boost', anyNumber, 'The factor that lowers the score.')),
  ]),
  compound('nested', 'Searches the objects of a nested field separately.', [
    { ...setting('path', nameText(nested), 'The nested field.'), required: isNeeded },
    { ...setting('query', queryClause, 'The query that must match.'), required: isNeeded },
    setting('score_mode', text, 'How the scores of the objects are combined.', '"avg"'),
    setting('ignore_unmapped', flag, 'Whether to ignore a field that is not mapped.', 'false'),
    setting('inner_hits', anything, 'Whether and how hits include the objects that matched.'),
  ]),
  compound(
    'function_score',
    'Changes the score of matches.',
    [
      setting('query', queryClause, 'The query that must match.'),
      setting('script_score', scoring, 'A script that computes the score.'),
      setting('functions', { type: 'array', items: scoringFunction }, 'What changes the score, for some matches each.'),
    ],
    { isOpen: true },
  ),
  compound(
    'ids',
    'Matches documents by their ids.',
    [setting('values', { type: 'choice', options: [text, { type: 'array', items: anything }] }, 'The ids to find.')],
    { misplaced: [typeOfIds] },
  ),
]);

const otherQueries = once((): readonly Field[] => [
  unsupported('fuzzy', 'Matches similar values, which differ by a few letters.', [
    needed(setting('value', { type: 'choice', options: scalar }, 'The value to find.')),
    fuzziness,
    setting('max_expansions', anyNumber, 'The maximum number of similar words to try.'),
    setting('prefix_length', anyNumber, 'The number of letters at the start that must be the same.'),
    setting('transpositions', flag, 'Whether two swapped letters count as one edit.'),
    rewrite,
  ]),
  unsupported('regexp', 'Matches values against a regular expression.', [
    needed(setting('value', text, 'The regular expression.')),
    setting('flags', text, 'The operators to enable.'),
    ignoreCase,
    setting('max_determinized_states', anyNumber, 'The maximum complexity of the expression.'),
    rewrite,
  ]),
  unsupported('wildcard', 'Matches values against a pattern with `*` and `?`.', [
    setting('value', text, 'The pattern to match.'),
    setting('wildcard', text, 'The pattern to match (older name).'),
    ignoreCase,
    rewrite,
  ]),
  unordered(
    'match_phrase',
    'Matches words in the given order.',
    [
      needed(query),
      analyzer,
      setting('slop', anyNumber, 'The maximum distance between the words.'),
      setting('zero_terms_query', text, 'What matches if the analyzer removes all words: `none` or `all`.'),
    ],
    wholeValues,
  ),
  unordered('match_phrase_prefix', 'Matches words in the given order. The last word is a prefix.', [
    needed(query),
    analyzer,
    setting('slop', anyNumber, 'The maximum distance between the words.'),
    setting('max_expansions', anyNumber, 'The maximum number of similar words to try.'),
    setting('zero_terms_query', text, 'What matches if the analyzer removes all words: `none` or `all`.'),
  ]),
  unordered(
    'match_bool_prefix',
    'Matches words in any order. The last word is a prefix.',
    [
      needed(query),
      operator,
      shouldMatch,
      analyzer,
      fuzziness,
      setting('prefix_length', anyNumber, 'The number of letters at the start that must be the same.', '0'),
      setting('max_expansions', anyNumber, 'The maximum number of similar words to try.', '50'),
      ...similarWords,
    ],
    beginnings,
  ),
  unordered('span_term', 'Matches one word, with its position. It is a part of other `span_` queries.', [
    setting('value', { type: 'choice', options: scalar }, 'The word to find.'),
    setting('term', { type: 'choice', options: scalar }, 'The word to find (older name).'),
  ]),
  {
    name: 'kql',
    variesAs: 'query.kql',
    summary: 'Matches a query in KQL.',
    provenance: fromReference,
    shape: { type: 'object', name: 'kql query', isOpen: true, fields: [kqlText, boost, queryName] },
  },
  compound(
    'script',
    'Matches documents for which a script returns true.',
    [needed(setting('script', scriptOf(), 'The script.'))],
    { isOpen: true },
  ),
  compound(
    'script_score',
    'Replaces the score of matches by the result of a script.',
    [setting('query', queryClause, 'The query that must match.'), setting('script', scriptOf(), 'The script.')],
    { isOpen: true },
  ),
  ...undescribedQueries.map((name): Field => ({
    name,
    summary: 'A known query. Rulebook does not describe it.',
    provenance: fromReference,
    shape: anything,
  })),
]);

/** Returns the query that combines others. */
function boolQuery(): Field {
  return compound(
    'bool',
    'Combines queries with and, or, and not.',
    [
      clauses('must', 'Queries that must match. They affect the score.'),
      clauses('filter', 'Queries that must match. They do not affect the score.'),
      clauses('should', 'Queries that should match. They add to the score, or some of them must match.'),
      { ...clauses('must_not', 'Queries that must not match.'), aliases: ['mustNot'] },
      shouldMatch,
      setting(
        'adjust_pure_negative',
        flag,
        'Whether a query with only `must_not` matches all other documents.',
        'true',
      ),
    ],
    { misplaced: [queriesOutsideClauses([...documentedQueries(), ...undocumentedQueries()].map(({ name }) => name))] },
  );
}

const documentedQueries = once(() => [...termQueries(), ...textQueries()]);
const undocumentedQueries = once(() => [...compoundQueries(), ...otherQueries()]);
const allQueries = once((): readonly Field[] => [...documentedQueries(), boolQuery(), ...undocumentedQueries()]);
