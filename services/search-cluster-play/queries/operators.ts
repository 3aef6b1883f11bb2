import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import {
  alike,
  constantOf,
  fitTogether,
  folded,
  mistyped,
  mustBeBoolean,
  singleIn,
  type Compiled,
  type Place,
} from './place';
import { compileSearch } from './full-text';
import { addSpan, spanOf } from './times';
import { compareScalars, isNumeric, isTemporal, unplayedQuery, type Row, type Scalar, type Value } from './values';

type Binary = Extract<PlanExpression, { readonly kind: 'binary' }>;

/** Makes an operator between two values computable. */
export function compileBinary(expression: Binary, place: Place): Compiled {
  const { operator, span } = expression;
  if (operator === ':') return compileSearch('match', [expression.left, expression.right], span, place);
  const left = place.compile(expression.left, place);
  const right = place.compile(expression.right, place);
  if (operator === 'AND' || operator === 'OR') return compileLogic(operator, left, right, span, place);
  if ('+-*/%'.includes(operator)) return compileArithmetic(operator, left, right, span, place);
  return compileComparison(operator, left, right, span, place);
}

function compileLogic(operator: string, left: Compiled, right: Compiled, span: Span, place: Place): Compiled {
  mustBeBoolean(left, span, place, 'first argument');
  mustBeBoolean(right, span, place, 'second argument');
  const decisive = operator === 'OR';
  const { evaluation } = place;
  const at = (row: Row): Value => {
    const one = singleIn(evaluation, span, left.at(row));
    if (one === decisive) return decisive;
    const other = singleIn(evaluation, span, right.at(row));
    if (other === decisive) return decisive;
    return one === null || other === null ? null : !decisive;
  };
  return folded({ type: 'boolean', at, span }, [left, right]);
}

const tests: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const withoutOrder = new Set(['boolean', 'geo_point', 'geo_shape', 'cartesian_point', 'cartesian_shape']);

function compileComparison(operator: string, first: Compiled, second: Compiled, span: Span, place: Place): Compiled {
  const { evaluation } = place;
  const test = tests[operator];
  if (test === undefined) throw unplayedQuery(`the operator \`${operator}\``);
  const left = alike(first, second.type, place);
  const right = alike(second, first.type, place);
  const written = evaluation.written(span);
  if (operator !== '==' && operator !== '!=')
    for (const [which, { type }] of Object.entries({ first: left, second: right }))
      if (withoutOrder.has(type))
        return mistyped(
          place,
          span,
          `${which} argument of [${written}] must be [a type with an order], found type [${type}]`,
        );
  const isNull = left.type === 'null' || right.type === 'null';
  if (!fitTogether(left.type, right.type) || (isNull && left.type !== right.type)) {
    const [one, other] = [family(left.type), family(right.type)];
    return mistyped(
      place,
      span,
      `first argument of [${written}] is [${one}] so second argument must also be [${one}] but was [${other}]`,
    );
  }
  const isMixed = isTemporal(left.type) && isTemporal(right.type) && left.type !== right.type;
  const value = (one: Scalar): Scalar => (isMixed && typeof one === 'number' ? BigInt(one) * 1_000_000n : one);
  const at = (row: Row): Value => {
    evaluation.spend(1);
    const one = singleIn(evaluation, span, left.at(row));
    const other = singleIn(evaluation, span, right.at(row));
    if (one === null || other === null) return null;
    return test(compareScalars(left.type, value(one), value(other)));
  };
  return folded({ type: 'boolean', at, span }, [left, right]);
}

function family(type: string): string {
  return isNumeric(type) ? 'numeric' : type;
}

function compileArithmetic(operator: string, left: Compiled, right: Compiled, span: Span, place: Place): Compiled {
  const { evaluation } = place;
  const written = evaluation.written(span);
  const shift = shifted(operator, left, right, span, place);
  if (shift !== undefined) return shift;
  for (const [which, { type, span: own }] of Object.entries({ first: left, second: right }))
    if (!isNumeric(type) && !isTemporal(type) && type !== 'null' && type !== 'unknown')
      return mistyped(
        place,
        span,
        `${which} argument of [${written}] must be [date_nanos, datetime or numeric], found value [${evaluation.written(own)}] type [${type}]`,
      );
  if (isTemporal(left.type) || isTemporal(right.type))
    return mistyped(
      place,
      span,
      `[${operator}] has arguments with incompatible types [${left.type}] and [${right.type}]`,
    );
  if (left.type === 'unsigned_long' || right.type === 'unsigned_long')
    throw unplayedQuery('calculations with `unsigned_long`');
  const type = commonNumber(left.type, right.type);
  const calculate = calculations[operator];
  const at = (row: Row): Value => {
    evaluation.spend(1);
    const one = singleIn(evaluation, span, left.at(row));
    const other = singleIn(evaluation, span, right.at(row));
    if (one === null || other === null || calculate === undefined) return null;
    return inRange(calculate(Number(one), Number(other)), type, (reason) => evaluation.failed(span, reason));
  };
  return folded({ type, at, span }, [left, right]);
}

/** Returns the result of a calculation in its type; null with a reason where it has none. */
export function inRange(result: number, type: string, failed: (reason: string) => null): number | null {
  if (type === 'double') {
    if (Number.isFinite(result)) return result;
    return failed(Number.isNaN(result) ? divided : 'java.lang.ArithmeticException: not a finite double number');
  }
  if (!Number.isFinite(result)) return failed(divided);
  const most = type === 'integer' ? 2_147_483_647 : 2 ** 63;
  if (result > most || result < -most - 1) return failed(`java.lang.ArithmeticException: ${type} overflow`);
  return Math.trunc(result) || 0;
}

const divided = 'java.lang.ArithmeticException: / by zero';

const calculations: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => (other === 0 ? NaN : one / other),
  '%': (one, other) => (other === 0 ? NaN : one % other),
};

/** Returns the type of a calculation with two numbers. */
export function commonNumber(one: string, other: string): string {
  if (one === 'unknown' || other === 'unknown') return 'unknown';
  if (one === 'null') return other;
  if (other === 'null') return one;
  if (one === 'double' || other === 'double') return 'double';
  return one === 'long' || other === 'long' ? 'long' : 'integer';
}

/** Returns a time with a span of time added or taken away; undefined for other calculations. */
function shifted(operator: string, left: Compiled, right: Compiled, span: Span, place: Place): Compiled | undefined {
  const { evaluation } = place;
  const period = right.period ?? left.period;
  if (period === undefined || (operator !== '+' && operator !== '-')) return undefined;
  const time = right.period === undefined ? right : left;
  if (time.period !== undefined) throw unplayedQuery('calculations with two spans of time');
  if (!isTemporal(time.type) || (operator === '-' && right.period === undefined)) {
    if (time.type === 'unknown') return time;
    if (time.type === 'null') return constantOf('null', null, span);
    return mistyped(
      place,
      span,
      `[${operator}] has arguments with incompatible types [${left.type}] and [${right.type}]`,
    );
  }
  const by = spanOf(period);
  const sign = operator === '-' ? -1 : 1;
  const at = (row: Row): Value => {
    evaluation.spend(1);
    const found = singleIn(evaluation, span, time.at(row));
    if (found === null) return null;
    if (typeof found !== 'bigint') return addSpan(Number(found), by, sign);
    const rest = ((found % 1_000_000n) + 1_000_000n) % 1_000_000n;
    return BigInt(addSpan(Number((found - rest) / 1_000_000n), by, sign)) * 1_000_000n + rest;
  };
  return folded({ type: time.type, at, span }, [time]);
}
