import { isRecord } from '@rulebook/json/is-record';
import { aggregations as described } from '@rulebook/search-cluster/facts/search/search-aggregations';
import type { Problem } from '../indices/problem';
import type { QueryWays } from './ways';
import { misread, unparsed, unread } from './misread';
import { misreadQuery } from './misread-query';
import { fitsToken, fitsValue, memberOf, objectIn } from './misread-values';

type Options = Readonly<Record<string, unknown>>;

const inner = ['aggs', 'aggregations'] as const;
const others: readonly string[] = [...inner, 'meta'];
const kinds = objectIn(described.entries?.shape);

/** Returns the first reason for which the service does not understand aggregations. */
export function misreadAggregations(aggregations: unknown, ways: QueryWays): Problem | undefined {
  if (!isRecord(aggregations)) return unparsed('aggs');
  for (const [name, one] of Object.entries(aggregations)) {
    const found = /^[^[\]>]+$/.test(name) ? misreadOne(name, one, ways) : unparsed(name);
    if (found) return found;
  }
  return undefined;
}

function misreadOne(name: string, one: unknown, ways: QueryWays): Problem | undefined {
  if (!isRecord(one)) return unparsed(name);
  const [kind, more] = Object.keys(one).filter((key) => !others.includes(key));
  if (kind === undefined || more !== undefined) return unparsed(name);
  const options = one[kind];
  if (!isRecord(options) || !(kinds && memberOf(kinds, kind))) return unparsed(kind);
  const found = kind === 'filter' ? misreadQuery(options, ways) : misreadOptions(kind, options);
  if (found) return found;
  const below = inner.map((key) => one[key]).find((value) => value !== undefined);
  return below === undefined ? undefined : misreadAggregations(below, ways);
}

/** Members that the reader of an aggregation leaves to the shards. */
const readLater: ReadonlySet<string> = new Set(['execution_hint']);

function misreadOptions(kind: string, options: Options): Problem | undefined {
  const shape = objectIn(kinds && memberOf(kinds, kind)?.shape);
  if (!shape) return undefined;
  for (const [name, value] of Object.entries(options)) {
    const field = memberOf(shape, name);
    if (!field && shape.isOpen !== true) return unread(name);
    if (!field || readLater.has(name) || field.shape.type === 'any') continue;
    if (!fitsToken(field.shape, value) || !isFit(field.shape, value)) return unread(name);
  }
  const isWithoutSource = shape.isOpen !== true && options.field === undefined && options.script === undefined;
  return isWithoutSource ? misread('field') : undefined;
}

function isFit(shape: Parameters<typeof fitsValue>[0], value: unknown): boolean {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const least = shape.constraints?.find((constraint) => constraint.rule === 'item-count')?.options.minimum ?? 0;
  if (items.length < least) return false;
  return items.every((item) => {
    const map = objectIn(shape);
    if (!isRecord(item) || !map?.entries) return isRecord(item) || fitsValue(shape, item);
    const { entries } = map;
    return Object.values(item).every((entry) => fitsValue(entries.shape, entry));
  });
}
