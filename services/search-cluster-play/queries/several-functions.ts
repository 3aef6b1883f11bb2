import { Failed, ofAll, ofOne, type Implementations } from './implementation';
import { inRange } from './operators';
import { compareScalars, scalarKey, listOf, valueOf, type Scalar, type Value } from './values';

const numbers = (value: Value | undefined): readonly number[] => listOf(value ?? null).map(Number);

/** Functions of the several values of a column. */
export const severalFunctions: Implementations = {
  mv_count: ofAll(([value = null]) => (value === null ? null : listOf(value).length)),
  mv_sum: ofAll(([value], { types: [type = 'double'] }) => {
    const list = numbers(value);
    if (list.length === 0) return null;
    const sum = list.reduce((one, other) => one + other);
    let reason = '';
    const found = inRange(sum, type, (why) => {
      reason = why;
      return null;
    });
    return found ?? new Failed(reason);
  }),
  mv_avg: ofAll(([value]) => {
    const list = numbers(value);
    return list.length === 0 ? null : list.reduce((one, other) => one + other) / list.length;
  }),
  mv_min: ofAll(([value = null], { types: [type = ''] }) => sorted(listOf(value), type)[0] ?? null),
  mv_max: ofAll(([value = null], { types: [type = ''] }) => sorted(listOf(value), type).at(-1) ?? null),
  mv_first: ofAll(([value = null]) => listOf(value)[0] ?? null),
  mv_last: ofAll(([value = null]) => listOf(value).at(-1) ?? null),
  mv_median: ofAll(([value], { types: [type] }) => {
    const list = numbers(value).toSorted((one, other) => one - other);
    const [low, high] = [list[Math.floor((list.length - 1) / 2)], list[Math.floor(list.length / 2)]];
    if (low === undefined || high === undefined) return null;
    return type === 'double' ? (low + high) / 2 : Math.floor((low + high) / 2);
  }),
  mv_dedupe: ofAll(([value = null], { types: [type = ''] }) => valueOf(distinct(listOf(value), type))),
  mv_sort: ofAll(([value = null, order = null], { types: [type = ''] }) => {
    const list = sorted(listOf(value), type);
    return valueOf(String(listOf(order)[0] ?? 'ASC').toUpperCase() === 'DESC' ? list.toReversed() : list);
  }),
  mv_slice: ofAll(([value = null, start = null, end = null]) => {
    const list = listOf(value);
    const [first] = listOf(start);
    if (first === undefined) return null;
    const last = listOf(end)[0] ?? first;
    const place = (at: number): number => (at < 0 ? at + list.length : at);
    if (Number(first) > Number(last) && Number(first) < 0 === Number(last) < 0)
      return new Failed(
        'org.elasticsearch.xpack.esql.core.InvalidArgumentException: Start offset is greater than end offset',
      );
    return valueOf(list.slice(Math.max(0, place(Number(first))), Math.max(0, place(Number(last)) + 1)));
  }),
  mv_concat: ofAll(([value = null, by = null]) => {
    const [list, [separator, more]] = [listOf(value), listOf(by)];
    return list.length === 0 || separator === undefined || more !== undefined
      ? null
      : list.map(String).join(String(separator));
  }),
  mv_append: ofAll(([one = null, other = null]) =>
    one === null || other === null ? null : valueOf([...listOf(one), ...listOf(other)]),
  ),
  mv_zip: ofAll(([one = null, other = null, by = ',']) => {
    const [left, right, [separator = ',']] = [listOf(one), listOf(other), listOf(by)];
    const length = Math.max(left.length, right.length);
    return valueOf(
      Array.from({ length }, (_, at) => [left[at], right[at]].flatMap((part) => part ?? []).join(String(separator))),
    );
  }),
  greatest: ofAll((values, { types }) => extreme(values, types, 1)),
  least: ofAll((values, { types }) => extreme(values, types, -1)),
  coalesce: ofAll((values) => {
    const found = values.find((value) => value !== null) ?? null;
    return found === null ? null : valueOf(listOf(found));
  }),
  cidr_match: ofOne(() => null),
};

function extreme(values: readonly Value[], types: readonly string[], sign: 1 | -1): Scalar | null {
  if (values.includes(null)) return null;
  const type = types.find((one) => one !== 'null') ?? 'keyword';
  const all = sorted(values.flatMap(listOf), type);
  return (sign === 1 ? all.at(-1) : all[0]) ?? null;
}

/** Returns values in the order of their type. */
export function sorted(values: readonly Scalar[], type: string): readonly Scalar[] {
  return values.toSorted((one, other) => compareScalars(type, one, other));
}

/** Returns each value once. */
export function distinct(values: readonly Scalar[], type: string): readonly Scalar[] {
  const found = new Map<string, Scalar>();
  for (const value of values) {
    const key = scalarKey(type, value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}
