import { isRecord } from '@rulebook/json/is-record';
import { createApiKey, refusedInDerived } from '@rulebook/search-cluster/facts/security/api-key';
import { encodeBase64 } from '@rulebook/text/base64';
import { failure } from './responses';
import { respond, type ClusterCall, type ClusterHandlers, type ClusterStep } from './call';
import type { ApiKeyRecord, ClusterState } from './model';
import { noObject } from '../indices/handlers';
import { problem, refuse, type Problem } from '../indices/problem';
import { isTooDeep } from '../indices/values';
import type { StepInput } from '@rulebook/sandbox/model';
import { administrator } from './authentication';
import { isWithoutPrivileges } from './privileges';
import { timeValueMilliseconds } from './time-value';
import { answer, readJson } from '@rulebook/sandbox/wire';

/** Plays the operations on API keys and on the caller. */
export const keyHandlers: ClusterHandlers = {
  [createApiKey.id]: createKey,
  'search-cluster.authenticate': (call) => respond(call, answer(200, describeCaller(call.caller))),
};

function createKey(call: ClusterCall): ClusterStep {
  const { request } = call;
  const body = request.body.trim() === '' ? { value: {} } : readJson(request.body);
  if (!body || !isRecord(body.value) || isTooDeep(body.value)) return refuse(call, noObject);
  return makeKey(call, call.caller, body.value);
}

/** Creates an API key of an owner; its permissions are those that both its descriptors and its owner have. */
export function makeKey(
  call: ClusterCall,
  owner: ClusterCall['caller'],
  { name, expiration, metadata, role_descriptors: written }: Readonly<Record<string, unknown>>,
): ClusterStep {
  const { input } = call;
  const descriptors = isRecord(written) ? written : {};
  if (owner.kind === 'key' && !isDerivable(descriptors)) {
    const reason =
      'A key that is created with an API key has no privileges. Give it one role descriptor without privileges.';
    return respond(call, failure(400, 'illegal_argument_exception', [{ reason }], 'privileged-derived-key'));
  }
  const lifetime = lifetimeOf(expiration);
  if (typeof lifetime === 'object') return refuse(call, lifetime);
  return addKey(call, {
    // Only a lenient sandbox gets this far without a name. Responses always have one.
    name: typeof name === 'string' ? name : '',
    ...(lifetime !== undefined && { expiration: input.now + lifetime }),
    owner: owner.kind === 'key' ? owner.key.owner : owner.name,
    roleDescriptors: descriptors,
    ...(owner.kind === 'user' && { limitedBy: owner.roles }),
    metadata: isRecord(metadata) ? metadata : {},
  });
}

/** Adds a key with an id and a secret of its own, and responds with them. */
export function addKey(
  call: ClusterCall,
  made: Omit<ApiKeyRecord, 'id' | 'secret' | 'creation' | 'number'>,
): ClusterStep {
  const { cluster, input } = call;
  const id = freshId(cluster, input);
  const { expiration } = made;
  const key: ApiKeyRecord = {
    ...made,
    id,
    name: made.name === '' ? id : made.name,
    secret: input.randomText(22),
    creation: input.now,
    number: cluster.keys.size,
  };
  const response = answer(200, {
    id: key.id,
    name: key.name,
    ...(expiration !== undefined && { expiration }),
    api_key: key.secret,
    encoded: encodeBase64(`${key.id}:${key.secret}`),
  });
  return respond(call, response, { ...cluster, keys: cluster.keys.with(key.id, key) });
}

/** Returns how long a key can be used, in milliseconds; undefined for one that does not expire. */
export function lifetimeOf(expiration: unknown): number | Problem | undefined {
  if (expiration === undefined || expiration === null) return undefined;
  // The service reads it as a time that is over.
  if (expiration === '-1') return -1;
  const lifetime = typeof expiration === 'string' ? timeValueMilliseconds(expiration) : undefined;
  if (lifetime !== undefined) return lifetime;
  const reason = 'The value of [expiration] is not a time value. Write a whole number and a unit, such as 7d.';
  return problem(reason, { type: 'x_content_parse_exception', rule: 'malformed-time-value' });
}

/** Returns the name of a key; one without a name, from an older state, is called by its id. */
export function nameOfKey({ id, name }: ApiKeyRecord): string {
  return name ?? id;
}

/** Returns keys in the order in which they were created. */
export function inOrderOfCreation(keys: Iterable<ApiKeyRecord>): readonly ApiKeyRecord[] {
  return [...keys].sort((a, b) => a.creation - b.creation || (a.number ?? 0) - (b.number ?? 0));
}

function isDerivable(descriptors: Readonly<Record<string, unknown>>): boolean {
  const all = Object.values(descriptors);
  return all.length > 0 && all.every((one) => isWithoutPrivileges(one) && !hasRefusedMember(one));
}

/** Returns whether a descriptor has what servers refuse in those of a key that a key creates. */
function hasRefusedMember(descriptor: unknown): boolean {
  const members = isRecord(descriptor) ? descriptor : {};
  return refusedInDerived.some((name) => members[name] !== undefined && members[name] !== null);
}

function freshId(state: ClusterState, input: StepInput): string {
  for (let length = 20; ; length++) {
    const id = input.randomText(length);
    if (!state.keys.has(id)) return id;
  }
}

/** The realm of the sandbox's users. */
const realm = 'reserved';

function describeCaller(caller: ClusterCall['caller']): unknown {
  const isKey = caller.kind === 'key';
  const source = isKey ? { name: '_es_api_key', type: '_es_api_key' } : { name: realm, type: realm };
  return {
    username: isKey ? caller.key.owner : caller.name,
    roles: isKey ? [] : Object.keys(caller.roles),
    full_name: null,
    email: null,
    metadata: (isKey ? caller.key.owner : caller.name) === administrator ? { _reserved: true } : {},
    enabled: true,
    authentication_realm: source,
    lookup_realm: source,
    authentication_type: isKey ? 'api_key' : caller.by === 'token' ? 'token' : 'realm',
    ...(isKey && { api_key: { id: caller.key.id, name: nameOfKey(caller.key) } }),
  };
}
