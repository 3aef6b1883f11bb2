import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import type { Span } from '@rulebook/text/span';
import { convertTo } from './convert';
import { severalValues, type Evaluation } from './evaluation';
import {
  isList,
  isNumeric,
  isTextual,
  listOf,
  Mixed,
  QueryFailure,
  unplayedQuery,
  valueOf,
  type Column,
  type Period,
  type Row,
  type Scalar,
  type Value,
} from './values';

/** An expression that can be computed for each row. */
export interface Compiled {
  /** `unknown` after a mistake, which is reported once. */
  readonly type: string;
  readonly at: (row: Row) => Value;
  readonly span: Span;
  /** Set for a constant. */
  readonly constant?: { readonly value: Value };
  /** Set for a span of time. */
  readonly period?: Period;
  /** It is written as a text, which is read as a time, an address and the like where one is needed. */
  readonly isText?: true;
}

/** Where an expression is. */
export interface Place {
  readonly evaluation: Evaluation;
  readonly columns: readonly Column[];
  /** Takes an aggregation, and returns where its result is; absent where none can be. */
  readonly aggregate?: (call: Extract<PlanExpression, { readonly kind: 'call' }>) => Compiled;
  /** Returns an expression that is one of the groups. */
  readonly group?: (expression: PlanExpression) => Compiled | undefined;
  /** Set for the condition of `WHERE`, where documents can be searched. */
  readonly isCondition?: true;
  /** Groups of times and numbers can be made here. */
  readonly isGrouping?: true;
  readonly unresolved: string[];
  readonly mistyped: string[];
  /** Makes an expression computable. */
  readonly compile: (expression: PlanExpression, place: Place) => Compiled;
}

/** Ends the query if something is wrong with what was compiled at a place. */
export function endIfRefused({ unresolved, mistyped }: Pick<Place, 'unresolved' | 'mistyped'>): void {
  const found = [...new Set(unresolved.length > 0 ? unresolved : mistyped)];
  if (found.length === 0) return;
  const message = `Found ${String(found.length)} problem${found.length > 1 ? 's' : ''}\n${found.join('\n')}`;
  const rule = unresolved.length > 0 ? 'unknown-query-name' : 'mismatched-query-type';
  throw new QueryFailure(message, 'verification_exception', 400, rule);
}

/** Reports a name that is not there. */
export function unresolved(place: Place, span: Span, message: string): Compiled {
  place.unresolved.push(`line ${place.evaluation.place(span)}: ${message}`);
  return { type: 'unknown', at: () => null, span };
}

/** Reports a type that does not fit. */
export function mistyped(place: Place, span: Span, message: string): Compiled {
  place.mistyped.push(`line ${place.evaluation.place(span)}: ${message}`);
  return { type: 'unknown', at: () => null, span };
}

/** Returns a constant. */
export function constantOf(type: string, value: Value, span: Span): Compiled {
  return { type, at: () => value, span, constant: { value } };
}

/** Computes an expression whose parts are constants at once. */
export function folded(compiled: Compiled, parts: readonly Compiled[]): Compiled {
  if (!parts.every(({ constant }) => constant !== undefined)) return compiled;
  const value = compiled.at([]);
  return { ...compiled, at: () => value, constant: { value } };
}

/** Reports what is not a condition. */
export function mustBeBoolean({ type, span }: Compiled, whole: Span, place: Place, which = 'argument'): boolean {
  if (type === 'boolean' || type === 'null' || type === 'unknown') return true;
  const { evaluation } = place;
  const shown = `[${evaluation.written(whole)}]`;
  mistyped(
    place,
    whole,
    `${which} of ${shown} must be [boolean], found value [${evaluation.written(span)}] type [${type}]`,
  );
  return false;
}

/** Returns the single value of an expression in a row; of several values there is none, which a warning says. */
export function singleIn(evaluation: Evaluation, span: Span, value: Value): Scalar | null {
  if (value === null || value instanceof Mixed) return null;
  return isList(value) ? evaluation.failed(span, severalValues) : value;
}

/** Returns whether values of two types can be compared. */
export function fitTogether(one: string, other: string): boolean {
  if (one === other || one === 'unknown' || other === 'unknown' || one === 'null' || other === 'null') return true;
  return (isNumeric(one) && isNumeric(other)) || (isTextual(one) && isTextual(other));
}

const readFromText = new Set(['datetime', 'date_nanos', 'ip', 'version', 'boolean']);

/** Returns a text in the query as a value of the type that it is compared with. */
export function alike(text: Compiled, type: string, place: Place): Compiled {
  if (text.isText !== true || !readFromText.has(type)) return text;
  const read = convertTo(type, 'keyword', listOf(text.constant?.value ?? null)[0] ?? '');
  if (typeof read === 'object') {
    const { evaluation } = place;
    const shown = evaluation.written(text.span).slice(1, -1);
    return unresolved(
      place,
      text.span,
      `Cannot convert string [${shown}] to [${type.toUpperCase()}], error [${read.failure}]`,
    );
  }
  return constantOf(type, read ?? null, text.span);
}

/** Returns an expression with each of its values in another type. */
export function converted(value: Compiled, type: string, span: Span, place: Place): Compiled {
  const { evaluation } = place;
  if (value.type === 'unknown') return { ...value, span };
  if (value.type !== 'null' && value.type !== 'mixed' && convertTo(type, value.type, 0, true) === undefined)
    throw unplayedQuery(`a conversion from \`${value.type}\` to \`${type}\``);
  const at = (row: Row): Value => {
    const read = value.at(row);
    const from = read instanceof Mixed ? read.type : value.type;
    const list = read instanceof Mixed ? listOf(read.value) : listOf(read);
    return valueOf(
      list.flatMap((one): readonly Scalar[] => {
        const result = convertTo(type, from, one);
        if (result === undefined) return [];
        if (typeof result !== 'object') return [result];
        evaluation.failed(span, `org.elasticsearch.xpack.esql.core.InvalidArgumentException: ${result.failure}`);
        return [];
      }),
    );
  };
  return folded({ type, at, span }, [value]);
}
