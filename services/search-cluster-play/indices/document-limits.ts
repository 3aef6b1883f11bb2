import { isRecord } from '@rulebook/json/is-record';
import type { FieldTable } from './fields';
import { fieldNamed } from './fields';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { entriesGranting, textsIn, type Caller, type IndexEntry } from '../cluster/privileges';
import { readJson } from '@rulebook/sandbox/wire';

/** What one set of role descriptors shows of an index; a caller sees only what all of its sets show. */
export interface DocumentLimit {
  /** A document is shown when one of the queries finds it; without queries, all are. */
  readonly queries?: readonly unknown[];
  /** A field is shown when one of the grants has it; without grants, all are. */
  readonly fields?: readonly FieldGrant[];
}

/** Patterns of fields. */
interface FieldGrant {
  readonly grant: readonly string[];
  readonly except: readonly string[];
}

/**
 * Returns the limits of the caller's view of an index that it called by these names; an empty list without limits, and undefined when it may
 * not do the action at all.
 */
export function documentLimits(
  caller: Caller,
  action: string,
  names: readonly string[],
): readonly DocumentLimit[] | undefined {
  const granting = entriesGranting(caller, action, names);
  if (granting.some((entries) => entries.length === 0)) return undefined;
  return granting.map(limitOf).filter(({ queries, fields }) => queries !== undefined || fields !== undefined);
}

/** Combines entries, which add to each other: one without a limit shows everything. */
function limitOf(entries: readonly IndexEntry[]): DocumentLimit {
  const queries = entries.map(queryOf);
  const fields = entries.map(grantOf);
  return {
    ...(!queries.includes(undefined) && { queries }),
    ...(!fields.includes(undefined) && { fields: fields.filter((grant) => grant !== undefined) }),
  };
}

/** Returns the query, which is an object or its JSON text. Anything else is returned as it is, so that it is refused later. */
function queryOf({ query }: IndexEntry): unknown {
  if (query === undefined || query === null) return undefined;
  return typeof query === 'string' ? (readJson(query)?.value ?? null) : query;
}

function grantOf({ field_security: security }: IndexEntry): FieldGrant | undefined {
  if (!isRecord(security)) return undefined;
  const { grant, except } = security;
  const isNone = (list: unknown): boolean => list === undefined || list === null;
  if (isNone(grant) && isNone(except)) return undefined;
  return { grant: isNone(grant) ? ['*'] : textsIn(grant), except: textsIn(except) };
}

/** Returns whether the limits show the field at a path. The keys of a flattened field are parts of that one field. */
export function createFieldFilter(table: FieldTable, limits: readonly DocumentLimit[]): (path: string) => boolean {
  return (path) => {
    const named = fieldNamed(table, path);
    const owner = named?.key === undefined ? undefined : named.field.path;
    const isIn = (patterns: readonly string[]): boolean =>
      patterns.some(
        (pattern) => matchesPattern(pattern, path) || (owner !== undefined && matchesPattern(pattern, owner)),
      );
    return limits.every(
      ({ fields }) => fields === undefined || fields.some(({ grant, except }) => isIn(grant) && !isIn(except)),
    );
  };
}

/** Returns whether the limits show the field at a path, or perhaps one of the keys below it. */
export function mayShowBelow(path: string, limits: readonly DocumentLimit[]): boolean {
  return limits.every(
    ({ fields }) =>
      fields === undefined ||
      fields.some(
        ({ grant, except }) =>
          grant.some((pattern) => matchesPattern(pattern, path) || pattern.startsWith(`${path}.`)) &&
          !except.some((pattern) => matchesPattern(pattern, path)),
      ),
  );
}
