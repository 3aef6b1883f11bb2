import { isRecord } from '@rulebook/json/is-record';
import { searchBody } from '@rulebook/search-cluster/facts/search/search-body';
import type { Problem } from '../indices/problem';
import { misread, unread } from './misread';
import { fitsToken, fitsValue, memberOf, objectIn } from './misread-values';

const entries = objectIn(memberOf(searchBody, 'sort')?.shape)?.entries;
const options = objectIn(entries?.shape);

/** Returns the first reason for which the service does not understand an order; whether it has the fields is another question. */
export function misreadSort(sort: unknown): Problem | undefined {
  if (!Array.isArray(sort)) return isRecord(sort) ? misreadEntry(sort) : undefined;
  for (const entry of sort as readonly unknown[]) {
    if (typeof entry === 'string') continue;
    const found = isRecord(entry) ? misreadEntry(entry) : misread('sort');
    if (found) return found;
  }
  return undefined;
}

function misreadEntry(entry: Readonly<Record<string, unknown>>): Problem | undefined {
  for (const [name, how] of Object.entries(entry)) {
    if (name === '_script' || name === '_geo_distance') continue;
    const found = isRecord(how) ? misreadOptions(how) : misreadDirection(name, how);
    if (found) return found;
  }
  return undefined;
}

function misreadDirection(name: string, how: unknown): Problem | undefined {
  if (typeof how !== 'string') return unread(name);
  const isKnown = entries === undefined || fitsValue(entries.shape, how);
  return isKnown ? undefined : misread(how);
}

function misreadOptions(how: Readonly<Record<string, unknown>>): Problem | undefined {
  for (const [name, value] of Object.entries(how)) {
    const field = options && memberOf(options, name);
    if (!field) return unread(name);
    if (field.shape.type !== 'any' && (!fitsToken(field.shape, value) || !fitsValue(field.shape, value)))
      return unread(name);
  }
  return undefined;
}
