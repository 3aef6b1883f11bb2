import { repositoryRoles } from '../facts/client-outlines';
import { lackOfToken, isFor, roleIn, canSee } from './access';
import { inviteOrChange, invitationHandlers, withoutInvitation } from './invitations';
import type { MemberCall, MemberHandler } from './member-call';
import { withMemberEvent } from './member-events';
import type { HostState, RepositoryRecord, RepositoryRole } from './model';
import { pageOf } from './paging';
import { repositoryOf, withRepository } from './repositories';
import { challenging, hostFailure, notFound, type HostStep } from './responses';
import { grantsOf, rankOf } from './roles';
import { accountOf, userView } from './users';
import type { Operation } from '@rulebook/catalogue/operation';
import { answer, ownValue, result } from '@rulebook/sandbox/wire';

/** The operations on who takes part in a repository that the sandbox plays, by id. */
export const memberHandlers: Readonly<Record<string, MemberHandler>> = {
  'code-hosting.members.list': onRepository('write', listMembers),
  'code-hosting.members.check': onRepository('write', checkMember),
  'code-hosting.members.permission': onRepository('write', readPermission),
  'code-hosting.members.add': onRepository('admin', inviteOrChange),
  'code-hosting.members.remove': onRepository('admin', removeMember),
  ...Object.fromEntries(
    Object.entries(invitationHandlers).map(([id, handle]) => [
      id,
      'onRepository' in handle ? onRepository('admin', handle.onRepository) : handle.ofUser,
    ]),
  ),
};

/** Returns the response to a token that lacks what an operation needs, or undefined. */
export function refuseToken(
  operation: Operation,
  { caller, parameters }: MemberCall,
): ReturnType<typeof hostFailure> | undefined {
  const [owner, repo] = [parameters.get('owner'), parameters.get('repo')];
  const on = owner === undefined || repo === undefined ? [] : [`${owner}/${repo}`];
  const needs = (operation.needs ?? []).map(({ remote: _, ...need }) => ({
    ...need,
    on,
    target: 'repository' as const,
  }));
  const detail = lackOfToken(caller, needs);
  return detail === undefined
    ? undefined
    : challenging(hostFailure(403, 'Resource not accessible by this token', { detail }));
}

/** Makes a handler of an operation on a repository, which needs a role there. */
function onRepository(
  least: RepositoryRole,
  handle: (state: HostState, call: MemberCall, repository: RepositoryRecord) => HostStep,
): MemberHandler {
  return (state, call) => {
    const { caller, parameters } = call;
    const named = { owner: parameters.get('owner') ?? '', repo: parameters.get('repo') ?? '' };
    const repository = repositoryOf(state, named);
    if (!repository || !canSee(repository, caller) || !isFor(caller, repository)) {
      return notFound(state, `You cannot see a repository ${named.owner}/${named.repo}.`);
    }
    const role = roleIn(repository, caller.user);
    const isOwn = call.method === 'DELETE' && parameters.get('username')?.toLowerCase() === caller.user.toLowerCase();
    if (rankOf(role) < rankOf(least) && !isOwn) {
      const message = `Must have ${least === 'admin' ? 'admin rights to' : 'push access to view the collaborators of'} the repository.`;
      const detail = `${caller.user} has ${role === undefined ? 'no role' : `the role ${role}`} in ${named.owner}/${named.repo}, and needs ${least}.`;
      return result(state, hostFailure(403, message, { detail }));
    }
    return handle(state, call, repository);
  };
}

function listMembers(state: HostState, call: MemberCall, repository: RepositoryRecord): HostStep {
  const { query, input } = call;
  const owner = repository.owner.toLowerCase();
  const all: (readonly [string, RepositoryRole])[] = [[owner, 'admin'], ...repository.roles.ordered()];
  const affiliation = query.get('affiliation');
  const wanted = query.get('permission');
  const least = repositoryRoles.findIndex(({ grant }) => grant === wanted);
  const handles = all.filter(
    ([handle, role]) => (affiliation !== 'outside' || handle !== owner) && rankOf(role) >= least,
  );
  const url = `${input.baseUrl}/repos/${repository.owner}/${repository.name}/collaborators`;
  const kept = {
    ...(affiliation !== undefined && { affiliation }),
    ...(wanted !== undefined && { permission: wanted }),
  };
  const page = pageOf(handles, query, url, kept);
  const members = page.items.flatMap(([handle, role]) => {
    const found = accountOf(state, handle);
    return found ? [{ ...userView(found.account, input.baseUrl), permissions: grantsOf(role), role_name: role }] : [];
  });
  return result(state, answer(200, members, page.headers));
}

function checkMember(state: HostState, { parameters }: MemberCall, repository: RepositoryRecord): HostStep {
  const login = parameters.get('username') ?? '';
  if (roleIn(repository, login) !== undefined) return result(state, answer(204));
  return notFound(state, `${login} is not a collaborator of ${repository.owner}/${repository.name}.`);
}

/** The former names of permissions, of which there are fewer than roles. */
const formerNames: Readonly<Record<string, string>> = { triage: 'read', maintain: 'write' };

function readPermission(state: HostState, { parameters, input }: MemberCall, repository: RepositoryRecord): HostStep {
  const login = parameters.get('username') ?? '';
  const found = accountOf(state, login);
  if (!found) return notFound(state, `There is no account ${login}.`);
  const role = roleIn(repository, login) ?? (repository.isPrivate ? undefined : 'read');
  const name = role ?? 'none';
  const user = { ...userView(found.account, input.baseUrl), permissions: grantsOf(role), role_name: name };
  return result(state, answer(200, { permission: ownValue(formerNames, name) ?? name, role_name: name, user }));
}

/** Removes a collaborator, and withdraws an invitation of the user. */
function removeMember(state: HostState, call: MemberCall, repository: RepositoryRecord): HostStep {
  const handle = (call.parameters.get('username') ?? '').toLowerCase();
  const left = withoutInvitation(state, repository, handle);
  const without = { ...repository, roles: repository.roles.without(handle) };
  const step = result(withRepository(left, without), answer(204));
  const wasMember = repository.roles.get(handle) !== undefined;
  return wasMember ? withMemberEvent(step, without, handle, 'removed', call) : step;
}
