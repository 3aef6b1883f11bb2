import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import type { Candidate, Matcher, QueryContext } from '../search/context';
import { isRefused, matcherOf } from '../search/query';
import { mistyped, unresolved, type Compiled, type Place } from './place';
import { isTextual, listOf, Mixed, originType, QueryFailure, type Row, type Value } from './values';

/** The document of a row, for functions that search. */
export class Origin extends Mixed {
  readonly candidate: Candidate;
  readonly context: QueryContext;

  constructor(candidate: Candidate, context: QueryContext) {
    super(originType, null);
    this.candidate = candidate;
    this.context = context;
  }
}

/** Functions that search, by their names, and the query that each stands for. */
const searches: Readonly<Record<string, (field: string, text: unknown) => object>> = {
  match: (field, query) => ({ match: { [field]: { query, lenient: true } } }),
  match_phrase: (field, query) => ({ match_phrase: { [field]: { query } } }),
  qstr: (_, query) => ({ query_string: { query } }),
};

/** Returns whether a function searches. */
export function isSearch(name: string): boolean {
  return Object.hasOwn(searches, name);
}

/** Makes a function computable that searches in documents: a row has to come from one. */
export function compileSearch(name: string, args: readonly PlanExpression[], span: Span, place: Place): Compiled {
  const { evaluation, columns, isCondition = false } = place;
  const origin = columns.findIndex(({ type }) => type === originType);
  const [first, second] = name === 'qstr' ? [undefined, args[0]] : args;
  const shown = `[${name.toUpperCase()}]`;
  if (first !== undefined && first.kind !== 'column')
    return mistyped(
      place,
      span,
      `${shown} function cannot operate on [${evaluation.written(first.span)}], which is not a field from an index mapping`,
    );
  const column = first && columns.find((one) => one.name === first.name);
  if (column !== undefined && column.field !== column.name)
    return mistyped(
      place,
      span,
      `${shown} function cannot operate on [${column.name}], which is not a field from an index mapping`,
    );
  if (first !== undefined && place.compile(first, place).type === 'unknown')
    return { type: 'unknown', at: () => null, span };
  if (!isCondition || origin < 0)
    return mistyped(place, span, `${shown} function is only supported in WHERE and STATS commands`);
  const wanted = second === undefined ? undefined : place.compile(second, place);
  const text = listOf(wanted?.constant?.value ?? null)[0];
  if (text === undefined)
    return unresolved(place, span, `second argument of [${evaluation.written(span)}] must be a constant`);
  if (wanted !== undefined && column !== undefined && isTextual(column.type) && !isTextual(wanted.type))
    return mistyped(
      place,
      span,
      `first argument of [${evaluation.written(span)}] is [${column.type}] so second argument must also be [${column.type}] but was [${wanted.type}]`,
    );
  const query = searches[name]?.(first?.name ?? '', text);
  const matchers = new Map<QueryContext, Matcher>();
  const matcherFor = (context: QueryContext): Matcher => {
    const known = matchers.get(context);
    if (known !== undefined) return known;
    const own: QueryContext = { ...context, problems: [], marks: [], named: [], clauses: 0 };
    const made = matcherOf(own, query);
    // A query string that a shard cannot carry out finds nothing there.
    if (isRefused(made) && name === 'qstr' && made.status === 400) return () => undefined;
    if (isRefused(made)) throw new QueryFailure(made.reason, made.type, made.status);
    matchers.set(context, made);
    return made;
  };
  const at = (row: Row): Value => {
    evaluation.spend(1);
    const found = row[origin];
    return found instanceof Origin && matcherFor(found.context)(found.candidate) !== undefined;
  };
  return { type: 'boolean', at, span };
}
