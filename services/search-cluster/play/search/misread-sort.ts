import { isRecord } from '@rulebook/json/is-record';
import { searchBody } from '../../facts/search/search-body';
import { problem, type Problem } from '../indices/problem';
import { fitsToken, fitsValue, memberOf, objectIn } from './misread-values';

const entries = objectIn(memberOf(searchBody, 'sort')?.shape)?.entries;
const options = objectIn(entries?.shape);

/** Returns the first reason for which the service does not understand an order; whether it has the fields is another question. */
export function misreadSort(sort: unknown): Problem | undefined {
  if (!Array.isArray(sort)) return isRecord(sort) ? misreadEntry(sort) : undefined;
  for (const entry of sort as readonly unknown[]) {
    if (typeof entry === 'string') continue;
    const found = isRecord(entry) ? misreadEntry(entry) : problem('An item of [sort] must be a name or an object.');
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
  if (typeof how !== 'string') return misread(`The order of [${name}] must be a text or an object.`);
  const isKnown = entries === undefined || fitsValue(entries.shape, how);
  return isKnown ? undefined : problem(`[${how.slice(0, 100)}] is not an order; use [asc] or [desc].`);
}

function misreadOptions(how: Readonly<Record<string, unknown>>): Problem | undefined {
  for (const [name, value] of Object.entries(how)) {
    const field = options && memberOf(options, name);
    if (!field) return misread(`An order has no member [${name}].`);
    if (field.shape.type !== 'any' && (!fitsToken(field.shape, value) || !fitsValue(field.shape, value)))
      return misread(`[${name}] of an order cannot have this value.`);
  }
  return undefined;
}

function misread(reason: string): Problem {
  return problem(reason, { type: 'x_content_parse_exception' });
}
