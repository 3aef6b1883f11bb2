import { once } from '@rulebook/text/structures/once';
import { field, unsuitable, warning } from '@rulebook/catalogue/makers';
import type { ChoiceShape, Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { anyNumber, anything, undescribedObject, wholeNumber } from '@rulebook/catalogue/shapes';
import { referenceOnCreateKey, serverSource } from '../sources';

const provenance = refused(referenceOnCreateKey(serverSource));
const listed = { provenance, refusal: provenance } as const;

/** What of a key can be searched, sorted by and grouped by, with the type that it is indexed as. Besides, there are `metadata.…`. */
export const searchedMembers = {
  name: 'keyword',
  type: 'keyword',
  username: 'keyword',
  realm_name: 'keyword',
  creation: 'date',
  expiration: 'date',
  invalidation: 'date',
  invalidated: 'boolean',
  metadata: 'flattened',
} as const;

const metadataMember = '^metadata[.]';

/** Whether a search of keys may name this field. */
export function isSearchedMember(name: string): boolean {
  return Object.hasOwn(searchedMembers, name) || name.startsWith('metadata.');
}

const ofMember = (name: string): Field => field(name, anything, `The member \`${name}\` of a key.`, provenance);

/** An object whose only key is the name of a member. */
const byMember = (name: string, ...options: readonly string[]): ObjectShape => ({
  type: 'object',
  name,
  ...listed,
  fields: [
    ...Object.keys(searchedMembers).map(ofMember),
    ...options.map((option) => ({ ...ofMember(option), summary: `The option \`${option}\` of the query.` })),
  ],
  patterns: [{ pattern: metadataMember, summary: 'A member of the metadata.', shape: anything }],
});

const clause = (name: string, summary: string, shape: Shape): Field => field(name, shape, summary, provenance);

/** A moment is one in milliseconds, or date math from it or from now. */
const moment: ChoiceShape = {
  type: 'choice',
  options: [
    {
      type: 'string',
      constraints: [
        unsuitable(
          '^(?!now|-?\\d+(?:[|][|].*)?$)',
          'Servers refuse this time of a key: it is in milliseconds since 1970, or counts from `now`.',
          provenance,
        ),
      ],
    },
    anyNumber,
  ],
};

const bound: Shape = { ...moment, options: [...moment.options, { type: 'null' }] };
const bounds: ObjectShape = {
  type: 'object',
  name: 'range of times',
  isOpen: true,
  fields: ['gt', 'gte', 'lt', 'lte'].map((name) => clause(name, 'A bound of the range.', bound)),
};
/** With a `format`, times are written in that. */
const range: ObjectShape = {
  ...bounds,
  fields: bounds.fields.map((one) => ({ ...one, shape: anything })),
  conditions: [{ when: { required: ['format'] }, otherwise: bounds }],
};

/** One moment, or an object that holds it under a name. */
function momentUnder(name: string): Shape {
  const object: ObjectShape = {
    type: 'object',
    name: 'query of a time',
    isOpen: true,
    fields: [clause(name, 'The time.', moment)],
  };
  return { ...moment, options: [...moment.options, object] };
}

/** Returns a query by member in which those that are times have this shape. */
function ofTimes(query: ObjectShape, shape: Shape): ObjectShape {
  return { ...query, fields: query.fields.map((member) => (isTime(member.name) ? { ...member, shape } : member)) };
}

function isTime(name: string): boolean {
  return Object.entries(searchedMembers).some(([member, type]) => member === name && type === 'date');
}

/** The kinds of queries with which keys can be searched, without `bool`. */
const plainClauses = once((): readonly Field[] => [
  clause('match_all', 'Every key.', undescribedObject('query of all keys')),
  clause('ids', 'Keys with one of the ids.', undescribedObject('query of ids')),
  clause('term', 'Keys with this value.', ofTimes(byMember('term query'), momentUnder('value'))),
  clause(
    'terms',
    'Keys with one of the values.',
    ofTimes(byMember('terms query', 'boost', '_name'), { type: 'array', items: moment }),
  ),
  clause('match', 'Keys whose member matches.', ofTimes(byMember('match query'), momentUnder('query'))),
  clause('prefix', 'Keys whose member begins so.', byMember('prefix query')),
  clause('wildcard', 'Keys whose member fits the pattern.', byMember('wildcard query')),
  clause('range', 'Keys whose member is in the range.', ofTimes(byMember('range query'), range)),
  clause('exists', 'Keys that have the member.', undescribedObject('query of existence')),
  clause('simple_query_string', 'Keys that match the text.', undescribedObject('query of a text')),
]);

const oneQuery = [warning('member-count', { minimum: 1, maximum: 1 }, provenance)] as const;

function container(fields: () => readonly Field[]): ObjectShape {
  const made = once(fields);
  return {
    type: 'object',
    name: 'API key query',
    ...listed,
    get fields() {
      return made();
    },
    constraints: oneQuery,
  };
}

/** A clause of `bool`; what is deeper is not checked. */
const inner: Shape = container(() => [
  ...plainClauses(),
  clause('bool', 'Combines queries.', undescribedObject('combination of queries')),
]);
const innerOrList: Shape = { type: 'choice', options: [inner, { type: 'array', items: inner }] };

const bool = () =>
  clause('bool', 'Combines queries.', {
    type: 'object',
    name: 'combination of queries',
    ...listed,
    fields: [
      ...['must', 'filter', 'should', 'must_not'].map((name) =>
        clause(name, `The queries of \`${name}\`.`, innerOrList),
      ),
      clause('minimum_should_match', 'How many queries of `should` must match.', anything),
      clause('adjust_pure_negative', 'Whether a combination of excluding queries alone matches the rest.', anything),
      clause('boost', 'The weight of the query.', anything),
      clause('_name', 'A name for the query.', anything),
    ],
  });

const keyQuery = container(() => [...plainClauses(), bool()]);

/** The kinds of queries with which keys can be searched. */
export const keyQueryKinds = once((): readonly string[] => keyQuery.fields.map(({ name }) => name));

/** The kinds of aggregations of keys. */
export const keyAggregationKinds: readonly string[] = [
  ...['terms', 'range', 'date_range', 'missing', 'cardinality', 'value_count', 'composite', 'filter', 'filters'],
];

const onMember: Shape = {
  type: 'object',
  name: 'aggregation',
  isOpen: true,
  fields: [
    clause('field', 'The member of a key.', {
      type: 'string',
      constraints: [
        unsuitable(
          `^(?!(?:${Object.keys(searchedMembers).join('|')})$)(?!${metadataMember.slice(1)})`,
          'API keys cannot be grouped by this field.',
          provenance,
        ),
      ],
    }),
  ],
};

const nested = ['aggs', 'aggregations', 'meta'];
const aggregation: ObjectShape = {
  type: 'object',
  name: 'aggregation of API keys',
  ...listed,
  get fields() {
    return ofAggregation();
  },
};
const ofAggregation = once((): readonly Field[] => [
  ...keyAggregationKinds.map((name) => clause(name, `The aggregation \`${name}\`.`, onMember)),
  ...nested.map((name) => clause(name, 'What belongs to the aggregation.', anything)),
]);

const aggregations: Shape = {
  type: 'object',
  name: 'aggregations of API keys',
  fields: [],
  entries: { keyName: 'aggregation name', summary: 'An aggregation.', shape: aggregation },
};

const order: Shape = {
  type: 'object',
  name: 'sort order',
  isOpen: true,
  fields: [
    clause('order', 'The direction: `asc` or `desc`.', {
      type: 'string',
      values: { closed: false, provenance, values: [{ value: 'asc' }, { value: 'desc' }] },
    }),
  ],
};

const sortKey: Shape = {
  type: 'choice',
  options: [
    {
      type: 'string',
      constraints: [
        unsuitable(
          `^(?!(?:_doc|${Object.keys(searchedMembers).join('|')})$)(?!${metadataMember.slice(1)})`,
          'API keys cannot be sorted by this field.',
          provenance,
        ),
      ],
    },
    {
      ...byMember('sort key', '_doc'),
      fields: [...Object.keys(searchedMembers), '_doc'].map((name) => ({ ...ofMember(name), shape: order })),
    },
  ],
};

const window = (name: string, summary: string): Field =>
  clause(name, summary, {
    ...wholeNumber,
    constraints: [
      warning('number-range', { minimum: 0, maximum: name === 'from' ? maxWindow - 1 : maxWindow }, provenance),
    ],
  });

/** How far a search of keys can reach. */
export const maxWindow = 10_000;

/** The body of a search of API keys. */
export const keyQueryBody: ObjectShape = {
  type: 'object',
  name: 'API key search',
  ...listed,
  fields: [
    clause('query', 'Which keys are found. Without it, all.', keyQuery),
    { ...clause('aggs', 'The groups and numbers to compute.', aggregations), aliases: ['aggregations'] },
    clause('sort', 'The order of the keys.', { type: 'array', items: sortKey }),
    window('from', 'How many keys are left out at the start.'),
    window('size', 'How many keys are returned.'),
    clause('search_after', 'The sort values of the last key of the page before.', { type: 'array', items: anything }),
  ],
  constraints: [warning('dependent-field', { field: 'search_after', requires: ['sort'] }, provenance)],
};
