import { isRecord } from '@rulebook/json/is-record';
import { isProblem, problem, unplayedPart, type Problem } from '../indices/problem';
import { isFlatObject, type NamedField } from '../indices/fields';
import type { IndexedValue } from '../indices/values';
import { columnOf } from './columns';
import { unusable, valuesOfField, type Candidate, type QueryContext } from './context';
import { fieldMapping } from '@rulebook/search-cluster/facts/mappings/field-mapping';
import { compareValues } from './leaf';

/** A document that was found. */
export interface Hit {
  readonly candidate: Candidate;
  readonly score: number;
  /** The values by which it is sorted; absent when sorted by score. */
  readonly sort?: readonly SortValue[];
}

type SortValue = IndexedValue | null;

/** A key of the order. */
export interface SortKey {
  readonly isDescending: boolean;
  /** Whether documents without a value come first. */
  readonly isMissingFirst: boolean;
  readonly valueOf: (hit: Hit) => SortValue;
  /** Whether a response can show the value. Absent: it can. */
  readonly isShown?: (hit: Hit) => boolean;
}

/** Reads the order of the hits for one index; the best come first when there is none. */
export function readSort(context: QueryContext, sort: unknown): readonly SortKey[] | Problem {
  const entries = entriesOf(sort);
  const [[only, how] = []] = entries;
  // The best first is what there is without an order.
  if (entries.length === 1 && only === '_score' && !isRecord(how) && how !== 'asc') return [];
  const keys: SortKey[] = [];
  for (const [name, options] of entries) {
    const key = readKey(context, name, options);
    if (isProblem(key)) return key;
    keys.push(key);
  }
  return keys;
}

/** Returns the names that an order sorts by. */
export function sortedNames(sort: unknown): readonly string[] {
  return entriesOf(sort).map(([name]) => name);
}

function entriesOf(sort: unknown): readonly (readonly [name: string, how: unknown])[] {
  const list = Array.isArray(sort) ? (sort as readonly unknown[]) : sort === undefined ? [] : [sort];
  return list.flatMap((entry): readonly (readonly [string, unknown])[] =>
    isRecord(entry) ? Object.entries(entry) : [[String(entry), undefined]],
  );
}

/** Reads an order in the form of the query, `name:desc,other`. */
export function sortOfQuery(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  return text.split(',').flatMap((word): readonly unknown[] => {
    const colon = word.lastIndexOf(':');
    if (colon < 0) return [word];
    const order = word.slice(colon + 1);
    // A name with another direction is left out.
    return order === 'asc' || order === 'desc' ? [{ [word.slice(0, colon)]: order }] : [];
  });
}

/** Greater than every sequence number, so that the documents of an index are together. */
const indexStep = 2 ** 32;

/** The order of the documents in a point in time. */
const documentOrder = '_shard_doc';

/** Returns an order in which no two documents of a point in time are equal; without an order, there is none to complete. */
export function withTiebreak(sort: unknown): unknown {
  if (sort === undefined) return undefined;
  const entries: readonly unknown[] = Array.isArray(sort) ? sort : [sort];
  const isThere = entries.some((entry) => entry === documentOrder || (isRecord(entry) && documentOrder in entry));
  return isThere ? entries : [...entries, documentOrder];
}

/** Compares hits by the keys, and equal ones by their order in the index. */
export function compareHits(keys: readonly SortKey[]): (a: Hit, b: Hit) => number {
  return (a, b) => {
    for (const [index, key] of keys.entries()) {
      const order = compareSortValues(key, a.sort?.[index] ?? null, b.sort?.[index] ?? null);
      if (order !== 0) return order;
    }
    if (keys.length === 0 && a.score !== b.score) return b.score - a.score;
    return a.candidate.document.sequence - b.candidate.document.sequence;
  };
}

/** Returns whether a hit comes behind the given values. */
export function isAfter(keys: readonly SortKey[], hit: Hit, values: readonly unknown[]): boolean {
  for (const [index, key] of keys.entries()) {
    const order = compareSortValues(key, hit.sort?.[index] ?? null, (values[index] ?? null) as SortValue);
    if (order !== 0) return order > 0;
  }
  return false;
}

function compareSortValues({ isDescending, isMissingFirst }: SortKey, a: SortValue, b: SortValue): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === isMissingFirst ? -1 : 1;
  }
  return isDescending ? compareValues(b, a) : compareValues(a, b);
}

function readKey(context: QueryContext, name: string, written: unknown): SortKey | Problem {
  const options = isRecord(written) ? written : {};
  const order = isRecord(written) ? written.order : written;
  const isDescending =
    (typeof order === 'string' && order.toLowerCase() === 'desc') || (order === undefined && name === '_score');
  const isMissingFirst = options.missing === '_first';
  if (name === '_score') return { isDescending, isMissingFirst, valueOf: ({ score }) => score };
  if (name === '_doc' || name === '_seq_no') {
    return { isDescending, isMissingFirst, valueOf: ({ candidate }) => candidate.document.sequence };
  }
  if (name === documentOrder) {
    const { ordinal = 0 } = context;
    return {
      isDescending,
      isMissingFirst,
      valueOf: ({ candidate }) => ordinal * indexStep + candidate.document.sequence,
    };
  }
  if (name === '_index') return { isDescending, isMissingFirst, valueOf: ({ candidate }) => candidate.index };
  if (name === '_id') return { isDescending, isMissingFirst, valueOf: ({ candidate }) => candidate.id };
  if (name === '_script' || name === '_geo_distance') {
    return unplayedPart(`sorting by [${name}]`);
  }
  const column = columnOf(context, name);
  if (column && isProblem(column)) return column;
  if (!column) {
    const { unmapped_type: type } = options;
    if (typeof type !== 'string')
      return unusable(`The index [${context.index}] has no field [${name}] to sort by.`, 'unusable-field');
    if (!Object.hasOwn(fieldMapping.cases, type)) return problem(`There is no type [${type}] of fields.`);
    return { isDescending, isMissingFirst, valueOf: () => null };
  }
  const { kind } = column.named.field;
  const isNumber = kind === 'number' || kind === 'date' || kind === 'boolean';
  if (typeof options.mode === 'string' && !isNumber && !/^(?:min|max)$/i.test(options.mode))
    return unusable(`The mode [${options.mode}] needs numbers, and [${name}] has none.`);
  if (options.format !== undefined && kind !== 'date') return problem(`[format] needs dates, and [${name}] has none.`);
  const takesLargest = options.mode === 'max' || (options.mode !== 'min' && isDescending);
  const { named } = column;
  return {
    isDescending,
    isMissingFirst,
    ...(isFlatObject(named.field) && {
      isShown: ({ candidate }: Hit) => isOfKey(named, extremePair(named.field.path, candidate, takesLargest)),
    }),
    valueOf: ({ candidate }) => extremeOf(valuesOfField(candidate, column.name), takesLargest),
  };
}

/** Of an object as a whole, all keys with their values are in one order: returns the first or the last of a document. */
function extremePair(path: string, { indexed }: Candidate, takesLargest: boolean): string | undefined {
  const beginning = `${path}.`;
  const pairs = [...indexed.values].flatMap(([name, values]) =>
    name.startsWith(beginning) ? values.map((value) => `${name.slice(beginning.length)}=${String(value)}`) : [],
  );
  return pairs.sort().at(takesLargest ? -1 : 0);
}

function isOfKey({ key = '' }: NamedField, pair: string | undefined): boolean {
  return pair !== undefined && pair.startsWith(`${key}=`);
}

function extremeOf(values: readonly IndexedValue[], takesLargest: boolean): SortValue {
  let extreme: SortValue = null;
  for (const value of values) {
    if (extreme === null || (takesLargest ? compareValues(value, extreme) > 0 : compareValues(value, extreme) < 0)) {
      extreme = value;
    }
  }
  return extreme;
}
