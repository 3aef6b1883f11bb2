import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import { addressKey } from './addresses';
import { shownTime } from './times';

/** One value: whole numbers, fractions and times as numbers, times with nanoseconds as large ones, addresses, versions and shapes as texts. */
export type Scalar = string | number | boolean | bigint;

/** What a column has in a row: nothing, one value, or several. */
export type Value = Scalar | Mixed | readonly Scalar[] | null;

/** A value of a column that has other types in other indices: only a conversion reads it. */
export class Mixed {
  readonly type: string;
  readonly value: Scalar | readonly Scalar[] | null;

  constructor(type: string, value: Scalar | readonly Scalar[] | null) {
    this.type = type;
    this.value = value;
  }
}

/** The type of the column that keeps the document of each row. It has no name, and is never shown. */
export const originType = 'origin';

/** The values of all columns in one row. */
export type Row = readonly Value[];

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** The type, as the language calls it: `datetime` is shown as `date`. */
  readonly type: string;
  /** Of an unsupported type: why it cannot be used. */
  readonly because?: string;
  /** Set where groups are computed: rows of a group do not have one value of it. */
  readonly isUngrouped?: true;
  /** Set for a field of the documents, which can be searched: its name there. */
  readonly field?: string;
  /** Of an unsupported type: those that mappings have. */
  readonly originals?: readonly string[];
}

/** Rows with their columns. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Why a query cannot be carried out: the part of the query, and how servers call it. */
export class QueryFailure extends Error {
  readonly type: string;
  readonly status: number;
  /** The rule of the checker that says the same. */
  readonly rule: string | undefined;

  constructor(message: string, type = 'verification_exception', status = 400, rule?: string) {
    super(message);
    this.type = type;
    this.status = status;
    this.rule = rule;
  }
}

/** Returns the failure of something that is not played. */
export function unplayedQuery(what: string): QueryFailure {
  return new QueryFailure(
    `Not implemented: the sandbox does not play ${what}.`,
    'unsupported_operation_exception',
    501,
  );
}

/** Returns several values as what a column has. */
export function valueOf(list: readonly Scalar[]): Scalar | readonly Scalar[] | null {
  const [first] = list;
  return first === undefined ? null : list.length === 1 ? first : list;
}

/** Returns the values of a column as a list. */
export function listOf(value: Value): readonly Scalar[] {
  if (value === null || value instanceof Mixed) return [];
  return isList(value) ? value : [value];
}

/** Returns whether a column has several values. */
export function isList(value: Value): value is readonly Scalar[] {
  return Array.isArray(value);
}

/** Returns how two values of a type are ordered: below, at or above 0. */
export function compareScalars(type: string, one: Scalar, other: Scalar): number {
  if (type === 'ip') return order(addressKey(String(one)), addressKey(String(other)));
  if (type === 'version') return compareVersions(String(one), String(other));
  return order(one, other);
}

function order(one: Scalar, other: Scalar): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map(versionParts);
  for (let at = 0; at < 4; at++) {
    const found = order(left?.[at] ?? 0, right?.[at] ?? 0);
    if (found !== 0) return found;
  }
  return order(one, other);
}

function versionParts(text: string): readonly number[] {
  const [numbers = '', ...rest] = text.split(/[-+]/);
  const parts = numbers.split('.').map(Number);
  if (numbers === '' || parts.some(Number.isNaN)) return [Infinity];
  const [major = 0, minor = 0, patch = 0] = parts;
  // What is in preparation comes before what is released.
  return [major, minor, patch, rest.length > 0 && text[numbers.length] === '-' ? 0 : 1];
}

/** Returns the key by which equal values are recognised. */
export function scalarKey(type: string, value: Scalar): string {
  return type === 'ip' ? addressKey(String(value)) : `${typeof value}:${String(value)}`;
}

/** Returns a value as text, as `TO_STRING` and tables show it. */
export function shownScalar(type: string, value: Scalar): string {
  if (type === 'datetime' || type === 'date_nanos') return shownTime(value);
  if (type === 'double' && typeof value === 'number') return shownDouble(value);
  return String(value);
}

/** Returns a fraction as Java writes it: with a digit behind the point, and with an exponent when it is large or small. */
export function shownDouble(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
  }
  const text = String(Object.is(value, -0) ? '-0' : value);
  return text.includes('.') ? text : `${text}.0`;
}

/** The types whose values the language calculates with. */
export function isNumeric(type: string): boolean {
  return type === 'integer' || type === 'long' || type === 'double' || type === 'unsigned_long';
}

/** The types of texts. */
export function isTextual(type: string): boolean {
  return type === 'keyword' || type === 'text';
}

/** The types of times. */
export function isTemporal(type: string): boolean {
  return type === 'datetime' || type === 'date_nanos';
}

/** Returns the name of a type in a response. */
export function shownType(type: string): string {
  return type === 'datetime' ? 'date' : type;
}

/** A span of time as a value of an expression. */
export type Period = Extract<PlanExpression, { readonly kind: 'period' }>;
