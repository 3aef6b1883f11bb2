import { isRecord } from '@rulebook/json/is-record';
import { covers, reachOf } from '@rulebook/catalogue/covers';
import type { Access, GivenRights, PrivilegeTables, ServiceRights } from '@rulebook/catalogue/need';
import { valueOfNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { matchesPattern, patternsMeet } from '@rulebook/text/name-pattern';
import type { RequestNeed } from './request-needs';
import { isRestricted } from './role-descriptor';

/** The key of the rights that hold for every endpoint without rights of its own. */
export const everyEndpoint = '*';

/**
 * Reads rights from JSON, which may have comments: a role descriptor, several by name, the body of a request that creates a key, its response, or the permissions or
 * scopes of a token (`{ "permissions": { "contents": "read" }, "repositories": ["o/r"] }`, `{ "scopes": ["repo"] }`). Undefined for anything else.
 */
export function readRights(text: string, file?: string): GivenRights | undefined {
  const { root, isTooDeep } = readJsonTree(text);
  const found = root === undefined || isTooDeep ? undefined : rightsIn(valueOfNode(root));
  return found === undefined || file === undefined ? found : { ...found, file };
}

/** Returns the rights in a value; undefined when it has none. */
export function rightsIn(value: unknown): GivenRights | undefined {
  if (!isRecord(value)) return undefined;
  const { permissions, repositories, scopes } = value;
  if (isRecord(permissions) || Array.isArray(scopes)) {
    return {
      cluster: [],
      indices: [],
      permissions: Object.fromEntries(
        Object.entries(isRecord(permissions) ? permissions : {}).flatMap(([name, access]) =>
          isAccess(access) ? [[name.replaceAll('-', '_'), access]] : [],
        ),
      ),
      ...(Array.isArray(repositories) && { repositories: textsIn(repositories) }),
      ...(Array.isArray(scopes) && { scopes: textsIn(scopes) }),
    };
  }
  const descriptors = descriptorsIn(value);
  if (descriptors.length === 0) return undefined;
  return {
    cluster: descriptors.flatMap(({ cluster }) => textsIn(cluster)),
    indices: descriptors.flatMap((one) => entriesOf(one)),
    permissions: {},
  };
}

function descriptorsIn(value: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  if (isDescriptor(value)) return [value];
  const named = isRecord(value.role_descriptors) ? value.role_descriptors : value;
  return Object.values(named).filter(isRecord).filter(isDescriptor);
}

function isDescriptor(value: Readonly<Record<string, unknown>>): boolean {
  return ['cluster', 'indices', 'index'].some((name) => Array.isArray(value[name]));
}

function entriesOf({ indices, index }: Readonly<Record<string, unknown>>): GivenRights['indices'] {
  const entries = Array.isArray(indices) ? indices : Array.isArray(index) ? index : [];
  return entries.filter(isRecord).map(({ names, privileges, allow_restricted_indices: restricted }) => ({
    names: textsIn(names),
    privileges: textsIn(privileges),
    isForRestricted: restricted === true || restricted === 'true',
  }));
}

/** Returns what of a need the rights do not allow: the need on the names that are not covered; undefined when all is allowed. */
export function lackOf(given: GivenRights, need: RequestNeed, service: ServiceRights): RequestNeed | undefined {
  switch (need.kind) {
    case 'cluster':
      return given.cluster.some((name) => grants(service.privileges, 'cluster', name, need)) ? undefined : need;
    case 'index':
      return lackOnIndices(given, need, service.privileges);
    case 'permission':
      return given.scopes === undefined ? lackOfPermission(given, need) : undefined;
    case 'scope': {
      const { scopes } = given;
      return scopes === undefined || need.names.some((name) => hasScope(scopes, name, service)) ? undefined : need;
    }
    default:
      // Neither a descriptor nor a token says what the user is.
      return undefined;
  }
}

function lackOnIndices(
  { indices }: GivenRights,
  need: RequestNeed,
  tables: PrivilegeTables | undefined,
): RequestNeed | undefined {
  const granting = indices.filter(({ privileges }) => privileges.some((name) => grants(tables, 'index', name, need)));
  if (need.on.length === 0) return granting.length > 0 ? undefined : need;
  const lacking = need.on.filter(
    (index) =>
      !granting.some(
        ({ names, isForRestricted }) =>
          names.some((name) => coversIndex(name, index)) && (isForRestricted || !isRestricted(index)),
      ),
  );
  // Such a request leaves out what is not granted.
  if (need.isLenient === true && lacking.length < need.on.length) return undefined;
  return lacking.length === 0 ? undefined : { ...need, on: lacking };
}

/**
 * Returns whether a grant may be enough for a name: of what a wildcard matches, a request gets what is granted; the value of a variable may be
 * any name, and a regular expression may match it; the indices behind a data stream are granted with it.
 */
function coversIndex(granted: string, asked: string): boolean {
  if (granted === asked || asked.includes('{{') || granted.startsWith('/')) return true;
  const meets = asked.includes('*') ? patternsMeet : matchesPattern;
  return meets(granted, asked) || (asked.startsWith('.ds-') && meets(`.ds-${granted}-*`, asked));
}

/** Returns whether a privilege is enough for a need. */
export function grants(
  tables: PrivilegeTables | undefined,
  kind: 'cluster' | 'index',
  granted: string,
  { names, action }: RequestNeed,
): boolean {
  if (tables === undefined) return names.includes(granted);
  return (
    names.some((name) => covers(tables, kind, granted, name)) ||
    (action !== undefined && reachOf(tables[kind], granted, action) !== undefined)
  );
}

function lackOfPermission({ permissions, repositories }: GivenRights, need: RequestNeed): RequestNeed | undefined {
  const has = need.names.some((name) => ranks[permissions[name] ?? 'none'] >= ranks[need.access ?? 'read']);
  if (!has) return need;
  if (need.target !== 'repository' || repositories === undefined) return undefined;
  const known = repositories.map((name) => name.toLowerCase());
  const lacking = need.on.filter((name) => !name.includes('{{') && !known.includes(name.toLowerCase()));
  return lacking.length === 0 ? undefined : { ...need, on: lacking };
}

const ranks = { none: 0, read: 1, write: 2, admin: 3 } as const;

function hasScope(given: readonly string[], name: string, { scopes = {} }: ServiceRights): boolean {
  return given.some((one) => one === name || (Object.hasOwn(scopes, one) && scopes[one]?.includes(name) === true));
}

function isAccess(value: unknown): value is Access {
  return value === 'read' || value === 'write' || value === 'admin';
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}
