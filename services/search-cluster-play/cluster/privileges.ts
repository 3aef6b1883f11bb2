import { isRecord } from '@rulebook/json/is-record';
import type { NeededPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import {
  clusterPrivilegeActions,
  indexPrivilegeActions,
  privilegeTables,
} from '@rulebook/search-cluster/facts/security/privilege-actions';
import { covers, reachOf, type Reach } from '@rulebook/catalogue/covers';
import { grantingFields } from '@rulebook/search-cluster/facts/security/role-descriptor';
import type { ApiKeyRecord } from './model';
import { readExpression } from './expression';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { perObject } from '@rulebook/text/structures/memo';

/** Role descriptors by role. */
type Roles = Readonly<Record<string, unknown>>;

const onAllIndices = [
  { names: ['*'], privileges: ['all'], allow_restricted_indices: false },
  {
    names: ['*'],
    privileges: ['monitor', 'read', 'view_index_metadata', 'read_cross_cluster'],
    allow_restricted_indices: true,
  },
];

/** What the built-in administrator may do. */
export const administratorRoles: Roles = {
  superuser: {
    cluster: ['all'],
    indices: onAllIndices,
    applications: [{ application: '*', privileges: ['*'], resources: ['*'] }],
    run_as: ['*'],
    metadata: { _reserved: true },
    remote_indices: onAllIndices.map((entry) => ({ ...entry, clusters: ['*'] })),
    remote_cluster: [{ privileges: ['monitor_enrich', 'monitor_stats'], clusters: ['*'] }],
  },
};

/** The authenticated sender of a request: a user or a key. */
export type Caller =
  | { readonly kind: 'user'; readonly name: string; readonly roles: Roles; readonly by: 'token' | 'password' }
  | { readonly kind: 'key'; readonly key: ApiKeyRecord };

/** Returns the sets of role descriptors that all must grant an action; a derived key has an empty one, which grants nothing. */
function limitingRoles(caller: Caller): readonly Roles[] {
  if (caller.kind === 'user') return [caller.roles];
  const { roleDescriptors, limitedBy = {} } = caller.key;
  // Without descriptors of its own, a key has the permissions of its owner.
  return Object.keys(roleDescriptors).length === 0 ? [limitedBy] : [limitedBy, roleDescriptors];
}

/** Returns the extent to which the caller may do the action, or undefined. */
export function reachOnCluster(caller: Caller, action: string): Reach | undefined {
  const reaches = limitingRoles(caller).map((roles) => {
    const found = Object.values(roles).flatMap((role) =>
      textsIn(isRecord(role) ? role.cluster : []).flatMap((name) => {
        const reach = reachOf(clusterPrivilegeActions, name.toLowerCase(), action);
        return reach === undefined ? [] : [reach];
      }),
    );
    return found.includes('all') ? 'all' : found[0];
  });
  if (reaches.includes(undefined)) return undefined;
  return reaches.includes('own') ? 'own' : 'all';
}

/** Returns whether the caller may do the action on the index of that name. */
export function mayOnIndex(caller: Caller, action: string, index: string): boolean {
  return entriesGranting(caller, action, [index]).every((entries) => entries.length > 0);
}

/** Returns whether the caller may do the action on any index. */
export function mayOnSomeIndex(caller: Caller, action: string): boolean {
  return limitingRoles(caller).every((roles) =>
    Object.values(roles).some((role) =>
      entriesOf(role).some((entry) => isRecord(entry) && textsIn(entry.names).length > 0 && grants(entry, action)),
    ),
  );
}

/** An index permission entry of a role descriptor. */
export type IndexEntry = Readonly<Record<string, unknown>>;

/**
 * Returns the entries that grant the action on an index by any of its names: one list for each set of descriptors, of which all must grant
 * it.
 */
export function entriesGranting(
  caller: Caller,
  action: string,
  names: readonly string[],
): readonly (readonly IndexEntry[])[] {
  return limitingRoles(caller).map((roles) =>
    entriesIn(roles).filter((entry) => names.some((name) => coversIndex(entry, name)) && grants(entry, action)),
  );
}

const entriesIn = perObject((roles: Roles): readonly IndexEntry[] => {
  const entries = Object.values(roles).flatMap((role) => entriesOf(role).filter(isRecord));
  const groups = new Map<string, IndexEntry[]>();
  for (const entry of entries) {
    // An entry that grants nothing counts for nothing.
    if (textsIn(entry.privileges).includes('none')) continue;
    const key = JSON.stringify([isForRestricted(entry), ...[...new Set(textsIn(entry.names))].sort()]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].flatMap(merged);
});

/** Entries with the same names have the privileges of all, and the restrictions that none of them is without. */
function merged(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  if (entries.length < 2) return entries;
  const privileges = [...new Set(entries.flatMap((entry) => textsIn(entry.privileges)))];
  const isLifted = (name: string): boolean =>
    entries.some((entry) => entry[name] === undefined || entry[name] === null);
  const lifted = ['query', 'field_security'].filter(isLifted);
  return entries.map((entry) => ({ ...entry, privileges, ...Object.fromEntries(lifted.map((name) => [name, null])) }));
}

function isForRestricted({ allow_restricted_indices: flag }: IndexEntry): boolean {
  return flag === true || flag === 'true';
}

function grants(entry: IndexEntry, action: string): boolean {
  const known = knownGrants(entry);
  let isGranted = known.get(action);
  if (isGranted === undefined) {
    isGranted = textsIn(entry.privileges).some(
      (name) => reachOf(indexPrivilegeActions, name.toLowerCase(), action) === 'all',
    );
    known.set(action, isGranted);
  }
  return isGranted;
}

/** Actions are those of the catalogue's operations, so there are not many. */
const knownGrants = perObject((_: IndexEntry) => new Map<string, boolean>());

/** Returns whether the caller has a needed privilege; a privilege on indices is needed for all given ones. */
export function hasPrivilege(caller: Caller, needed: NeededPrivilege, indices: readonly string[]): boolean {
  return needed.kind === 'cluster'
    ? reachOnCluster(caller, needed.action) !== undefined
    : indices.every((index) => mayOnIndex(caller, needed.action, index));
}

/** Returns whether a caller has a privilege by name, on the cluster or on an index. */
export function hasNamedPrivilege(caller: Caller, privilege: string, index?: string): boolean {
  return limitingRoles(caller).every((roles) =>
    Object.values(roles).some((role) => {
      if (index === undefined) {
        return textsIn(isRecord(role) ? role.cluster : []).some((name) =>
          covers(privilegeTables, 'cluster', name.toLowerCase(), privilege),
        );
      }
      return entriesOf(role).some(
        (entry) =>
          isRecord(entry) &&
          coversIndex(entry, index) &&
          textsIn(entry.privileges).some((name) => covers(privilegeTables, 'index', name.toLowerCase(), privilege)),
      );
    }),
  );
}

/** Returns whether the caller may act as the user of that name. */
export function mayRunAs(caller: Caller, name: string): boolean {
  return limitingRoles(caller).every((roles) =>
    Object.values(roles).some((role) =>
      textsIn(isRecord(role) ? role.run_as : []).some((pattern) => matchesPattern(pattern, name)),
    ),
  );
}

/** Returns the workflows to which a key is restricted; an empty list for a caller that is not. */
export function workflowsOf(caller: Caller): readonly string[] {
  if (caller.kind === 'user') return [];
  return Object.values(caller.key.roleDescriptors).flatMap((role) => {
    const restriction = isRecord(role) ? role.restriction : undefined;
    return isRecord(restriction) ? textsIn(restriction.workflows) : [];
  });
}

/** Returns whether the descriptor grants nothing at all. */
export function isWithoutPrivileges(descriptor: unknown): boolean {
  return isRecord(descriptor) && grantingFields.every((field) => isEmpty(descriptor[field]));
}

function entriesOf(role: unknown): readonly unknown[] {
  if (!isRecord(role)) return [];
  const entries = role.indices ?? role.index;
  return Array.isArray(entries) ? entries : [];
}

const namesInEntry = perObject(({ names }: IndexEntry): readonly string[] => textsIn(names));

function coversIndex(entry: IndexEntry, index: string): boolean {
  return namesInEntry(entry).some((name) => {
    if (name === index) return true;
    if (isRestricted(index) && !isForRestricted(entry)) return false;
    return name.length > 1 && name.startsWith('/') && name.endsWith('/')
      ? (readExpression(name.slice(1, -1))?.(index) ?? false)
      : matchesPattern(name, index);
  });
}

/** Returns whether the name belongs to an internal index of the service. The sandbox has none, but privileges depend on it. */
function isRestricted(index: string): boolean {
  return /^\.(?:security|async-search)/.test(index);
}

/** Returns the strings of a list; a single string counts as a list of one. */
export function textsIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
