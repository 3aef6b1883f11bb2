import type { Compiled } from './place';
import { inRange } from './operators';
import { distinct, sorted } from './several-functions';
import { listOf, unplayedQuery, valueOf, type Scalar, type Value } from './values';

/** Computes the result of an aggregation from the values of each row of a group. */
export type Aggregation = (rows: readonly Value[], failed: (reason: string) => null) => Value;

/** How an aggregation is made from its arguments behind the first one. */
type Maker = (args: readonly Compiled[]) => Aggregation;

const all = (rows: readonly Value[]): readonly Scalar[] => rows.flatMap(listOf);
const numbers = (rows: readonly Value[]): readonly number[] => all(rows).map(Number);
const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
const ascending = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other);

function constant(arg: Compiled | undefined): Scalar | undefined {
  return listOf(arg?.constant?.value ?? null)[0];
}

const makers: Readonly<Record<string, Maker>> = {
  count: () => (rows) => all(rows).length,
  count_distinct:
    ([field]) =>
    (rows) =>
      distinct(all(rows), field?.type ?? '').length,
  sum:
    ([field]) =>
    (rows, failed) => {
      const values = numbers(rows);
      return values.length === 0 ? null : inRange(sum(values), field?.type === 'double' ? 'double' : 'long', failed);
    },
  min:
    ([field]) =>
    (rows) =>
      sorted(all(rows), field?.type ?? '')[0] ?? null,
  max:
    ([field]) =>
    (rows) =>
      sorted(all(rows), field?.type ?? '').at(-1) ?? null,
  avg: () => (rows) => {
    const values = numbers(rows);
    return values.length === 0 ? null : sum(values) / values.length;
  },
  median: () => (rows) => quantile(numbers(rows), 0.5),
  percentile: ([, percent]) => {
    const share = Number(constant(percent)) / 100;
    return (rows) => quantile(numbers(rows), share);
  },
  median_absolute_deviation: () => (rows) => {
    const values = numbers(rows);
    const middle = quantile(values, 0.5);
    return middle === null
      ? null
      : quantile(
          values.map((value) => Math.abs(value - middle)),
          0.5,
        );
  },
  std_dev: () => (rows) => {
    const found = variance(numbers(rows));
    return found === null ? null : Math.sqrt(found);
  },
  variance: () => (rows) => variance(numbers(rows)),
  values:
    ([field]) =>
    (rows) =>
      valueOf(distinct(all(rows), field?.type ?? '')),
  top: ([field, limit, order]) => {
    const count = Number(constant(limit));
    const isDescending = String(constant(order) ?? 'asc').toLowerCase() === 'desc';
    return (rows) => {
      const found = sorted(all(rows), field?.type ?? '');
      return valueOf((isDescending ? found.toReversed() : found).slice(0, count));
    };
  },
  // Each row has the product, whether there is one, and the weights.
  weighted_avg: () => (rows) => {
    const lists = rows.map((row) => listOf(row).map(Number));
    const weights = sum(lists.flatMap((list) => list.slice(2)));
    const hasAny = lists.some(([, isThere]) => isThere === 1);
    return hasAny && weights !== 0 ? sum(lists.map(([product = 0]) => product)) / weights : null;
  },
  present: () => (rows) => all(rows).length > 0,
  absent: () => (rows) => all(rows).length === 0,
};

/** Returns how an aggregation is computed. */
export function aggregationOf(name: string, args: readonly Compiled[]): Aggregation {
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined;
  if (make === undefined) throw unplayedQuery(`the function \`${name.toUpperCase()}\``);
  return make(args);
}

/** Returns the value below which a share of the values is, between two of them where it lies there. */
function quantile(values: readonly number[], share: number): number | null {
  const list = ascending(values);
  if (list.length === 0) return null;
  const at = share * (list.length - 1);
  const [low = 0, high = 0] = [list[Math.floor(at)], list[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

function variance(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const mean = sum(values) / values.length;
  return sum(values.map((value) => (value - mean) ** 2)) / values.length;
}
