import { isFlatObject } from '../indices/fields';
import { problem } from '../indices/problem';
import { matchAll, matchBest, matchOthers, matchSome, matchWeighted, matchWithout } from './combine';
import { matchNothing, refuseClauses, refuseQuery, takeClauses, type Matcher, type QueryContext } from './context';
import { compileExists, matchFuzzy, matchPrefix, matchRange, matchRegexp, matchWildcard } from './leaf';
import { parseSimpleQuery } from './simple-parse';
import { parseQueryString } from './string-parse';
import type { QueryPart } from './string-parts';
import { matchPhrase, matchText } from './text-field';
import { chooseFields, type SearchedField } from './text-fields';
import { queryTerms } from './terms';

type Options = Readonly<Record<string, unknown>>;

/** Compiles a query in the full language of fields, operators and brackets. */
export function compileQueryString(context: QueryContext, text: string, options: Options): Matcher {
  const kind = 'query_string';
  const isAnd = isAndOf(options);
  const part = parseQueryString(text, isAnd);
  if (!part) {
    const reason = 'The text of the query has an operator, a bracket or a quote in a wrong place.';
    return refuseQuery(context, problem(reason, { type: 'query_shard_exception' }));
  }
  const fields = chooseFields(context, kind, options.fields ?? options.default_field);
  return compilePart({ context, kind, isAnd, options, fields }, part);
}

/** Compiles a query in the simple language, which ignores mistakes. */
export function compileSimpleQueryString(context: QueryContext, text: string, options: Options): Matcher {
  const kind = 'simple_query_string';
  const isAnd = isAndOf(options);
  const flags = typeof options.flags === 'string' ? options.flags : 'ALL';
  const fields = chooseFields(context, kind, options.fields);
  const part = parseSimpleQuery(text, isAnd, flags);
  return part ? compilePart({ context, kind, isAnd, options, fields }, part) : refuseClauses(context);
}

interface Compiling {
  readonly context: QueryContext;
  readonly kind: string;
  readonly isAnd: boolean;
  readonly options: Options;
  readonly fields: readonly SearchedField[];
}

function compilePart(compiling: Compiling, part: QueryPart): Matcher {
  if (!takeClauses(compiling.context)) return matchNothing;
  switch (part.kind) {
    case 'everything':
      return () => 1;
    case 'exists':
      return compileExists(compiling.context, part.field);
    case 'field': {
      const fields = chooseFields(compiling.context, compiling.kind, part.field);
      return compilePart({ ...compiling, fields }, part.part);
    }
    case 'weight':
      return matchWeighted(compilePart(compiling, part.part), part.weight);
    case 'group': {
      const of = (occurrence: string): readonly Matcher[] =>
        part.clauses
          .filter((clause) => clause.occurrence === occurrence)
          .map((clause) => compilePart(compiling, clause.part));
      const required = of('must');
      const optional = of('should');
      const without = of('must-not');
      if (required.length + optional.length + without.length === 0) return matchNothing;
      if (required.length + optional.length === 0) return matchAll(without.map(matchOthers));
      const some = optional.length === 0 ? [] : [matchSome(optional, required.length === 0 ? 1 : 0)];
      return matchWithout(matchAll([...required, ...some]), without);
    }
    default:
      return matchBest(
        compiling.fields.map((field) => matchWeighted(compileLeaf(compiling, field, part), field.boost)),
      );
  }
}

function compileLeaf(
  { context, isAnd, options }: Compiling,
  { named, isLenient }: SearchedField,
  part: Extract<QueryPart, { readonly kind: 'text' | 'prefix' | 'pattern' | 'regexp' | 'range' }>,
): Matcher {
  const { field, key } = named;
  const isKey = field.kind === 'flattened' && key !== undefined;
  const fold = (text: string): string => (field.kind === 'text' ? text.toLowerCase() : text);
  switch (part.kind) {
    case 'prefix':
      return matchPrefix(context, named, fold(part.text));
    case 'pattern':
      // Servers find nothing by patterns of the values of a key.
      return isKey ? matchNothing : matchWildcard(context, named, fold(part.text));
    case 'regexp':
      return isKey && !isFlatObject(field) ? matchNothing : matchRegexp(context, named, fold(part.text));
    case 'range': {
      const isOpen = part.lower === undefined || part.upper === undefined;
      return isKey && isOpen && !context.ways.hasOpenRanges ? matchNothing : matchRange(context, named, part);
    }
    case 'text': {
      const isText =
        typeof part.fuzziness === 'number' &&
        (field.kind === 'text' || field.kind === 'keyword' || field.kind === 'flattened');
      if (isText && isKey) return matchNothing;
      if (isText) return matchFuzzy(context, named, fold(part.text), Math.min(2, part.fuzziness ?? 0));
      const terms = part.isPhrase ? queryTerms(field, part.text) : [];
      if (!takeClauses(context, terms.length)) return matchNothing;
      if (terms.length > 0) return matchPhrase(context, named, terms);
      const lenient = isLenient || options.lenient === true;
      return matchText(context, 'match', named, { query: part.text, operator: isAnd ? 'and' : 'or', lenient });
    }
  }
}

function isAndOf({ default_operator: operator }: Options): boolean {
  return typeof operator === 'string' && operator.toLowerCase() === 'and';
}
