import type { PlanExpression } from '@rulebook/catalogue/query-plan';
import { alike, mistyped, singleIn, type Compiled, type Place } from './place';
import { spanOf, truncate, addSpan, type Span as TimeSpan } from './times';
import { isNumeric, isTemporal, listOf, unplayedQuery, type Row, type Scalar, type Value } from './values';

type Call = Extract<PlanExpression, { readonly kind: 'call' }>;

/** Makes `BUCKET` computable, which groups times and numbers. */
export function compileBucket(call: Call, place: Place): Compiled {
  const { evaluation } = place;
  const { span } = call;
  const [field, size, ...bounds] = call.args.map((arg) => place.compile(arg, place));
  if (field === undefined || size === undefined)
    throw evaluation.refusal(span, 'error building [bucket]: expects two or four arguments', 'parsing_exception');
  if (!isNumeric(field.type) && !isTemporal(field.type)) {
    if (field.type === 'unknown') return field;
    return mistyped(
      place,
      span,
      `first argument of [${evaluation.written(span)}] must be [datetime or numeric], found type [${field.type}]`,
    );
  }
  const [from, to] = bounds.map((bound) => listOf(alike(bound, field.type, place).constant?.value ?? null)[0]);
  const round = isTemporal(field.type) ? timeRounding(size, from, to) : numberRounding(size, from, to);
  if (round === undefined) throw unplayedQuery('`BUCKET` with these arguments');
  const at = (row: Row): Value => {
    evaluation.spend(1);
    const value = singleIn(evaluation, span, field.at(row));
    if (value === null) return null;
    if (typeof value !== 'bigint') return round(Number(value));
    return BigInt(round(Number(value / 1_000_000n))) * 1_000_000n;
  };
  return { type: isTemporal(field.type) ? field.type : 'double', at, span };
}

type Rounding = (value: number) => number;

function timeRounding(size: Compiled, from?: Scalar, to?: Scalar): Rounding | undefined {
  if (size.period !== undefined) {
    const by = spanOf(size.period);
    return (time) => truncate(time, by);
  }
  const count = Number(listOf(size.constant?.value ?? null)[0]);
  if (from === undefined || to === undefined || !(count > 0)) return undefined;
  const [first, last] = [from, to].map(Number);
  let chosen: TimeSpan = { months: 12, days: 0, millis: 0 };
  for (const one of humanSpans) {
    if (!isEnough(one, count, first ?? 0, last ?? 0)) break;
    chosen = one;
  }
  return (time) => truncate(time, chosen);
}

/** Whether so many spans of time cover a range. */
function isEnough(span: TimeSpan, count: number, from: number, to: number): boolean {
  let at = truncate(from, span);
  for (let used = 0; used < Math.min(count, 100_000); used++) {
    at = addSpan(at, span);
    if (at >= to) return true;
  }
  return false;
}

const millis = (value: number): TimeSpan => ({ months: 0, days: 0, millis: value });

/** The spans of time that people expect, the largest first. */
const humanSpans: readonly TimeSpan[] = [
  { months: 1, days: 0, millis: 0 },
  { months: 0, days: 7, millis: 0 },
  { months: 0, days: 1, millis: 0 },
  ...[43_200, 10_800, 3600, 1800, 600, 300, 60, 30, 10, 5, 1, 0.1, 0.05, 0.01, 0.001].map((seconds) =>
    millis(Math.round(seconds * 1000)),
  ),
];

function numberRounding(size: Compiled, from?: Scalar, to?: Scalar): Rounding | undefined {
  const given = Number(listOf(size.constant?.value ?? null)[0]);
  if (!(given > 0)) return undefined;
  if (from === undefined || to === undefined) return (value) => Math.floor(value / given) * given;
  const precise = (Number(to) - Number(from)) / given;
  const ten = 10 ** Math.ceil(Math.log10(precise));
  const by = precise < ten / 2 ? ten / 2 : ten;
  return (value) => Math.floor(value / by) * by;
}
