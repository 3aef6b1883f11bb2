import type { Field, FieldNaming, ObjectShape, Shape } from '../model';
import { anyNumber, anything, flag, text, undescribedObject } from '../shapes';
import { nameMap, nameText, option } from './field-names';
import { besideFlattened, flattenedTests, fromFlattenedUsage } from './flattened-sources';
import { aggregationsField, sourceChoice } from './search-aggregations';
import { othersRefused } from './query-options';
import { queryClause } from './search-query';
import { specification } from './sources';

const beside = besideFlattened(specification);

function setting(name: string, shape: Shape, summary: string, standard?: string): Field {
  return option(name, shape, summary, beside, standard);
}

const fetched: FieldNaming = {
  use: 'fetch',
  isFlattenedAllowed: true,
  provenance: fromFlattenedUsage,
  atPattern: { text: 'Servers answer a wildcard without an error and without values.', source: flattenedTests },
};
/** The fields that decide the order of the hits. */
export const sorted: FieldNaming = { use: 'sort', isFlattenedAllowed: true, provenance: fromFlattenedUsage };
const highlighted: FieldNaming = { use: 'highlight', isFlattenedAllowed: false, provenance: fromFlattenedUsage };
const scripted: FieldNaming = { use: 'script', isFlattenedAllowed: true, provenance: fromFlattenedUsage };

const fetchedField: Shape = {
  type: 'choice',
  options: [
    nameText(fetched),
    {
      type: 'object',
      name: 'field to fetch',
      unlisted: 'information',
      refusal: othersRefused,
      fields: [
        setting('field', nameText(fetched), 'The field, or one key of a flattened field.'),
        setting('format', text, 'The form of dates and places.'),
        setting('include_unmapped', flag, 'Whether members without a mapping are fetched, too.', 'false'),
      ],
    },
  ],
};

const scriptShape: Shape = {
  type: 'choice',
  options: [
    nameText(scripted),
    {
      type: 'object',
      name: 'script',
      unlisted: 'information',
      refusal: othersRefused,
      fields: [
        setting(
          'source',
          nameText(scripted),
          "The script’s text; `doc['field.key'].value` reads a key of a flattened field.",
        ),
        setting('id', text, 'The name of a stored script.'),
        setting('lang', text, 'The language.', '"painless"'),
        setting('params', undescribedObject('parameters'), 'Values that the script uses.'),
        setting('options', anything, 'Options of the language.'),
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
    setting(
      'order',
      { type: 'string', values: { closed: false, provenance: beside, values: [{ value: 'asc' }, { value: 'desc' }] } },
      'Which end comes first.',
      '"asc"',
    ),
    setting('mode', text, 'Which of several values counts.'),
    setting('missing', anything, 'Where documents without the field go.'),
    setting('unmapped_type', text, 'The type of the field in indices that do not know it.'),
    setting('nested', anything, 'The nested field around it.'),
    setting('format', text, 'The form of dates.'),
    setting('numeric_type', text, 'The type of number that all values become.'),
    setting('type', text, 'The type of a script’s result.'),
    setting('script', scriptShape, 'The script that gives the values.'),
  ],
};

const sortEntry: ObjectShape = nameMap(
  {
    name: 'sort',
    entry: { type: 'choice', options: [text, sortOptions] },
    summary: 'The field that decides the order.',
    fields: [
      setting('_score', { type: 'choice', options: [text, sortOptions] }, 'The best hits first.'),
      setting(
        '_doc',
        { type: 'choice', options: [text, sortOptions] },
        'The order in the index, which is the fastest.',
      ),
      setting('_script', sortOptions, 'An order by a script.'),
      setting('_geo_distance', anything, 'The nearest places first.'),
    ],
  },
  sorted,
);

const highlight: ObjectShape = {
  type: 'object',
  name: 'highlighting',
  isOpen: true,
  fields: [
    setting(
      'fields',
      {
        type: 'choice',
        options: [
          nameMap(
            { name: 'highlighted fields', entry: undescribedObject('highlighting of a field'), summary: 'The field.' },
            highlighted,
          ),
          {
            type: 'array',
            items: nameMap(
              { name: 'highlighted field', entry: undescribedObject('highlighting of a field'), summary: 'The field.' },
              highlighted,
            ),
          },
        ],
      },
      'The fields in which matches are marked; flattened fields take no part.',
    ),
  ],
};

/** The body of a search. */
export const searchBody: ObjectShape = {
  type: 'object',
  name: 'search',
  unlisted: 'hint',
  refusal: othersRefused,
  fields: [
    {
      name: 'query',
      summary: 'Which documents match.',
      provenance: fromFlattenedUsage,
      shape: queryClause,
      example: '{ "term": { "${1:field}": "$2" } }',
    },
    {
      name: 'fields',
      summary: 'The fields that each hit answers. A key of a flattened field is named in full.',
      provenance: fromFlattenedUsage,
      shape: { type: 'array', items: fetchedField },
      reference: {
        text: 'A wildcard for keys of a flattened field is answered without an error and without values. An item may also be an object with `field`, `format` and `include_unmapped`.',
        source: specification,
      },
    },
    {
      name: '_source',
      summary: 'Whether each hit answers the document as it was stored.',
      provenance: fromFlattenedUsage,
      shape: sourceChoice,
      default: 'true',
      reference: { text: 'Texts, lists and objects choose members of the document.', source: specification },
    },
    setting('size', { type: 'integer' }, 'How many hits are answered.', '10'),
    setting('from', { type: 'integer' }, 'How many hits are left out at the beginning.', '0'),
    setting('sort', oneOrListOfSorts(), 'The order of the hits; values of flattened fields are ordered as text.'),
    aggregationsField,
    setting('highlight', highlight, 'Marks what matched.'),
    setting('script_fields', scriptFields(), 'Values that scripts compute for each hit.'),
    setting('track_total_hits', { type: 'choice', options: [flag, anyNumber] }, 'How far hits are counted.', '10000'),
    setting('post_filter', queryClause, 'What hits must match after the aggregations are computed.'),
    setting('min_score', anyNumber, 'The least score of a hit.'),
    setting(
      'timeout',
      { type: 'string', format: 'time-value' },
      'After which time the answer is what was found so far.',
    ),
    setting('terminate_after', { type: 'integer' }, 'After how many documents each shard stops.'),
    setting('stored_fields', anything, 'The stored fields that each hit answers.'),
    setting(
      'docvalue_fields',
      { type: 'array', items: fetchedField },
      'The fields that each hit answers, from columns.',
    ),
    setting('runtime_mappings', undescribedObject('runtime fields'), 'Fields that exist for this search only.'),
    setting('search_after', { type: 'array', items: anything }, 'The sort values behind which the hits begin.'),
    setting('explain', flag, 'Whether each hit explains its score.', 'false'),
    setting('version', flag, 'Whether each hit answers its version.', 'false'),
    setting('seq_no_primary_term', flag, 'Whether each hit answers its sequence number.', 'false'),
    setting('profile', flag, 'Whether the answer says what took how long.', 'false'),
    setting('track_scores', flag, 'Whether scores are computed although the order does not need them.', 'false'),
    ...[
      'collapse',
      'pit',
      'knn',
      'rescore',
      'suggest',
      'stats',
      'indices_boost',
      'slice',
      'rank',
      'retriever',
      'ext',
      'derived',
      'fielddata_fields',
      'search_pipeline',
      'verbose_pipeline',
    ].map((name) => setting(name, anything, 'Known, but not described.')),
  ],
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
      summary: 'The name under which the hit answers the value.',
      shape: {
        type: 'object',
        name: 'script field',
        unlisted: 'information',
        refusal: othersRefused,
        fields: [
          setting('script', scriptShape, 'The script.'),
          setting('ignore_failure', flag, 'Whether a script that fails is left out in silence.', 'false'),
        ],
      },
    },
  };
}
