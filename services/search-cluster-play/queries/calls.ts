import type { PlanExpression, PlanFunction } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import { compileBucket } from './buckets';
import {
  alike,
  converted,
  fitTogether,
  folded,
  mistyped,
  mustBeBoolean,
  singleIn,
  unresolved,
  type Compiled,
  type Place,
} from './place';
import { convertTo } from './convert';
import { compileSearch, isSearch } from './full-text';
import { Failed, Fatal, type Implementation, type Implementations, type Running } from './implementation';
import { numberFunctions } from './number-functions';
import { commonNumber } from './operators';
import { severalFunctions } from './several-functions';
import { textFunctions } from './text-functions';
import { timeFunctions } from './time-functions';
import {
  isNumeric,
  isTextual,
  listOf,
  QueryFailure,
  unplayedQuery,
  valueOf,
  type Row,
  type Scalar,
  type Value,
} from './values';

type Call = Extract<PlanExpression, { readonly kind: 'call' }>;

const implementations: Implementations = {
  ...severalFunctions,
  ...textFunctions,
  ...numberFunctions,
  ...timeFunctions,
};

/** Functions that convert, and the types of their results. */
const conversions: Readonly<Record<string, string>> = {
  ...{ to_string: 'keyword', to_integer: 'integer', to_long: 'long', to_double: 'double', to_boolean: 'boolean' },
  ...{ to_datetime: 'datetime', to_date_nanos: 'date_nanos', to_ip: 'ip', to_version: 'version' },
};

/** Functions that leave whole numbers as they are, also several ones. */
const rounding = new Set(['ceil', 'floor', 'round']);

/** Functions whose arguments have one type, which is that of the result. */
const ofOneType = new Set(['coalesce', 'greatest', 'least', 'mv_append']);

/** Makes the call of a function computable. */
export function compileCall(call: Call, place: Place): Compiled {
  const { evaluation } = place;
  const { facts, span } = call;
  const isHere = facts !== undefined && hasFunction(facts, evaluation.version);
  if (!isHere) return unresolved(place, span, `Unknown function [${call.name}]`);
  if (facts.kind === 'aggregation' || facts.kind === 'series') return compileAggregation(call, place);
  if (facts.kind === 'group') {
    if (facts.name === 'bucket' && place.isGrouping) return compileBucket(call, place);
    if (facts.name !== 'bucket') throw unplayedQuery(`the function \`${facts.name.toUpperCase()}\``);
    return mistyped(
      place,
      span,
      `cannot use grouping function [${evaluation.written(span)}] outside of a STATS command`,
    );
  }
  if (isSearch(facts.name)) return compileSearch(facts.name, call.args, span, place);
  const converts = conversions[facts.name];
  const isPlayed = converts !== undefined || facts.name === 'case' || Object.hasOwn(implementations, facts.name);
  if (!isPlayed) throw unplayedQuery(`the function \`${facts.name.toUpperCase()}\``);
  requireCount(call, facts, place);
  const args = call.args.map((arg) => place.compile(arg, place));
  if (facts.name === 'case') return compileCase(args, span, place);
  const fitting = args.map((arg, at) => fittingArgument(arg, at, { call, facts, place }));
  const variable =
    facts.name === 'round_to' ? fitting.slice(1).find(({ constant }) => constant === undefined) : undefined;
  if (variable !== undefined) {
    const message = `argument of [${evaluation.written(span)}] must be a constant, received [${evaluation.written(variable.span)}]`;
    return mistyped(place, span, message);
  }
  if (fitting.some(({ type }) => type === 'unknown')) return { type: 'unknown', at: () => null, span };
  const [first] = fitting;
  if (converts !== undefined && first !== undefined) {
    if (fitting.length > 1) throw unplayedQuery(`\`${facts.name.toUpperCase()}\` with a base`);
    return converted(first, converts, span, place);
  }
  const isWhole = first !== undefined && fitting.length === 1 && ['integer', 'long', 'null'].includes(first.type);
  if (isWhole && rounding.has(facts.name)) return { ...first, span };
  const implementation = implementations[facts.name];
  if (implementation === undefined) throw unplayedQuery(`the function \`${facts.name.toUpperCase()}\``);
  const type = resultType(facts, fitting, span, place);
  const running: Running = { evaluation, args: fitting, types: fitting.map((arg) => arg.type) };
  return folded({ type, at: runner(implementation, running, span), span }, fitting);
}

function compileAggregation(call: Call, place: Place): Compiled {
  const { evaluation } = place;
  if (place.aggregate !== undefined) return place.aggregate(call);
  return mistyped(
    place,
    call.span,
    `aggregate function [${evaluation.written(call.span)}] not allowed outside STATS command`,
  );
}

function hasFunction({ since }: PlanFunction, [major, minor]: readonly [number, number]): boolean {
  if (since === undefined || (since[0] === 8 && since[1] >= 19)) return true;
  return major > since[0] || (major === since[0] && minor >= since[1]);
}

function requireCount(call: Call, { args, isOpen, name }: PlanFunction, { evaluation }: Place): void {
  const least = args.filter(({ isOptional }) => !isOptional).length;
  const count = call.args.length;
  // What can be repeated may also be absent, apart from the first ones.
  if (count >= Math.max(least - (isOpen && least > 1 ? 1 : 0), least === 0 ? 0 : 1) && (isOpen || count <= args.length))
    return;
  throw evaluation.refusal(
    call.span,
    `error building [${name}]: expects ${String(least)} arguments`,
    'parsing_exception',
  );
}

interface Argument {
  readonly call: Call;
  readonly facts: PlanFunction;
  readonly place: Place;
}

/** Returns an argument in a type that the function takes. */
function fittingArgument(arg: Compiled, at: number, { call, facts, place }: Argument): Compiled {
  const { args, isOpen, name } = facts;
  const required = args.filter(({ isOptional }) => !isOptional);
  const filled = call.args.length === required.length ? required : args;
  const all = (filled[at] ?? (isOpen ? args.at(-1) : undefined))?.types;
  // A time alone is taken in the place of its format.
  const types = name === 'date_format' && at === 0 && call.args.length > 1 ? all?.filter(isTextual) : all;
  if (types === undefined || types.includes(arg.type) || arg.type === 'null' || arg.type === 'unknown') return arg;
  if (ofOneType.has(name)) return arg;
  if (arg.isText === true) {
    for (const type of ['datetime', 'ip', 'version', 'boolean', 'integer', 'double', 'long']) {
      if (!types.includes(type)) continue;
      const text = String(listOf(arg.constant?.value ?? null)[0] ?? '');
      const read = isNumeric(type) && facts.kind === 'scalar' ? convertTo(type, 'keyword', text) : undefined;
      const value = read === undefined ? alike(arg, type, place) : arg;
      if (value !== arg) return value;
      if (read !== undefined && typeof read !== 'object')
        return { ...arg, type, at: () => read, constant: { value: read } };
    }
  }
  const { evaluation } = place;
  const which = call.args.length > 1 ? `${ordinals[at] ?? String(at + 1)} argument` : 'argument';
  const message = `${which} of [${evaluation.written(call.span)}] must be [${types.join(', ')}], found value [${evaluation.written(arg.span)}] type [${arg.type}]`;
  return mistyped(place, call.span, message);
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function resultType(facts: PlanFunction, args: readonly Compiled[], span: Span, place: Place): string {
  const [first] = args;
  if (ofOneType.has(facts.name)) return commonType(args, span, place);
  if (facts.name === 'date_trunc') return args[1]?.type === 'date_nanos' ? 'date_nanos' : 'datetime';
  if (facts.returns !== '=') return facts.returns === '?' ? 'keyword' : facts.returns;
  return first?.type === 'text' ? 'keyword' : (first?.type ?? 'null');
}

/** Returns the type that several values have together; reports those that do not fit. */
function commonType(args: readonly Compiled[], span: Span, place: Place): string {
  let type = 'null';
  for (const [at, arg] of args.entries()) {
    if (!fitTogether(type, arg.type)) {
      const { evaluation } = place;
      const message = `${ordinals[at] ?? String(at + 1)} argument of [${evaluation.written(span)}] must be [${type}], found value [${evaluation.written(arg.span)}] type [${arg.type}]`;
      return mistyped(place, span, message).type;
    }
    if (isNumeric(arg.type) && (isNumeric(type) || type === 'null')) type = commonNumber(type, arg.type);
    else if (type === 'null' || type === 'unknown') type = isTextual(arg.type) ? 'keyword' : arg.type;
  }
  return type;
}

/** `CASE(condition, value, …, otherwise)`. */
function compileCase(args: readonly Compiled[], span: Span, place: Place): Compiled {
  const { evaluation } = place;
  const hasElse = args.length % 2 === 1;
  const pairs = args.length - (hasElse ? 1 : 0);
  const conditions = args.filter((_, at) => at < pairs && at % 2 === 0);
  const results = args.filter((_, at) => at >= pairs || at % 2 === 1);
  for (const condition of conditions) mustBeBoolean(condition, span, place);
  const type = commonType(results, span, place);
  const at = (row: Row): Value => {
    evaluation.spend(conditions.length);
    for (const [place_, condition] of conditions.entries())
      if (singleIn(evaluation, span, condition.at(row)) === true) return results[place_]?.at(row) ?? null;
    return hasElse ? (results.at(-1)?.at(row) ?? null) : null;
  };
  return folded({ type, at, span }, args);
}

function runner(implementation: Implementation, running: Running, span: Span): (row: Row) => Value {
  const { evaluation, args } = running;
  const kept = (result: Scalar | readonly Scalar[] | null | Failed): Scalar | readonly Scalar[] | null => {
    if (result instanceof Fatal && evaluation.isTrial) return null;
    if (result instanceof Fatal) throw new QueryFailure(result.reason, result.type);
    return result instanceof Failed ? evaluation.failed(span, result.reason) : result;
  };
  if (implementation.of === 'all')
    return (row) => {
      evaluation.spend(1);
      return kept(
        implementation.run(
          args.map((arg) => arg.at(row)),
          running,
        ),
      );
    };
  const single = (row: Row, which: readonly Compiled[]): readonly Scalar[] | undefined => {
    const values: Scalar[] = [];
    for (const arg of which) {
      const value = singleIn(evaluation, span, arg.at(row));
      if (value === null) return undefined;
      values.push(value);
    }
    return values;
  };
  if (implementation.of === 'one')
    return (row) => {
      evaluation.spend(1);
      const values = single(row, args);
      return values === undefined ? null : kept(implementation.run(values, running));
    };
  const [first, ...others] = args;
  return (row) => {
    evaluation.spend(1);
    const rest = single(row, others);
    if (rest === undefined || first === undefined) return null;
    return valueOf(
      listOf(first.at(row)).flatMap((value) => listOf(kept(implementation.run([value, ...rest], running)))),
    );
  };
}
