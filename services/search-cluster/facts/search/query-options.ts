import type { Field, ObjectShape, Shape, TextShape } from '@rulebook/catalogue/shape';
import type { FieldNaming, QueryTerm } from '../mappings/mapping-types';
import type { Constraint, ConstraintOptions } from '@rulebook/catalogue/constraints';
import type { Provenance, Remark } from '@rulebook/catalogue/facts';
import { unsuitable } from '@rulebook/catalogue/makers';
import { refused } from '@rulebook/catalogue/provenance';
import { anyNumber, flag, text } from '@rulebook/catalogue/shapes';
import { nameList, nameMap, nameText, option } from '../mappings/field-names';
import {
  referenceOnFlattened,
  flattenedSource,
  flattenedTests,
  fromFlattenedUsage,
  queryPage,
} from '../mappings/flattened-sources';
import type { BehaviourName } from '../behaviours';
import { serverSource } from '../sources';
import { kqlQuery, luceneQuery, simpleQuery } from './query-requests';

const fromReference = referenceOnFlattened(queryPage);
/** Servers refuse unknown fields of a query. */
export const othersRefused = refused(referenceOnFlattened(serverSource));

/** Returns a member without which servers refuse the object that it belongs to. */
export function needed(field: Field): Field {
  return { ...field, required: { severity: 'warning', provenance: othersRefused } };
}

/** Returns the constraint that an object has so many members, or so many of some of them. */
export function membersWithin(options: ConstraintOptions['member-count']): Constraint {
  return { rule: 'member-count', options, severity: 'warning', provenance: othersRefused };
}

/** Returns an option of a query, which the documents do not describe. */
export function setting(name: string, shape: Shape, summary: string, standard?: string): Field {
  return option(name, shape, summary, fromReference, standard);
}

/** The weight of a query. */
export const boost = setting('boost', anyNumber, 'The weight of this query in the score.', '1.0');
/** The name of a query. */
export const queryName = setting(
  '_name',
  text,
  'A name for this query. Hits list the names of the queries that matched.',
);
/** Whether case matters. */
export const ignoreCase = setting('case_insensitive', flag, 'Whether to ignore case.', 'false');
/** How many parts must match. */
export const shouldMatch: Field = setting(
  'minimum_should_match',
  { type: 'choice', options: [partsText(), anyNumber] },
  'The minimum number or percentage of optional parts that must match.',
);
/** Servers read a number in each amount of parts: `2`, `-25%`, `3<90%`. */
function partsText(): TextShape {
  const message = 'An amount of parts has a number: `2`, `75%` or `3<90%`.';
  const options = { pattern: '^[^0-9]*$', message };
  return {
    type: 'string',
    constraints: [{ rule: 'unsuitable-text', options, severity: 'warning', provenance: othersRefused }],
  };
}

/** How a text is split. */
export const analyzer = setting('analyzer', text, 'The analyzer that splits the text into words.');
/** Returns a text that is one of these words, of which servers know no others. */
export function oneOf(words: readonly string[], exempt?: string): TextShape {
  return {
    type: 'string',
    values: {
      closed: false,
      unlisted: 'warning',
      refusal: othersRefused,
      provenance: fromReference,
      values: words.map((value) => ({ value })),
      ...(exempt !== undefined && { exempt }),
    },
  };
}

const andOr = oneOf(['or', 'and', 'OR', 'AND'], '^(?=.*[A-Z])(?=.*[a-z])(?:[aA][nN][dD]|[oO][rR])$');
const operatorSummary = 'The operator between words: `AND` or `OR`.';
/** How words go together. */
export const operator = setting('operator', andOr, operatorSummary, '"or"');
/** How words go together that have no operator between them. */
export const defaultOperator = setting('default_operator', andOr, operatorSummary, '"OR"');
/** How many letters may differ. */
export const fuzziness: Field = {
  ...setting(
    'fuzziness',
    { type: 'choice', options: [text, anyNumber] },
    'The number of letters that may differ: a number or `AUTO`.',
  ),
  role: 'similarity',
};
/** How a query is carried out. */
export const rewrite = setting('rewrite', text, 'How the query is rewritten before it runs.');

/** The shapes of a value that is searched for. */
export const scalar = [text, anyNumber, flag] as const;

function valueOrOptions(name: string, fields: readonly Field[]): Shape {
  const options: ObjectShape = {
    type: 'object',
    name: `${name} query`,
    fields: [...fields, boost, queryName],
    refusal: othersRefused,
  };
  return { type: 'choice', options: [...scalar, options] };
}

interface LeafQuery {
  readonly name: string;
  readonly summary: string;
  readonly fields: readonly Field[];
  readonly entry?: Shape;
  readonly naming?: Partial<FieldNaming>;
  readonly reference?: Field['reference'];
}

/** Returns what a query of this kind does with the fields that it names. */
export function namingOf(kind: string, isFlattenedAllowed = true): FieldNaming {
  return {
    ...{ use: 'query', kind, isFlattenedAllowed, provenance: fromFlattenedUsage },
    ...(kind !== 'exists' && { readsIndex: othersRefused }),
  };
}

/** A query whose keys are fields. */
function keyed(
  { name, summary, fields, entry, reference }: LeafQuery,
  naming: FieldNaming,
  provenance: Provenance,
): Field {
  const shape = nameMap(
    {
      name: `${name} query`,
      entry: entry ?? valueOrOptions(name, fields),
      summary: 'The field to search. `field.key` is one key of a flattened field.',
    },
    naming,
  );
  const constraints = [membersWithin({ minimum: 1, maximum: 1 })];
  return {
    ...{ name, summary, provenance },
    shape: { ...shape, constraints },
    ...(reference === undefined ? {} : { reference }),
  };
}

/** Returns a query with fields as keys that the document names. */
export function supported(query: LeafQuery): Field {
  return keyed(query, { ...namingOf(query.name), ...query.naming }, fromFlattenedUsage);
}

/** Queries that servers refuse for the keys of a flattened field, but not for its top level. */
export function unsupported(name: string, summary: string, fields: readonly Field[]): Field {
  return keyed({ name, summary, fields }, namingOfUnsupported(name), fromReference);
}

function namingOfUnsupported(kind: string): FieldNaming {
  return {
    ...namingOf(kind, false),
    atTopLevel: { text: 'Servers refuse it only for keys.', source: flattenedSource },
  };
}

/** Queries that need the order of words, which flattened fields do not store; `accepted` is what servers do with them anyway. */
export function unordered(name: string, summary: string, fields: readonly Field[], accepted?: Remark): Field {
  return keyed({ name, summary, fields }, { ...namingOf(name, false), ...(accepted && { accepted }) }, fromReference);
}

/** Servers compare the text with whole values. */
export const wholeValues: Remark = { text: 'Servers compare the text with whole values.', source: flattenedTests };

/** Servers compare the text with the beginnings of values. */
export const beginnings: Remark = {
  text: 'Servers compare the text with the beginnings of values.',
  source: flattenedTests,
};

const bound = (name: string, summary: string, role: 'range-start' | 'range-end'): Field => ({
  ...setting(name, { type: 'choice', options: [...scalar, { type: 'null' }] }, summary),
  role,
});

/** The bounds of a range. */
export const rangeOptions: ObjectShape = {
  type: 'object',
  name: 'range query',
  refusal: othersRefused,
  fields: [
    bound('gte', 'Greater than or equal to this value.', 'range-start'),
    bound('gt', 'Greater than this value.', 'range-start'),
    bound('lte', 'Less than or equal to this value.', 'range-end'),
    bound('lt', 'Less than this value.', 'range-end'),
    bound('from', 'The lower bound (older name).', 'range-start'),
    bound('to', 'The upper bound (older name).', 'range-end'),
    setting('include_lower', flag, 'Whether the range includes the value of `from`.', 'true'),
    setting('include_upper', flag, 'Whether the range includes the value of `to`.', 'true'),
    setting('format', text, 'The format of dates.'),
    setting('time_zone', text, 'The time zone of the dates.'),
    setting('relation', text, 'How range fields must relate to this range.'),
    boost,
    queryName,
  ],
  constraints: [
    {
      ...unsuitable(
        '^(?:from|to)$',
        'Servers of version 9 refuse `from` and `to` in a range. Its bounds are `gt`, `gte`, `lt` and `lte`.',
        othersRefused,
        {
          ofKeys: true,
          fix: { kind: 'rename', to: { from: 'gte', to: 'lte' }, unless: ['include_lower', 'include_upper'] },
        },
      ),
      behaviour: 'plain-range-bounds' satisfies BehaviourName,
    },
  ],
};

/** The text to search for. */
export const query = setting('query', { type: 'choice', options: [...scalar] }, 'The text to search for.');

/** Each kind of term in a query string acts like the query of that kind. */
const termNamings: Readonly<Record<QueryTerm, FieldNaming>> = {
  word: { ...namingOf('query_string'), isPatternAllowed: true },
  fuzzy: { ...namingOfUnsupported('fuzzy'), provenance: fromReference },
  regexp: { ...namingOfUnsupported('regexp'), provenance: fromReference },
  wildcard: { ...namingOfUnsupported('wildcard'), provenance: fromReference },
  range: {
    ...namingOf('range'),
    isPatternAllowed: true,
    bothEnds: referenceOnFlattened(flattenedSource),
    openEnds: 'open-key-ranges',
  },
};

/** A text that may differ by letters acts like a fuzzy query. */
export const similarTerm: FieldNaming = termNamings.fuzzy;

/** The text of a query with fields, operators and parentheses. */
export const queryText: Field = {
  ...query,
  shape: {
    type: 'string',
    format: 'query-string',
    query: luceneQuery,
    naming: { ...namingOf('query_string'), isPatternAllowed: true, terms: termNamings },
  },
};

/** The text of a query in KQL. */
export const kqlText: Field = setting('query', { type: 'string', query: kqlQuery }, 'The query in KQL.');

/** The text of a `simple_query_string`. */
export const simpleText: Field = {
  ...query,
  shape: { type: 'choice', options: [{ type: 'string', query: simpleQuery }, ...scalar.slice(1)] },
};

/** Returns a query that the document names, with a text and options. */
export function texts(name: string, summary: string, fields: readonly Field[], text: Field = query): Field {
  return {
    name,
    summary,
    provenance: fromFlattenedUsage,
    shape: {
      type: 'object',
      name: `${name} query`,
      fields: [needed(text), ...fields, boost, queryName],
      refusal: othersRefused,
    },
  };
}

const patternNaming = (kind: string): FieldNaming => ({ ...namingOf(kind), isPatternAllowed: true });

/** Returns the member of a query that lists fields. */
export const fieldsOf = (kind: string): Field =>
  setting(
    'fields',
    { type: 'choice', options: [nameList(patternNaming(kind)), nameText(patternNaming(kind))] },
    'The fields to search, each with an optional weight after `^`.',
  );

/** Returns the same for a query that takes only a list. */
export const listedFieldsOf = (kind: string): Field =>
  setting('fields', nameList(patternNaming(kind)), 'The fields to search, each with an optional weight after `^`.');
