import { isRecord } from '@rulebook/json/is-record';
import { termLimit } from '@rulebook/search-cluster/facts/indices/index-settings';
import { editDistance } from '@rulebook/text/edit-distance';
import { flattenedOption, type NamedField } from '../indices/fields';
import { queriedValue } from '../indices/literals';
import { problem, unplayedPart } from '../indices/problem';
import type { IndexedValue } from '../indices/values';
import { compareText } from '../indices/words';
import { matchSome } from './combine';
import {
  indexedName,
  matchNothing,
  queriedField,
  refuseQuery,
  unusable,
  valuesOfField,
  type Matcher,
  type QueryContext,
} from './context';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { compileRegexp } from './regexp';
import { matchAny, matchTerm, termOf, type ValueTest } from './terms';

type Options = Readonly<Record<string, unknown>>;

/** Compiles one kind of query. */
export type LeafQuery = (context: QueryContext, options: Options) => Matcher;

/** Queries on whole values, by their kind. */
export const leafQueries: Readonly<Record<string, LeafQuery>> = {
  term: onField('term', compileTerm),
  span_term: onField('span_term', compileTerm),
  terms: compileTerms,
  terms_set: onField('terms_set', compileTermsSet),
  prefix: onField('prefix', (context, named, value, options) => matchPrefix(context, named, String(value), options)),
  range: onField('range', compileRange),
  exists: (context, { field }) => {
    if (typeof field !== 'string') return refuseQuery(context, problem('The query [exists] needs a [field].'));
    return compileExists(context, field);
  },
  wildcard: onField('wildcard', (context, named, value, options) =>
    matchWildcard(context, named, String(value), options),
  ),
  regexp: onField('regexp', (context, named, value, options) => matchRegexp(context, named, String(value), options)),
  fuzzy: onField('fuzzy', (context, named, value, options) =>
    matchFuzzy(context, named, String(value), fuzzinessOf(options.fuzziness, String(value))),
  ),
};

/** Matches values that begin with a text. */
export function matchPrefix(context: QueryContext, named: NamedField, prefix: string, options: Options = {}): Matcher {
  if (options.case_insensitive === true) {
    const small = prefix.toLowerCase();
    return matchAny(context, named, (value) => String(value).toLowerCase().startsWith(small), boostOf(options));
  }
  return matchAny(context, named, (value) => typeof value === 'string' && value.startsWith(prefix), boostOf(options));
}

/** Matches values by a pattern with `*` and `?`. */
export function matchWildcard(
  context: QueryContext,
  named: NamedField,
  pattern: string,
  options: Options = {},
): Matcher {
  const isFolded = options.case_insensitive === true;
  const wanted = isFolded ? pattern.toLowerCase() : pattern;
  const test: ValueTest = (value) => {
    const text = isFolded ? String(value).toLowerCase() : String(value);
    return matchesPattern(wanted, text);
  };
  return matchAny(context, named, test, boostOf(options));
}

/** Matches values by a regular expression. */
export function matchRegexp(
  context: QueryContext,
  named: NamedField,
  expression: string,
  options: Options = {},
): Matcher {
  const isFolded = options.case_insensitive === true;
  const matches = compileRegexp(isFolded ? expression.toLowerCase() : expression);
  if (!matches) return refuseQuery(context, unusable(`The regular expression [${expression}] has a mistake.`));
  const test: ValueTest = (value) => matches(isFolded ? String(value).toLowerCase() : String(value));
  return matchAny(context, named, test, boostOf(options));
}

/** Matches values that differ by few letters. */
export function matchFuzzy(context: QueryContext, named: NamedField, wanted: string, distance: number): Matcher {
  return matchAny(
    context,
    named,
    (value) => typeof value === 'string' && editDistance(value, wanted, distance) <= distance,
  );
}

/** Returns the number of letters that may differ. */
export function fuzzinessOf(fuzziness: unknown, text: string): number {
  const number = typeof fuzziness === 'string' && /^\d$/.test(fuzziness) ? Number(fuzziness) : fuzziness;
  if (typeof number === 'number') return Math.min(2, Math.max(0, number));
  return text.length < 3 ? 0 : text.length < 6 ? 1 : 2;
}

/** Matches documents with any value in a field, or in a field below an object. */
export function compileExists(context: QueryContext, name: string): Matcher {
  const named = queriedField(context, 'exists', name);
  if (named && named.field.kind !== 'object') {
    const { field, key } = named;
    // A key is looked for among the terms, which are not there without an index.
    if (field.kind === 'flattened' && key !== undefined && flattenedOption(field, 'index') === false)
      return matchNothing;
    const indexed = indexedName(named);
    return (candidate) => (valuesOfField(candidate, indexed).length > 0 ? 1 : undefined);
  }
  const below = [...context.table.fields.keys()].filter(
    (path) => matchesPattern(name, path) || path.startsWith(`${name}.`),
  );
  return below.length === 0
    ? matchNothing
    : (candidate) => (below.some((path) => valuesOfField(candidate, path).length > 0) ? 1 : undefined);
}

/** The bounds of a range; without a bound, it is open. */
export interface Ends {
  readonly lower?: unknown;
  readonly upper?: unknown;
  readonly isLowerExcluded?: boolean;
  readonly isUpperExcluded?: boolean;
}

/** Matches values between two bounds; strings are compared as strings. */
export function matchRange(context: QueryContext, named: NamedField, ends: Ends, boost = 1): Matcher {
  const lower = ends.lower === undefined || ends.lower === null ? undefined : termOf(named.field, ends.lower);
  const upper = ends.upper === undefined || ends.upper === null ? undefined : termOf(named.field, ends.upper);
  const isWrong = (end: unknown, term: unknown): boolean => end !== undefined && end !== null && term === undefined;
  if (isWrong(ends.lower, lower) || isWrong(ends.upper, upper)) {
    const reason = `A bound of the range is not a value for the field [${named.field.path}] of type [${named.field.type}].`;
    return refuseQuery(context, unusable(reason));
  }
  const test: ValueTest = (value) => {
    const fromLower = lower === undefined ? 1 : compareValues(value, lower);
    const fromUpper = upper === undefined ? -1 : compareValues(value, upper);
    return (
      (ends.isLowerExcluded === true ? fromLower > 0 : fromLower >= 0) &&
      (ends.isUpperExcluded === true ? fromUpper < 0 : fromUpper <= 0)
    );
  };
  return matchAny(context, named, test, boost);
}

/** Orders two values of one field: text by its code points, numbers by size, false before true. */
export function compareValues(a: IndexedValue, b: IndexedValue): number {
  return typeof a === 'string' || typeof b === 'string' ? compareText(String(a), String(b)) : Number(a) - Number(b);
}

/** Returns the weight of a query. */
export function boostOf({ boost }: Options): number {
  return typeof boost === 'number' ? boost : 1;
}

type FieldQuery = (context: QueryContext, named: NamedField, value: unknown, options: Options) => Matcher;

/** Compiles a query with one field as its key; its value is the searched value, or an object of options. */
function onField(kind: string, compile: FieldQuery): LeafQuery {
  return (context, fields) => {
    const [entry, more] = Object.entries(fields);
    if (!entry || more) {
      return refuseQuery(
        context,
        problem(`The query [${kind}] must name exactly one field.`, { type: 'parsing_exception' }),
      );
    }
    const [name, written] = entry;
    const options = isRecord(written) ? written : {};
    const [holder, key] = isRecord(written)
      ? ([written, (written.value ?? null) === null ? 'wildcard' : 'value'] as const)
      : ([fields, name] as const);
    const value = holder[key];
    if (
      kind !== 'range' &&
      kind !== 'terms_set' &&
      (value === undefined || value === null || typeof value === 'object')
    ) {
      return refuseQuery(context, problem(`The query [${kind}] on [${name}] needs a value.`));
    }
    const named = queriedField(context, kind, name);
    return named ? compile(context, named, queriedValue(named.field, holder, key), options) : matchNothing;
  };
}

function compileTerm(context: QueryContext, named: NamedField, value: unknown, options: Options): Matcher {
  const term = termOf(named.field, value);
  if (term === undefined) return refuseValue(context, named);
  return matchTerm(context, named, term, { boost: boostOf(options), ignoreCase: options.case_insensitive === true });
}

function compileTerms(context: QueryContext, { boost, _name, ...members }: Options): Matcher {
  const { value_type: type, ...others } = members;
  const isTyped = context.ways.hasValueTypes && typeof type === 'string';
  if (isTyped && /^bitmap$/i.test(type))
    return refuseQuery(context, unplayedPart('the query [terms] with its values as a bitmap'));
  if (isTyped && !/^default$/i.test(type))
    return refuseQuery(context, problem(`The [value_type] of the query [terms] cannot be [${type}]; use [default].`));
  const fields = isTyped ? others : members;
  const [entry, more] = Object.entries(fields);
  if (entry && isRecord(entry[1]))
    return refuseQuery(context, unplayedPart('the query [terms] with the values of another document'));
  if (!entry || more || !Array.isArray(entry[1])) {
    const reason = 'The query [terms] must name exactly one field with a list of values.';
    return refuseQuery(context, problem(reason, { type: 'parsing_exception' }));
  }
  const [name, values] = entry;
  if (values.length > context.mostTerms) {
    const reason = `The query [terms] has [${String(values.length)}] terms, more than the setting [${termLimit.name}] of the index allows: [${String(context.mostTerms)}].`;
    return refuseQuery(context, problem(reason, { type: 'query_shard_exception', rule: 'exceeded-limit' }));
  }
  const named = queriedField(context, 'terms', name);
  if (!named) return matchNothing;
  const terms = new Set(
    (values as readonly unknown[]).map((_value, at) => termOf(named.field, queriedValue(named.field, values, at))),
  );
  if (terms.has(undefined)) return refuseValue(context, named);
  return matchAny(context, named, (value) => terms.has(value), boostOf({ boost }));
}

function compileTermsSet(context: QueryContext, named: NamedField, _: unknown, options: Options): Matcher {
  const values = Array.isArray(options.terms) ? (options.terms as readonly unknown[]) : [];
  const terms = [...new Set(values.map((_value, at) => termOf(named.field, queriedValue(named.field, values, at))))];
  if (terms.length === 0) return matchNothing;
  if (terms.includes(undefined)) return refuseValue(context, named);
  const matchers = terms.flatMap((term) => (term === undefined ? [] : [matchTerm(context, named, term)]));
  const {
    minimum_should_match: minimum,
    minimum_should_match_field: field,
    minimum_should_match_script: script,
  } = options;
  if (typeof minimum === 'number') return matchSome(matchers, Math.max(1, minimum));
  if (typeof field === 'string') {
    const source = queriedField(context, 'terms_set', field);
    if (!source) return matchNothing;
    const name = indexedName(source);
    return (candidate) => {
      const least = Number(valuesOfField(candidate, name)[0]);
      return Number.isFinite(least) ? matchSome(matchers, Math.max(1, least))(candidate) : undefined;
    };
  }
  const text = isRecord(script) ? script.source : script;
  if (typeof text === 'string' && /^\s*params\.num_terms\s*;?\s*$/.test(text)) return matchSome(matchers, terms.length);
  const reason =
    'The query [terms_set] needs [minimum_should_match], [minimum_should_match_field] or the script [params.num_terms]; the sandbox runs no other script.';
  return refuseQuery(context, problem(reason));
}

function compileRange(context: QueryContext, named: NamedField, _: unknown, options: Options): Matcher {
  const { include_lower, include_upper } = options;
  const [gt, gte, lt, lte, from, to] = ['gt', 'gte', 'lt', 'lte', 'from', 'to'].map((name) =>
    queriedValue(named.field, options, name),
  );
  const isKey = named.field.kind === 'flattened' && named.key !== undefined;
  const bounds = [gte ?? gt ?? from, lte ?? lt ?? to].filter((bound) => bound !== undefined && bound !== null);
  if (isKey && bounds.length === 1 && !context.ways.hasOpenRanges) {
    const reason = `A range on a key of the flattened field [${named.field.path}] needs both bounds.`;
    return refuseQuery(context, unusable(reason, 'open-range'));
  }
  const ends: Ends = {
    lower: gte ?? gt ?? from,
    upper: lte ?? lt ?? to,
    isLowerExcluded: gte === undefined && (gt !== undefined || include_lower === false),
    isUpperExcluded: lte === undefined && (lt !== undefined || include_upper === false),
  };
  return matchRange(context, named, ends, boostOf(options));
}

function refuseValue(context: QueryContext, { field }: NamedField): Matcher {
  const reason = `A value of the query is none that the field [${field.path}] of type [${field.type}] can have.`;
  return refuseQuery(context, problem(reason));
}
