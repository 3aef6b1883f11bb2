import { isRecord } from '@rulebook/json/is-record';
import { queryClause } from '@rulebook/search-cluster/facts/search/search-query';
import { memberOf } from './misread-values';
import { isProblem, problem, unplayedPart, type Problem } from '../indices/problem';
import { isTooDeep } from '../indices/values';
import { matchAll, matchBest, matchEqually, matchSome, matchWeighted, matchWithout, minimumOf } from './combine';
import { matchNothing, refuseQuery, takeClauses, unusable, type Matcher, type QueryContext } from './context';
import { leafQueries } from './leaf';
import { textQueries } from './text';
import { ownValue } from '@rulebook/sandbox/wire';

type Options = Readonly<Record<string, unknown>>;

/** Compiles a query for an index; its problems are added to the context. */
export function compileQuery(context: QueryContext, query: unknown): Matcher {
  if (isTooDeep(query)) return refuseQuery(context, problem('The query is nested too deeply.'));
  return compile(context, query);
}

/** Compiles a query, or returns its first problem. */
export function matcherOf(context: QueryContext, query: unknown): Matcher | Problem {
  const matcher = query === undefined ? () => 1 : compileQuery(context, query);
  return context.problems[0] ?? matcher;
}

function compile(context: QueryContext, query: unknown): Matcher {
  const matcher = compileOne(context, query);
  const name = nameOfQuery(query);
  if (name !== undefined) context.named.push({ name, matcher });
  return matcher;
}

/** Returns the name that a query gives itself, in its options or in those of its field. */
function nameOfQuery(query: unknown): string | undefined {
  const [options] = isRecord(query) ? Object.values(query) : [];
  if (!isRecord(options)) return undefined;
  const [first] = Object.values(options);
  const name = options._name ?? (isRecord(first) ? first._name : undefined);
  return typeof name === 'string' ? name : undefined;
}

function compileOne(context: QueryContext, query: unknown): Matcher {
  if (!takeClauses(context)) return matchNothing;
  if (!isRecord(query)) return refuseForm(context, 'A query must be an object with the kind of query as its key.');
  const [entry, more] = Object.entries(query);
  if (!entry || more) return refuseForm(context, 'A query must have exactly one kind of query as its key.');
  const [kind, options] = entry;
  const compound = ownValue(compounds, kind);
  if (compound && isRecord(options)) return matchWeighted(compound(context, options), boostOf(options));
  const leaf = ownValue(leafQueries, kind) ?? ownValue(textQueries, kind);
  if (leaf && isRecord(options)) return leaf(context, options);
  if (compound || leaf) return refuseForm(context, `The query [${kind}] needs an object.`);
  if (!memberOf(queryClause, kind)) return refuseForm(context, `There is no query [${kind}].`);
  return refuseQuery(context, unplayedPart(`the query [${kind}]`));
}

const compounds: Readonly<Record<string, (context: QueryContext, options: Options) => Matcher>> = {
  bool: compileBool,
  match_all: () => () => 1,
  match_none: () => matchNothing,
  constant_score: (context, { filter }) => matchEqually(compile(context, filter), 1),
  dis_max: (context, { queries, tie_breaker }) =>
    matchBest(
      asList(queries).map((query) => compile(context, query)),
      typeof tie_breaker === 'number' ? tie_breaker : 0,
    ),
  boosting: (context, { positive, negative, negative_boost }) => {
    const matcher = compile(context, positive);
    const lowered = compile(context, negative);
    const factor = typeof negative_boost === 'number' ? negative_boost : 1;
    return (candidate) => {
      const score = matcher(candidate);
      return score === undefined || lowered(candidate) === undefined ? score : score * factor;
    };
  },
  nested: (context, { path, ignore_unmapped: isIgnored }) => {
    const isNested = typeof path === 'string' && context.table.fields.get(path)?.type === 'nested';
    if (isNested) return refuseQuery(context, unplayedPart('the query [nested]'));
    if (isIgnored === true) return matchNothing;
    return refuseQuery(context, unusable(`There is no nested field [${String(path)}].`, 'unsupported-use'));
  },
  ids: (_, { values }) => {
    const ids = new Set(asList(values).map(String));
    return ({ id }) => (ids.has(id) ? 1 : undefined);
  },
};

function compileBool(context: QueryContext, options: Options): Matcher {
  const clauses = (name: string): readonly Matcher[] => asList(options[name]).map((clause) => compile(context, clause));
  const must = clauses('must');
  const filters = clauses('filter').map((matcher) => matchEqually(matcher, 0));
  const should = clauses('should');
  const without = clauses('must_not');
  const required = [...must, ...filters];
  const standard = required.length === 0 && should.length > 0 ? 1 : 0;
  const { minimum_should_match: written } = options;
  if (typeof written === 'string' && minimumOf(written, should.length) === undefined)
    return refuseQuery(context, unusable(`[${written}] is not an amount of clauses.`));
  const minimum = minimumOf(options.minimum_should_match, should.length) ?? standard;
  const optional = should.length === 0 && minimum === 0 ? [] : [matchSome(should, minimum)];
  const parts = [...required, ...optional];
  // Without a part that must match, everything matches that is not excluded.
  const all = parts.length === 0 ? () => (without.length > 0 ? 0 : 1) : matchAll(parts);
  return matchWithout(all, without);
}

function asList(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function boostOf({ boost }: Options): number {
  return typeof boost === 'number' ? boost : 1;
}

function refuseForm(context: QueryContext, reason: string): Matcher {
  return refuseQuery(context, problem(reason, { type: 'parsing_exception' }));
}

/** Returns whether a compiled query is a problem. */
export function isRefused(compiled: Matcher | Problem): compiled is Problem {
  return typeof compiled === 'object' && isProblem(compiled);
}
