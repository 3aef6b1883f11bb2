import type { PlanComparison, PlanExpression } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import { compileCall } from './calls';
import type { Evaluation } from './evaluation';
import { compileBinary } from './operators';
import { compileLike } from './patterns';
import {
  alike,
  constantOf,
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
import { compareScalars, isNumeric, listOf, unplayedQuery, valueOf, type Column, type Row, type Value } from './values';

/** Returns a place for the expressions of a command. */
export function placeIn(evaluation: Evaluation, columns: readonly Column[]): Place {
  return { evaluation, columns, unresolved: [], mistyped: [], compile };
}

/** Makes an expression computable. */
export function compile(expression: PlanExpression, place: Place): Compiled {
  const group = place.group?.(expression);
  if (group !== undefined) return group;
  const { span } = expression;
  switch (expression.kind) {
    case 'column':
      return compileColumn(expression.name, span, place);
    case 'literal': {
      if (typeof expression.value === 'number' && !Number.isFinite(expression.value)) {
        const message = `Number [${place.evaluation.written(span)}] is too large`;
        throw place.evaluation.refusal(span, message, 'parsing_exception');
      }
      const isText = expression.type === 'keyword' && ({ isText: true } as const);
      return { ...constantOf(expression.type, expression.value, span), ...isText };
    }
    case 'period':
      return { type: expression.type, at: () => null, span, constant: { value: null }, period: expression };
    case 'parameter':
      return compile(place.evaluation.parameter(expression.name, span), place);
    case 'list':
      return compileList(expression.items, span, place);
    case 'call':
      return compileCall(expression, place);
    case 'not':
      return compileNot(compile(expression.value, place), span, place);
    case 'negative':
      return compileNegative(compile(expression.value, place), span, place);
    case 'binary':
      return compileBinary(expression, place);
    case 'in':
      return compileIn(expression, place);
    case 'like':
    case 'rlike':
      return compileLike(expression, place);
    case 'is-null': {
      const value = compile(expression.value, place);
      const at = (row: Row): Value => (value.at(row) === null) !== expression.isNegated;
      return folded({ type: 'boolean', at, span }, [value]);
    }
    case 'cast':
      return compileCast(expression, place);
    case 'other':
      throw unplayedQuery(expression.what);
  }
}

function compileColumn(name: string, span: Span, place: Place): Compiled {
  const index = place.columns.findIndex((column) => column.name === name);
  const column = place.columns[index];
  if (column === undefined) return unresolved(place, span, `Unknown column [${name}]`);
  if (column.isUngrouped)
    return mistyped(
      place,
      span,
      `column [${name}] must appear in the STATS BY clause or be used in an aggregate function`,
    );
  if (column.because !== undefined) return mistyped(place, span, `Cannot use field [${name}] ${column.because}`);
  return { type: column.type, at: (row) => row[index] ?? null, span };
}

function compileList(items: readonly PlanExpression[], span: Span, place: Place): Compiled {
  const parts = items.map((item) => compile(item, place));
  const types = new Set(parts.map(({ type }) => type));
  const areNumbers = [...types].every(isNumeric);
  const [first = 'null'] = types;
  if (types.size > 1 && !areNumbers)
    throw place.evaluation.refusal(span, 'A list holds values of one type.', 'parsing_exception');
  const type = types.has('double') ? 'double' : types.has('long') ? 'long' : first;
  return constantOf(type, valueOf(parts.flatMap(({ constant }) => listOf(constant?.value ?? null))), span);
}

function compileNot(value: Compiled, span: Span, place: Place): Compiled {
  mustBeBoolean(value, span, place);
  const at = (row: Row): Value => {
    const found = singleIn(place.evaluation, span, value.at(row));
    return found === null ? null : found !== true;
  };
  return folded({ type: 'boolean', at, span }, [value]);
}

function compileNegative(value: Compiled, span: Span, place: Place): Compiled {
  const { period, type } = value;
  if (period !== undefined) return { ...value, span, period: { ...period, amount: -period.amount } };
  if (!isNumeric(type) && type !== 'null' && type !== 'unknown')
    return mistyped(
      place,
      span,
      `argument of [${place.evaluation.written(span)}] must be [numeric], found type [${type}]`,
    );
  const at = (row: Row): Value => {
    const found = singleIn(place.evaluation, span, value.at(row));
    return found === null ? null : -Number(found) || 0;
  };
  return folded({ type, at, span }, [value]);
}

function compileIn(expression: PlanComparison, place: Place): Compiled {
  const { span, isNegated } = expression;
  const { evaluation } = place;
  const value = compile(expression.value, place);
  const items = expression.items.map((item, index) => {
    const compiled = alike(compile(item, place), value.type, place);
    if (fitTogether(compiled.type, value.type)) return compiled;
    const message = `${String(index + 2)}. argument of [${evaluation.written(span)}] must be [${value.type}], found value [${evaluation.written(item.span)}] type [${compiled.type}]`;
    return mistyped(place, span, message);
  });
  const at = (row: Row): Value => {
    const found = singleIn(evaluation, span, value.at(row));
    if (found === null) return null;
    evaluation.spend(items.length);
    let hasNull = false;
    for (const item of items) {
      const other = singleIn(evaluation, span, item.at(row));
      if (other === null) hasNull = true;
      else if (compareScalars(value.type, found, other) === 0) return !isNegated;
    }
    return hasNull ? null : isNegated;
  };
  return folded({ type: 'boolean', at, span }, [value, ...items]);
}

function compileCast(expression: Extract<PlanExpression, { readonly kind: 'cast' }>, place: Place): Compiled {
  const { span, type } = expression;
  const { evaluation } = place;
  const column =
    expression.value.kind === 'column'
      ? place.columns.findIndex(({ name }) => expression.value.kind === 'column' && name === expression.value.name)
      : -1;
  const isMixed =
    place.columns[column]?.type === 'unsupported' && place.columns[column].because?.includes('ambiguities');
  const value = isMixed
    ? { type: 'mixed', at: (row: Row) => row[column] ?? null, span: expression.value.span }
    : compile(expression.value, place);
  return converted(value, type, span, { ...place, evaluation });
}

/** Returns the number of rows that a limit says; null where it is none. */
export function singleLimit(expression: PlanExpression, place: Place): number | null {
  const { type, constant } = compile(expression, place);
  const [value] = listOf(constant?.value ?? null);
  return (type === 'integer' || type === 'long') && Number(value) >= 0 ? Number(value) : null;
}
