import { isFlatObject, type NamedField } from '../indices/fields';
import { problem } from '../indices/problem';
import type { IndexedValue } from '../indices/values';
import { matchAll, matchSome, minimumOf } from './combine';
import {
  indexedName,
  matchNothing,
  refuseQuery,
  takeClauses,
  unsupportedProblem,
  valuesOfField,
  type Matcher,
  type QueryContext,
} from './context';
import { fuzzinessOf, matchFuzzy, matchPrefix } from './leaf';
import { matchTerm, queryTerms } from './terms';

type Options = Readonly<Record<string, unknown>>;

/** Matches a text in one field, as a query of that kind does. */
export function matchText(context: QueryContext, kind: string, named: NamedField, options: Options): Matcher {
  const { query, operator, fuzziness } = options;
  const terms = queryTerms(named.field, query);
  if (!takeClauses(context, terms.length)) return matchNothing;
  if (terms.length === 0) {
    const isText = named.field.kind === 'text' || named.field.kind === 'keyword' || named.field.kind === 'flattened';
    if (isText) return options.zero_terms_query === 'all' ? () => 1 : matchNothing;
    if (options.lenient === true) return matchNothing;
    const reason = `The text is not a value for the field [${named.field.path}] of type [${named.field.type}].`;
    return refuseQuery(context, problem(reason));
  }
  if (kind === 'match_phrase' || kind === 'match_phrase_prefix') {
    return matchPhrase(context, named, terms, kind === 'match_phrase_prefix');
  }
  const isKey = named.field.kind === 'flattened' && named.key !== undefined && !isFlatObject(named.field);
  const matchers = terms.map((term, index) => {
    const isLast = index === terms.length - 1;
    if (kind === 'match_bool_prefix' && isLast) {
      const isKeyOfObject = isFlatObject(named.field) && named.key !== undefined;
      return isKeyOfObject ? matchNothing : matchPrefix(context, named, String(term));
    }
    if (isKey && fuzziness !== undefined)
      return refuseQuery(context, unsupportedProblem('A text with [fuzziness]', named.field.path));
    return fuzziness !== undefined && typeof term === 'string'
      ? matchFuzzy(context, named, term, fuzzinessOf(fuzziness, term))
      : matchTerm(context, named, term);
  });
  if (typeof operator === 'string' && operator.toLowerCase() === 'and') return matchAll(matchers);
  return matchSome(matchers, Math.max(1, minimumOf(options.minimum_should_match, matchers.length) ?? 1));
}

/** Matches words in their order. */
export function matchPhrase(
  context: QueryContext,
  named: NamedField,
  terms: readonly IndexedValue[],
  isOpenEnded = false,
): Matcher {
  const name = indexedName(named);
  const last = terms[terms.length - 1];
  const isOne = (index: number, value: IndexedValue | undefined): boolean => {
    const isPrefix = isOpenEnded && index === terms.length - 1 && typeof last === 'string';
    return isPrefix ? typeof value === 'string' && value.startsWith(last) : value === terms[index];
  };
  const isAt = (values: readonly IndexedValue[], start: number): boolean =>
    terms.every((_, index) => isOne(index, values[start + index]));
  const words = isOpenEnded ? terms.slice(0, -1) : terms;
  // Single words of a phrase are not highlighted, so their scores are computed without marks.
  const aside: QueryContext = { ...context, marks: [] };
  const score = words.length === 0 ? () => 1 : matchAll(words.map((term) => matchTerm(aside, named, term)));
  context.marks.push({ name, tests: terms.map((_, index) => (value) => isOne(index, value)) });
  return (candidate) => {
    const values = valuesOfField(candidate, name);
    for (let start = 0; start + terms.length <= values.length; start++) {
      if (isAt(values, start)) return score(candidate);
    }
    return undefined;
  };
}
