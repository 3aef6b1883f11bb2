import { runAsHeader } from '@rulebook/search-cluster/facts/security/run-as';
import { decodeBase64Text } from '@rulebook/text/base64';
import { failure } from './responses';
import type { ClusterState, UserRecord } from './model';
import type { WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { administratorRoles, mayRunAs, textsIn, workflowsOf, type Caller } from './privileges';
import { recordOf } from '../stored/kind';
import { perRequest } from '@rulebook/sandbox/remember-requests';
import { headerValue, ownValue } from '@rulebook/sandbox/wire';

/** The name of the built-in administrator. */
export const administrator = 'elastic';

/** Returns the caller, or why there is none. */
export function authenticate(state: ClusterState, request: WireRequest, now: number): Caller | string {
  const { header, scheme, credential } = readCredential(request);
  if (header === '') return 'The request carries no credential.';
  switch (scheme) {
    case 'bearer':
      if (credential !== state.bootstrap) return 'The bearer token is not valid.';
      return { kind: 'user', name: administrator, roles: administratorRoles, by: 'token' };
    case 'basic':
      return authenticateUser(state, credential);
    case 'apikey':
      return authenticateKey(state, credential, now);
    default:
      return 'The credential must be `Bearer <token>`, `Basic <user:password>` or `ApiKey <encoded>`.';
  }
}

const readCredential = perRequest((request) => {
  const header = headerValue(request, 'authorization')?.trim() ?? '';
  const [, scheme = '', credential = ''] = /^(\S+)\s+(\S+)$/.exec(header) ?? [];
  return { header, scheme: scheme.toLowerCase(), credential };
});

/**
 * Returns the user as whom a caller acts, or the caller itself. Returns a response instead when this is not allowed: the key is restricted to
 * workflows, or may not act as that user.
 */
export function actingCaller(state: ClusterState, request: WireRequest, caller: Caller): Caller | WireResponse {
  const workflows = workflowsOf(caller);
  if (workflows.length > 0) {
    return refusedCredential(
      `The API key is restricted to the workflows [${workflows.join(',')}], which the sandbox does not play. Use a key without [restriction].`,
    );
  }
  const name = readUser(request);
  if (name === '') return caller;
  if (!mayRunAs(caller, name)) {
    return refusedCredential(
      `The caller may not act as the user [${name}]. Add the name to [run_as] of one of its role descriptors.`,
    );
  }
  const roles = name === administrator ? administratorRoles : userOf(state, name)?.roles;
  if (roles === undefined) {
    return refusedCredential(`There is no user [${name}] to act as. Create it, or define it in the file of --seed.`);
  }
  return { kind: 'user', name, roles, by: 'password' };
}

const userField = runAsHeader.name.toLowerCase();
const readUser = perRequest((request) => headerValue(request, userField)?.trim() ?? '');

function refusedCredential(reason: string): WireResponse {
  return failure(403, 'security_exception', [{ reason }]);
}

function authenticateUser(state: ClusterState, credential: string): Caller | string {
  const [name, password] = splitPair(credential) ?? [];
  if (name === undefined) return 'The credential must be the base64 form of user, colon and password.';
  const user = name === administrator ? { password: state.bootstrap, roles: administratorRoles } : userOf(state, name);
  if (user?.password === undefined || user.password !== password)
    return 'There is no user with this name and password.';
  return { kind: 'user', name, roles: user.roles, by: 'password' };
}

/** Returns a user of the file of a seed or of a request; a role that is not there grants nothing. */
function userOf(
  state: ClusterState,
  name: string,
): (Pick<Partial<UserRecord>, 'password'> & Pick<UserRecord, 'roles'>) | undefined {
  const seeded = ownValue(state.users ?? {}, name);
  if (seeded !== undefined) return seeded;
  const { body } = recordOf(state, 'user', name) ?? {};
  if (body?.enabled !== true) return undefined;
  const roles = textsIn(body.roles).map((role): [string, unknown] => [
    role,
    ownValue(administratorRoles, role) ?? recordOf(state, 'role', role)?.body ?? {},
  ]);
  return { ...(typeof body.password === 'string' && { password: body.password }), roles: Object.fromEntries(roles) };
}

function authenticateKey(state: ClusterState, credential: string, now: number): Caller | string {
  const [id, secret] = splitPair(credential) ?? [];
  if (id === undefined) return 'The API key must be the base64 form of id, colon and secret.';
  const key = state.keys.get(id);
  if (key === undefined || key.secret !== secret) return 'There is no API key with this id and secret.';
  if (key.invalidation !== undefined) return 'The API key has been invalidated. Create another one.';
  if (key.expiration !== undefined && key.expiration <= now)
    return 'The API key has expired. Create another one with a longer [expiration], or without one.';
  return { kind: 'key', key };
}

function splitPair(credential: string): readonly [string, string] | undefined {
  const pair = decodeBase64Text(credential);
  const colon = pair?.indexOf(':') ?? -1;
  return pair === undefined || colon < 0 ? undefined : [pair.slice(0, colon), pair.slice(colon + 1)];
}
