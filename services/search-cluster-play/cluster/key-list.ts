import { isRecord } from '@rulebook/json/is-record';
import { privilegeOf } from '@rulebook/search-cluster/facts/security/operation-privileges';
import type { NeededPrivilege } from '@rulebook/search-cluster/facts/security/operation-privileges';
import { failure, forbidden } from './responses';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import { readInvalidatedKeys, readRequestedKeys, type Selection } from './key-selection';
import { inOrderOfCreation, nameOfKey } from './keys';
import { isProblem, refuse } from '../indices/problem';
import { describeRoles } from './role-view';
import type { ApiKeyRecord } from './model';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { hasNamedPrivilege, reachOnCluster } from './privileges';
import { answer, readJson } from '@rulebook/sandbox/wire';

/** Plays reading and invalidating API keys, and checking one's own privileges. */
export const keyListHandlers: ClusterHandlers = {
  'search-cluster.api-key.get': readKeys,
  'search-cluster.api-key.invalidate': invalidateKeys,
  'search-cluster.has-privileges': describePrivileges,
};

/** The realm of the users of the sandbox. */
export const realmName = 'reserved';

function readKeys(call: ClusterCall): ClusterStep {
  const { query, cluster, input } = call;
  const selection = readRequestedKeys(call);
  if (isProblem(selection)) return refuse(call, selection);
  const refusal = refuseOthersKeys(call, selection);
  if (refusal) return refusal;
  const isActive = (key: ApiKeyRecord): boolean =>
    key.invalidation === undefined && (key.expiration === undefined || key.expiration > input.now);
  const found = keysIn(cluster, selection).filter(
    (key) => isKeySelected(call, selection, key) && (!isSet(query.get('active_only')) || isActive(key)),
  );
  const withLimits = isSet(query.get('with_limited_by'));
  const keys = found.map((key) => describeKey(key, withLimits));
  return respond(call, answer(selection.ids !== undefined && keys.length === 0 ? 404 : 200, { api_keys: keys }));
}

function invalidateKeys(call: ClusterCall): ClusterStep {
  const { cluster, input } = call;
  const selection = readInvalidatedKeys(call);
  if (isProblem(selection)) return refuse(call, selection);
  const refusal = refuseOthersKeys(call, selection);
  if (refusal) return refusal;
  const found = keysIn(cluster, selection).filter((key) => isKeySelected(call, selection, key));
  const fresh = found.filter((key) => key.invalidation === undefined);
  const invalidated = fresh.reduce((keys, key) => keys.with(key.id, { ...key, invalidation: input.now }), cluster.keys);
  const response = answer(200, {
    invalidated_api_keys: fresh.map((key) => key.id),
    previously_invalidated_api_keys: found.filter((key) => key.invalidation !== undefined).map((key) => key.id),
    error_count: 0,
  });
  return respond(call, response, { ...cluster, keys: invalidated });
}

/** Returns the candidates of a selection, in the order in which they were created. */
function keysIn({ keys }: ClusterCall['cluster'], { ids }: Selection): readonly ApiKeyRecord[] {
  if (ids === undefined) return inOrderOfCreation(keys.values());
  return inOrderOfCreation([...new Set(ids)].flatMap((id) => keys.get(id) ?? []));
}

/** Refuses a selection of other keys by a caller who has the privilege for its own keys only; a key may name itself. */
function refuseOthersKeys(call: ClusterCall, selection: Selection): ClusterStep | undefined {
  const { match, caller } = call;
  const privilege = match.kind === 'operation' ? privilegeOf(match.operation) : undefined;
  if (privilege === undefined || reachOnCluster(caller, privilege.action) === 'all') return undefined;
  const isOwn =
    caller.kind === 'key'
      ? selection.ids?.length === 1 && selection.ids[0] === caller.key.id
      : selection.isOwner || (selection.user === caller.name && selection.realm === realmName);
  if (isOwn) return undefined;
  const wider: NeededPrivilege = { ...privilege, names: ['manage_api_key'] };
  return respond(call, forbidden(caller, wider, 'access API keys of others (use `owner` to select your own)'));
}

function isKeySelected(
  { caller }: ClusterCall,
  { ids, name, user, realm, isOwner }: Selection,
  key: ApiKeyRecord,
): boolean {
  const self = caller.kind === 'key' ? caller.key.owner : caller.name;
  return (
    (ids === undefined || ids.includes(key.id)) &&
    (name === undefined || matchesPattern(name, nameOfKey(key))) &&
    (user === undefined || user === key.owner) &&
    (realm === undefined || realm === realmOf(key)) &&
    (!isOwner || (caller.kind === 'key' ? key.id === caller.key.id : key.owner === self && !isDerived(key)))
  );
}

/** Returns whether the key was created with a key, which gives it no limits of an owner. */
function isDerived({ limitedBy }: ApiKeyRecord): boolean {
  return limitedBy === undefined;
}

/** Returns the realm of who created the key: that of a user, or that of keys. */
export function realmOf(key: ApiKeyRecord): string {
  return isDerived(key) ? '_es_api_key' : realmName;
}

/** Returns a key as responses show it, without its secret. */
export function describeKey(key: ApiKeyRecord, withLimits: boolean): object {
  const { id, creation, expiration, invalidation, owner, metadata, roleDescriptors, limitedBy } = key;
  return {
    id,
    name: nameOfKey(key),
    type: 'rest',
    creation,
    ...(expiration !== undefined && { expiration }),
    invalidated: invalidation !== undefined,
    ...(invalidation !== undefined && { invalidation }),
    username: owner,
    realm: realmOf(key),
    realm_type: realmOf(key),
    metadata,
    role_descriptors: describeRoles(roleDescriptors),
    ...(withLimits && { limited_by: [describeRoles(limitedBy ?? {})] }),
  };
}

function describePrivileges(call: ClusterCall): ClusterStep {
  const body = readJson(call.request.body)?.value;
  if (!isRecord(body)) return refuseList(call, 'The body must name privileges, for example by `cluster`.');
  const { caller } = call;
  const cluster = asStrings(body.cluster).map((name): [string, boolean] => [name, hasNamedPrivilege(caller, name)]);
  // An index may occur in several entries; their results are merged under its name.
  const index = new Map<string, Map<string, boolean>>();
  for (const entry of Array.isArray(body.index) ? (body.index as readonly unknown[]) : []) {
    if (!isRecord(entry)) continue;
    for (const name of asStrings(entry.names)) {
      const granted = index.get(name) ?? new Map<string, boolean>();
      for (const one of asStrings(entry.privileges)) granted.set(one, hasNamedPrivilege(caller, one, name));
      index.set(name, granted);
    }
  }
  const all = [
    ...cluster.map(([, isGranted]) => isGranted),
    ...[...index.values()].flatMap((one) => [...one.values()]),
  ];
  return respond(
    call,
    answer(200, {
      username: caller.kind === 'key' ? caller.key.owner : caller.name,
      has_all_requested: all.every(Boolean),
      cluster: Object.fromEntries(cluster),
      index: Object.fromEntries([...index].map(([name, granted]) => [name, Object.fromEntries(granted)])),
      application: {},
    }),
  );
}

function refuseList(call: ClusterCall, reason: string): ClusterStep {
  return respond(call, failure(400, 'action_request_validation_exception', [{ reason }]));
}

function isSet(text: string | undefined): boolean {
  return text === '' || text === 'true';
}

function asStrings(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
