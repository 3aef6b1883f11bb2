import { isRecord } from '@rulebook/json/is-record';
import { bucketCount } from '@rulebook/search-cluster/facts/search/search-aggregations';
import type { MappedField } from '../indices/fields';
import { isProblem, problem, unplayedPart, type Problem } from '../indices/problem';
import type { IndexedValue } from '../indices/values';
import { compareValues } from './leaf';
import { compileRegexp } from './regexp';

type Options = Readonly<Record<string, unknown>>;

/** Which groups a terms aggregation returns, and in which order. */
export interface TermOptions {
  readonly size: number;
  readonly leastCount: number;
  /** What to order by: `_count`, `_key`, or the path of a number in an inner aggregation. */
  readonly order: readonly (readonly [by: string, isDescending: boolean])[];
  readonly isIncluded: (text: string) => boolean;
  readonly hasErrors: boolean;
}

/** Reads the options of a terms aggregation. */
export function readTerms(options: Options): TermOptions | Problem {
  const { size, min_doc_count, order, include, exclude, execution_hint: hint } = options;
  const orders = (Array.isArray(order) ? (order as readonly unknown[]) : [order ?? { _count: 'desc' }]).flatMap(
    (entry) => (isRecord(entry) ? Object.entries(entry) : []),
  );
  if (isRecord(include)) return unplayedPart('[include] with parts of the values');
  if (hint !== undefined && hint !== 'map' && hint !== 'global_ordinals')
    return problem(`[${String(hint)}] is not an [execution_hint].`);
  const included = chosenBy(include);
  const excluded = chosenBy(exclude);
  if (!included || !excluded) return problem('An expression in [include] or [exclude] has a mistake.');
  return {
    size: typeof size === 'number' ? size : Number(bucketCount.default),
    leastCount: typeof min_doc_count === 'number' ? min_doc_count : 1,
    order: orders.map(([by, direction]) => [by, direction === 'desc'] as const),
    isIncluded: (text) => (include === undefined || included(text)) && !excluded(text),
    hasErrors: options.show_term_doc_count_error === true,
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

/** Returns what a list of values, or a regular expression for them, chooses. */
function chosenBy(written: unknown): ((text: string) => boolean) | undefined {
  if (typeof written === 'string') return compileRegexp(written);
  const values = new Set(Array.isArray(written) ? written.map(String) : []);
  return (text) => values.has(text);
}

/** The values of the documents that were found, and those of other documents, whose groups are empty. */
export interface ValueLists {
  readonly lists: readonly (readonly IndexedValue[])[];
  readonly others: readonly (readonly IndexedValue[])[];
}

/** Counts documents by their values; `innerOf` computes the content of each group. */
export function termBuckets(
  { lists, others }: ValueLists,
  { size, leastCount, order, isIncluded, hasErrors }: TermOptions,
  innerOf: (key: IndexedValue) => Options | Problem,
): Options | Problem {
  const counts = new Map<IndexedValue, number>();
  const count = (values: readonly IndexedValue[], more: number): void => {
    for (const value of new Set(values))
      if (isIncluded(String(value))) counts.set(value, (counts.get(value) ?? 0) + more);
  };
  for (const values of lists) count(values, 1);
  for (const values of others) count(values, 0);
  const isInner = order.some(([by]) => by !== '_count' && by !== '_key');
  const all: Bucket[] = [];
  for (const [key, documents] of [...counts].filter(([, amount]) => amount >= leastCount)) {
    const inner = isInner ? innerOf(key) : {};
    if (isProblem(inner)) return inner;
    all.push({ key, count: documents, inner });
  }
  const sorted = all.sort(compareBuckets(order));
  const buckets: unknown[] = [];
  for (const { key, count: documents } of sorted.slice(0, size)) {
    const inner = innerOf(key);
    if (isProblem(inner)) return inner;
    const isFlag = typeof key === 'boolean';
    buckets.push({
      key: isFlag ? Number(key) : key,
      ...(isFlag && { key_as_string: String(key) }),
      doc_count: documents,
      ...(hasErrors && { doc_count_error_upper_bound: 0 }),
      ...inner,
    });
  }
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: sorted.slice(size).reduce((total, { count: documents }) => total + documents, 0),
    buckets,
  };
}

interface Bucket {
  readonly key: IndexedValue;
  readonly count: number;
  /** Present if it is ordered by what is inside. */
  readonly inner: Options;
}

function compareBuckets(order: TermOptions['order']): (a: Bucket, b: Bucket) => number {
  return (a, b) => {
    for (const [by, isDescending] of order) {
      const difference =
        by === '_key'
          ? compareValues(a.key, b.key)
          : by === '_count'
            ? a.count - b.count
            : numberAt(a.inner, by) - numberAt(b.inner, by);
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return compareValues(a.key, b.key);
  };
}

/** Returns the number of an inner aggregation: its value, its count of documents, or the member behind a dot. */
function numberAt(inner: Options, path: string): number {
  const [name = '', member] = path.split('.');
  const found = inner[name];
  const { value, doc_count: documents, ...others } = isRecord(found) ? found : {};
  return Number(member === undefined ? (value ?? documents ?? 0) : member === 'value' ? value : others[member]);
}
