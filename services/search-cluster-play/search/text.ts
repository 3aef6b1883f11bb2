import { isRecord } from '@rulebook/json/is-record';
import { queriedValue } from '../indices/literals';
import { problem } from '../indices/problem';
import { matchBest, matchEqually, matchWeighted } from './combine';
import { matchNothing, queriedField, refuseQuery, type Matcher, type QueryContext } from './context';
import { boostOf, type LeafQuery } from './leaf';
import { compileQueryString, compileSimpleQueryString } from './string';
import { matchText } from './text-field';
import { chooseFields } from './text-fields';
import { ownValue } from '@rulebook/sandbox/wire';

type Options = Readonly<Record<string, unknown>>;

/** Full-text queries, by their kind. */
export const textQueries: Readonly<Record<string, LeafQuery>> = {
  match: onField('match'),
  match_phrase: onField('match_phrase'),
  match_phrase_prefix: onField('match_phrase_prefix'),
  match_bool_prefix: onField('match_bool_prefix'),
  multi_match: (context, options) => {
    if (!isScalar(options.query)) return refuseQuery(context, problem('The query [multi_match] needs a [query].'));
    const fields = chooseFields(context, 'multi_match', options.fields);
    const kind = ownValue(kinds, String(options.type ?? 'best_fields')) ?? 'match';
    const matchers = fields.map(({ named, boost, isLenient }) =>
      matchWeighted(
        matchText(context, kind, named, { ...options, lenient: options.lenient === true || isLenient }),
        boost,
      ),
    );
    const tie = typeof options.tie_breaker === 'number' ? options.tie_breaker : options.type === 'most_fields' ? 1 : 0;
    return matchWeighted(matchBest(matchers, tie), boostOf(options));
  },
  query_string: compileString(compileQueryString, 'query_string'),
  simple_query_string: compileString(compileSimpleQueryString, 'simple_query_string'),
};

const kinds: Readonly<Record<string, string>> = {
  phrase: 'match_phrase',
  phrase_prefix: 'match_phrase_prefix',
  bool_prefix: 'match_bool_prefix',
};

function onField(kind: string): LeafQuery {
  return (context, fields) => {
    const [entry, more] = Object.entries(fields);
    const options = isRecord(entry?.[1]) ? entry[1] : { query: entry?.[1] };
    if (!entry || more || !isScalar(options.query)) {
      return refuseQuery(context, problem(`The query [${kind}] must name exactly one field and the searched text.`));
    }
    const named = queriedField(context, kind, entry[0]);
    if (!named) return matchNothing;
    const [holder, key] = isRecord(entry[1]) ? [options, 'query'] : [fields, entry[0]];
    const query = queriedValue(named.field, holder, key);
    return matchWeighted(matchText(context, kind, named, { ...options, query }), boostOf(options));
  };
}

function compileString(
  compile: (context: QueryContext, text: string, options: Options) => Matcher,
  kind: string,
): LeafQuery {
  return (context, options) => {
    const { query } = options;
    if (!isScalar(query)) return refuseQuery(context, problem(`The query [${kind}] needs a [query].`));
    const matcher = compile(context, String(query), options);
    return matchWeighted(query === '' ? matchEqually(matcher, 0) : matcher, boostOf(options));
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
