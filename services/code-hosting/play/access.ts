import { impliedPermission, scopeFacts, webhooksPermission, type WebhooksPermission } from '../facts/permissions';
import type { Need } from '@rulebook/catalogue/need';
import type { Operation } from '@rulebook/catalogue/operation';
import type { HostState, ProjectRecord, RepositoryRecord, RepositoryRole, TokenRecord } from './model';
import type { WireRequest } from '@rulebook/sandbox/model';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import { perRequest } from '@rulebook/sandbox/remember-requests';
import { headerValue, ownValue } from '@rulebook/sandbox/wire';

/** Returns the record of the request's token, `none` without a token, or `unknown`. */
export function callerOf(state: HostState, request: WireRequest): TokenRecord | 'none' | 'unknown' {
  const { credential, sent } = readToken(request);
  if (credential === '') return 'none';
  if (sent === undefined) return 'unknown';
  if (sent === state.bootstrap) return { user: state.owner, scopes: scopeFacts.everything };
  return state.tokens.find(({ token, name }) => sent === (token ?? `${state.bootstrap}-${name ?? ''}`)) ?? 'unknown';
}

const readToken = perRequest((request) => {
  const credential = headerValue(request, 'authorization')?.trim() ?? '';
  const [, sent] = /^(?:bearer|token)\s+(\S+)$/i.exec(credential) ?? [];
  return { credential, sent };
});

/** Returns the role of a user in a repository; without a role, a user can only read public repositories. */
export function roleIn(repository: RepositoryRecord, login: string): RepositoryRole | undefined {
  const handle = login.toLowerCase();
  return handle === repository.owner.toLowerCase() ? 'admin' : repository.roles.get(handle);
}

/** Returns whether the caller can see that the repository exists. */
export function canSee(repository: RepositoryRecord, caller: TokenRecord | undefined): boolean {
  if (!repository.isPrivate) return true;
  return caller !== undefined && roleIn(repository, caller.user) !== undefined && isFor(caller, repository);
}

/** Returns one sentence that says why the caller may not call an operation on a repository's webhooks, or undefined. */
export function refuseOnRepository(
  operation: Operation,
  repository: RepositoryRecord,
  caller: TokenRecord,
): string | undefined {
  const { permission, scopes, role } = needsOf(operation);
  const has = roleIn(repository, caller.user);
  const full = `${repository.owner}/${repository.name}`;
  if (has === undefined) return `${caller.user} has no role in ${full}.`;
  if (!isFor(caller, repository)) return `The token is not for ${full}.`;
  if (caller.scopes) {
    const isGranted = scopes.length === 0 || scopes.some((scope) => hasScope(caller.scopes ?? [], scope, repository));
    if (!isGranted) return `The token has none of the scopes ${scopes.join(', ')}.`;
  } else if (ranks[permissionOf(caller, webhooksPermission)] < ranks[permission]) {
    return `The token has the permission Webhooks: ${permissionOf(caller, webhooksPermission)}, and needs ${permission}.`;
  }
  return ranks[has] < ranks[role] ? `${caller.user} has the role ${has} in ${full}, and needs ${role}.` : undefined;
}

/** Returns one sentence that says which published need of an operation a token does not fulfil, or undefined. */
export function lackOfToken(caller: TokenRecord, needs: readonly RequestNeed[]): string | undefined {
  // The sandbox's own credential may do everything.
  if (caller.scopes === scopeFacts.everything) return undefined;
  for (const { kind, names, titles = names, access = 'read', on, condition, certainty } of needs) {
    if (condition !== undefined || certainty === 'unclear') continue;
    if (kind === 'scope' && caller.scopes !== undefined) {
      const { scopes } = caller;
      const has = names.some((name) => scopes.some((one) => one === name || includesScope(one, name)));
      if (!has) return `The token has none of the scopes ${names.join(', ')}.`;
    }
    if (kind !== 'permission' || caller.scopes !== undefined) continue;
    const has = names.some((name) => ranks[permissionOf(caller, name)] >= ranks[access]);
    if (!has) return `The token needs the permission ${titles.join(' or ')} with ${access} access.`;
    const others = on.filter((name) => name.includes('/') && !isNamed(caller, name));
    if (others.length > 0) return `The token is not for ${others.join(', ')}.`;
  }
  return undefined;
}

function permissionOf({ webhooks = 'none', permissions = {} }: TokenRecord, name: string): keyof typeof ranks {
  return (
    ownValue(permissions, name) ??
    (name === webhooksPermission ? webhooks : name === impliedPermission ? 'read' : 'none')
  );
}

/** Returns the relation of a user to a classic project. */
export function partIn(project: ProjectRecord, login: string): 'administrator' | 'participant' | 'stranger' {
  const handle = login.toLowerCase();
  const permission = project.collaborators.get(handle);
  if (handle === project.owner.toLowerCase() || permission === 'admin') return 'administrator';
  return permission !== undefined || project.members.includes(handle) ? 'participant' : 'stranger';
}

const ranks = { none: 0, read: 1, triage: 2, write: 3, maintain: 4, admin: 5 } as const;

interface Needs {
  readonly permission: WebhooksPermission;
  readonly scopes: readonly string[];
  readonly role: RepositoryRole;
}

/** Reads what the operation needs. The documents say who may delete; for the rest a role as strong as the permission does. */
function needsOf({ needs = [] }: Operation): Needs {
  const permission = needs.find(({ kind, names }) => kind === 'permission' && names.includes(webhooksPermission));
  const access = permission?.access === 'write' ? 'write' : 'read';
  const namesOf = (wanted: Need['kind']) => needs.find(({ kind }) => kind === wanted)?.names ?? [];
  const isForAdmin = namesOf('role').includes('admin of repository');
  return { permission: access, scopes: namesOf('scope'), role: isForAdmin ? 'admin' : access };
}

function hasScope(granted: readonly string[], needed: string, repository: RepositoryRecord): boolean {
  if (needed === scopeFacts.publicOnly && repository.isPrivate) return false;
  return granted.some((scope) => scope === needed || includesScope(scope, needed));
}

function includesScope(scope: string, needed: string): boolean {
  return ownValue(scopeFacts.includes, scope)?.includes(needed) === true;
}

/** Returns whether a token is for the repository. */
export function isFor(token: TokenRecord, { owner, name }: RepositoryRecord): boolean {
  return isNamed(token, `${owner}/${name}`);
}

function isNamed({ repositories }: TokenRecord, full: string): boolean {
  return repositories === undefined || repositories.some((one) => one.toLowerCase() === full.toLowerCase());
}
