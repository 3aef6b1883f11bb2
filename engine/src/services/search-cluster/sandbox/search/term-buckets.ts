import { bucketCount } from '../../catalogue/search/search-aggregations';
import type { MappedField } from '../indices/fields';
import { isProblem, problem, type Problem } from '../indices/problem';
import type { IndexedValue } from '../indices/values';
import { compareValues } from './leaf';
import { isRecord } from '../../../../sandbox/wire';

type Options = Readonly<Record<string, unknown>>;

/** Which groups a terms aggregation returns, and in which order. */
export interface TermOptions {
  readonly size: number;
  readonly leastCount: number;
  readonly order: readonly (readonly [by: '_count' | '_key', isDescending: boolean])[];
  readonly includes?: ReadonlySet<string>;
  readonly excludes?: ReadonlySet<string>;
}

/** Reads the options of a terms aggregation. */
export function readTerms({ size, min_doc_count, order, include, exclude }: Options): TermOptions | Problem {
  const orders = (Array.isArray(order) ? (order as readonly unknown[]) : [order ?? { _count: 'desc' }]).flatMap(
    (entry) => (isRecord(entry) ? Object.entries(entry) : []),
  );
  const other = orders.find(([by]) => by !== '_count' && by !== '_key');
  if (other) return problem(`The sandbox orders groups by [_count] and [_key] only, not by [${other[0]}].`);
  if (typeof include === 'string' || typeof exclude === 'string' || isRecord(include)) {
    return problem('The sandbox supports only lists of values for [include] and [exclude].');
  }
  return {
    size: typeof size === 'number' ? size : Number(bucketCount.default),
    leastCount: typeof min_doc_count === 'number' ? min_doc_count : 1,
    order: orders.map(([by, direction]) => [by === '_key' ? '_key' : '_count', direction === 'desc'] as const),
    ...(Array.isArray(include) && { includes: new Set(include.map(String)) }),
    ...(Array.isArray(exclude) && { excludes: new Set(exclude.map(String)) }),
  };
}

/** Returns how a response calls groups by the values of a field; without a field, it is not mapped. */
export function typeOfTerms(field: MappedField | undefined): string {
  if (!field) return 'umterms';
  if (field.kind === 'boolean' || field.kind === 'date') return 'lterms';
  if (field.kind !== 'number') return 'sterms';
  if (field.type === 'unsigned_long') return 'ulterms';
  return /double|float/.test(field.type) ? 'dterms' : 'lterms';
}

/** Counts documents by their values; `innerOf` computes the content of each group. */
export function termBuckets(
  lists: readonly (readonly IndexedValue[])[],
  { size, leastCount, order, includes, excludes }: TermOptions,
  innerOf: (key: IndexedValue) => Options | Problem,
): Options | Problem {
  const counts = new Map<IndexedValue, number>();
  for (const values of lists) {
    for (const value of new Set(values)) {
      const text = String(value);
      if ((includes && !includes.has(text)) || excludes?.has(text) === true) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const sorted = [...counts].filter(([, count]) => count >= leastCount).sort(compareBuckets(order));
  const buckets: unknown[] = [];
  for (const [key, count] of sorted.slice(0, size)) {
    const inner = innerOf(key);
    if (isProblem(inner)) return inner;
    const isFlag = typeof key === 'boolean';
    buckets.push({
      key: isFlag ? Number(key) : key,
      ...(isFlag && { key_as_string: String(key) }),
      doc_count: count,
      ...inner,
    });
  }
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: sorted.slice(size).reduce((total, [, count]) => total + count, 0),
    buckets,
  };
}

type Bucket = readonly [key: IndexedValue, count: number];

function compareBuckets(order: TermOptions['order']): (a: Bucket, b: Bucket) => number {
  return (a, b) => {
    for (const [by, isDescending] of order) {
      const difference = by === '_key' ? compareValues(a[0], b[0]) : a[1] - b[1];
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return compareValues(a[0], b[0]);
  };
}
