import { isRecord } from '@rulebook/json/is-record';
import type { Shape } from '@rulebook/catalogue/shape';
import { searchBody } from '@rulebook/search-cluster/facts/search/search-body';
import type { Problem } from '../indices/problem';
import type { QueryWays } from './ways';
import { later, misread, unparsed, unread } from './misread';
import { misreadAggregations } from './misread-aggregations';
import { misreadQuery } from './misread-query';
import { misreadSort } from './misread-sort';
import { fitsToken, fitsValue, memberOf, objectIn } from './misread-values';

type Options = Readonly<Record<string, unknown>>;

/** Returns the first reason for which the service does not understand the body of a search; what it takes is in the catalogue. */
export function misreadSearch(body: Options, ways: QueryWays): Problem | undefined {
  for (const [name, value] of Object.entries(body)) {
    const field = memberOf(searchBody, name);
    if (!field) return unparsed(name);
    // Any plain value is the name of a field.
    const isName = name === 'sort' && value !== null && typeof value !== 'object';
    if (!isName && !fitsToken(field.shape, value)) return unparsed(name);
    const found = readers[field.name]?.(value, ways) ?? misreadPlain(field.shape, name, value);
    if (found) return found;
  }
  return undefined;
}

/** Returns the first reason for which the service does not understand the body of a count. */
export function misreadCount(body: Options, ways: QueryWays): Problem | undefined {
  for (const [name, value] of Object.entries(body)) {
    if (name !== 'query') return unparsed(name);
    const found = misreadQuery(value, ways);
    if (found) return found.type === later ? found : unparsed(name);
  }
  return undefined;
}

/** What is known of the members with a form of their own. */
const readers: Readonly<Record<string, (value: unknown, ways: QueryWays) => Problem | undefined>> = {
  query: misreadQuery,
  post_filter: misreadQuery,
  aggs: misreadAggregations,
  sort: misreadSort,
  fields: misreadFetched,
  docvalue_fields: misreadFetched,
  highlight: misreadHighlight,
  _source: misreadSource,
  stored_fields: misreadStored,
  search_after: misreadAfter,
  rescore: misreadRescore,
  collapse: (value) => (isRecord(value) && value.field === undefined ? misread('collapse', later) : undefined),
};

function misreadPlain(shape: Shape, name: string, value: unknown): Problem | undefined {
  if (value !== null && typeof value === 'object') return undefined;
  if (fitsValue(shape, value)) {
    const isUnitless = name === 'timeout' && typeof value === 'number' && value > 0;
    return isUnitless ? misread(name) : undefined;
  }
  if (shape.type === 'boolean') return typeof value === 'string' ? misread(name) : unread(name);
  const isWord = typeof value === 'string' && !Number.isFinite(Number(value));
  return misread(name, isWord ? 'number_format_exception' : undefined);
}

function misreadFetched(list: unknown): Problem | undefined {
  const shape = memberOf(searchBody, 'fields')?.shape;
  const described = objectIn(shape?.type === 'array' ? shape.items : undefined);
  for (const item of Array.isArray(list) ? (list as readonly unknown[]) : []) {
    if (!isRecord(item)) {
      if (item === null || typeof item === 'object') return unparsed('fields');
      continue;
    }
    const other = Object.keys(item).find((name) => described && memberOf(described, name) === undefined);
    if (other !== undefined) return unread(other);
    if (item.field === undefined) return misread('field');
  }
  return undefined;
}

function misreadHighlight(highlight: unknown): Problem | undefined {
  const described = objectIn(memberOf(searchBody, 'highlight')?.shape);
  const other = Object.keys(isRecord(highlight) ? highlight : {}).find(
    (name) => described && memberOf(described, name) === undefined,
  );
  return other === undefined ? undefined : unread(other);
}

function misreadSource(filter: unknown): Problem | undefined {
  if (typeof filter === 'number') return unparsed('_source');
  if (Array.isArray(filter)) return misreadNames(filter);
  if (!isRecord(filter)) return undefined;
  const described = objectIn(memberOf(searchBody, '_source')?.shape);
  for (const [name, value] of Object.entries(filter)) {
    const field = described && memberOf(described, name);
    if (!field || !fitsToken(field.shape, value) || typeof value === 'number') return unparsed(name);
    const found = Array.isArray(value) ? misreadNames(value) : undefined;
    if (found) return found;
  }
  return undefined;
}

function misreadNames(list: readonly unknown[]): Problem | undefined {
  const isWrong = list.some((item) => item === null || typeof item === 'object');
  return isWrong ? misread('_source') : undefined;
}

/** Stands for no stored field at all. */
const none = '_none_';

function misreadStored(fields: unknown): Problem | undefined {
  if (typeof fields === 'number' || typeof fields === 'boolean') return unparsed('stored_fields');
  const isMixed = Array.isArray(fields) && fields.length > 1 && fields.includes(none);
  return isMixed ? misread(none) : undefined;
}

function misreadAfter(values: unknown): Problem | undefined {
  if (!Array.isArray(values)) return undefined;
  if (values.length === 0) return misread('search_after');
  const isWrong = values.some((value) => value !== null && typeof value === 'object');
  return isWrong ? unparsed('search_after') : undefined;
}

function misreadRescore(rescore: unknown): Problem | undefined {
  const list: readonly unknown[] = Array.isArray(rescore) ? rescore : [rescore];
  const isEmpty = list.some((one) => isRecord(one) && !Object.keys(one).some((name) => name !== 'window_size'));
  return isEmpty ? unparsed('rescore') : undefined;
}
