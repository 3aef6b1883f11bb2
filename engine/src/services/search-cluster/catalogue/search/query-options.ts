import type { Field, ObjectShape, Shape } from '../../../../catalogue/shape';
import type { FieldNaming, QueryTerm } from '../mappings/mapping-types';
import type { Provenance } from '../../../../catalogue/facts';
import { refused } from '../../../../catalogue/provenance';
import { anyNumber, flag, text } from '../../../../catalogue/shapes';
import { nameList, nameMap, nameText, option } from '../mappings/field-names';
import { referenceOnFlattened, flattenedSource, fromFlattenedUsage, queryPage } from '../mappings/flattened-sources';
import { serverSource } from '../sources';

const fromReference = referenceOnFlattened(queryPage);
/** Servers refuse unknown fields of a query. */
export const othersRefused = refused(referenceOnFlattened(serverSource));

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
  { type: 'choice', options: [text, anyNumber] },
  'The minimum number or percentage of optional parts that must match.',
);
/** How a text is split. */
export const analyzer = setting('analyzer', text, 'The analyzer that splits the text into words.');
/** How words go together. */
export const operator: Field = setting(
  'operator',
  {
    type: 'string',
    values: {
      closed: false,
      provenance: fromReference,
      values: [{ value: 'or' }, { value: 'and' }, { value: 'OR' }, { value: 'AND' }],
    },
  },
  'The operator between words: `AND` or `OR`.',
  '"or"',
);
/** How many letters may differ. */
export const fuzziness = setting(
  'fuzziness',
  { type: 'choice', options: [text, anyNumber] },
  'The number of letters that may differ: a number or `AUTO`.',
);
/** How a query is carried out. */
export const rewrite = setting('rewrite', text, 'How the query is rewritten before it runs.');

/** The shapes of a value that is searched for. */
export const scalar = [text, anyNumber, flag] as const;

function valueOrOptions(name: string, fields: readonly Field[]): Shape {
  const options: ObjectShape = {
    type: 'object',
    name: `${name} query`,
    fields: [...fields, boost, queryName],
    unlisted: 'information',
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
  return { use: 'query', kind, isFlattenedAllowed, provenance: fromFlattenedUsage };
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
  return { name, summary, provenance, shape, ...(reference === undefined ? {} : { reference }) };
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

/** Queries that need the order of words, which flattened fields do not store. */
export function unordered(name: string, summary: string, fields: readonly Field[]): Field {
  return keyed({ name, summary, fields }, namingOf(name, false), fromReference);
}

const bound = (name: string, summary: string, role: 'range-start' | 'range-end'): Field => ({
  ...setting(name, { type: 'choice', options: [...scalar, { type: 'null' }] }, summary),
  role,
});

/** The bounds of a range. */
export const rangeOptions: ObjectShape = {
  type: 'object',
  name: 'range query',
  unlisted: 'information',
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
};

/** The text to search for. */
export const query = setting('query', { type: 'choice', options: [...scalar] }, 'The text to search for.');

/** Each kind of term in a query string acts like the query of that kind. */
const termNamings: Readonly<Record<QueryTerm, FieldNaming>> = {
  word: { ...namingOf('query_string'), isPatternAllowed: true },
  fuzzy: { ...namingOfUnsupported('fuzzy'), provenance: fromReference },
  regexp: { ...namingOfUnsupported('regexp'), provenance: fromReference },
  wildcard: { ...namingOfUnsupported('wildcard'), provenance: fromReference },
  range: { ...namingOf('range'), bothEnds: referenceOnFlattened(flattenedSource) },
};

/** The text of a query with fields, operators and parentheses. */
export const queryText: Field = {
  ...query,
  shape: { type: 'string', naming: { ...namingOf('query_string'), terms: termNamings } },
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
      fields: [text, ...fields, boost, queryName],
      unlisted: 'information',
      refusal: othersRefused,
    },
  };
}

/** Returns the same for a list of fields, which may hold patterns. */
export const patternsOf = (kind: string): FieldNaming => ({ ...namingOf(kind), isPatternAllowed: true });

/** Returns the member of a query that lists fields. */
export const fieldsOf = (kind: string): Field =>
  setting(
    'fields',
    { type: 'choice', options: [nameList(patternsOf(kind)), nameText(patternsOf(kind))] },
    'The fields to search, each with an optional weight after `^`.',
  );
