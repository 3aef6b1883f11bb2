import { invitationDays, repositoryRoles, usualRole } from '../facts/client-outlines';
import { roleIn } from './access';
import type { MemberCall, MemberHandler } from './member-call';
import { withMemberEvent } from './member-events';
import type { HostState, InvitationRecord, RepositoryRecord, RepositoryRole } from './model';
import { pageOf } from './paging';
import { repositoryResponse } from './repository-response';
import { keyOfRepository, withRepository } from './repositories';
import { invalid, notFound, type HostStep } from './responses';
import { accountOf, userView } from './users';
import { timestamp } from './views';
import { encodeBase64 } from '@rulebook/text/base64';
import { Table } from '@rulebook/sandbox/table';
import { answer, ownValue, result } from '@rulebook/sandbox/wire';

type OnRepository = (state: HostState, call: MemberCall, repository: RepositoryRecord) => HostStep;

/** The operations on invitations, of a repository and of the user who received them. */
export const invitationHandlers: Readonly<
  Record<string, { readonly onRepository: OnRepository } | { readonly ofUser: MemberHandler }>
> = {
  'code-hosting.invitations.list': { onRepository: listInvitations },
  'code-hosting.invitations.update': { onRepository: updateInvitation },
  'code-hosting.invitations.delete': { onRepository: deleteInvitation },
  'code-hosting.invitations.received': { ofUser: listReceived },
  'code-hosting.invitations.accept': { ofUser: accept },
  'code-hosting.invitations.decline': { ofUser: decline },
};

const day = 86_400_000;

/** Changes the role of a collaborator, or invites a user to become one. */
export function inviteOrChange(state: HostState, call: MemberCall, repository: RepositoryRecord): HostStep {
  const { parameters, body, input, caller } = call;
  const login = parameters.get('username') ?? '';
  const found = accountOf(state, login);
  if (!found) return notFound(state, `There is no account ${login}.`);
  const role = roleOf(body.permission ?? grantOf(usualRole), 'grant');
  if (role === undefined)
    return invalid(state, [{ message: `The permission must be one of ${grants}.` }], 'Collaborator');
  const handle = login.toLowerCase();
  if (handle === repository.owner.toLowerCase()) {
    return invalid(state, [{ message: 'Repository owner cannot be a collaborator' }], 'Collaborator');
  }
  if (roleIn(repository, handle) !== undefined) {
    const changed = { ...repository, roles: repository.roles.with(handle, role) };
    const step = result(withRepository(found.state, changed), answer(204));
    return roleIn(repository, handle) === role ? step : withMemberEvent(step, changed, handle, 'edited', call);
  }
  const open = openInvitation(state, repository, handle);
  const isNew = open === undefined || isExpired(open, input.now);
  const invitation: InvitationRecord = isNew
    ? {
        ...{
          id: state.nextId,
          repository: keyOfRepository(repository),
          invitee: handle,
          inviter: caller.user.toLowerCase(),
        },
        ...{ role, createdAt: input.now },
      }
    : { ...open, role };
  const cleared = open ? without(found.state, open) : found.state;
  const next = { ...withInvitation(cleared, invitation), nextId: state.nextId + (isNew ? 1 : 0) };
  return result(next, answer(201, describe(next, invitation, call)));
}

/** Withdraws the invitation of a user to a repository, if there is one. */
export function withoutInvitation(state: HostState, repository: RepositoryRecord, handle: string): HostState {
  const open = openInvitation(state, repository, handle);
  return open ? without(state, open) : state;
}

function listInvitations(state: HostState, call: MemberCall, repository: RepositoryRecord): HostStep {
  const url = `${call.input.baseUrl}/repos/${repository.owner}/${repository.name}/invitations`;
  return list(state, call, url, (one) => one.repository === keyOfRepository(repository));
}

function listReceived(state: HostState, call: MemberCall): HostStep {
  const url = `${call.input.baseUrl}/user/repository_invitations`;
  return list(state, call, url, (one) => isFor(one, call) && !isExpired(one, call.input.now));
}

function list(state: HostState, call: MemberCall, url: string, isWanted: (one: InvitationRecord) => boolean): HostStep {
  const found = (state.invitations?.byId.ordered() ?? []).map(([, one]) => one).filter(isWanted);
  const page = pageOf(found, call.query, url);
  return result(
    state,
    answer(
      200,
      page.items.map((one) => describe(state, one, call)),
      page.headers,
    ),
  );
}

function updateInvitation(state: HostState, call: MemberCall, repository: RepositoryRecord): HostStep {
  const found = called(state, call, (one) => one.repository === keyOfRepository(repository));
  if (!found) return missing(state, call);
  // Invitations have the names of roles, except in the request that creates them.
  const role = roleOf(call.body.permissions ?? found.role, 'name');
  if (role === undefined)
    return invalid(state, [{ message: `The permissions must be one of ${names}.` }], 'Invitation');
  const next = { ...found, role };
  const changed = withInvitation(state, next);
  return result(changed, answer(200, describe(changed, next, call)));
}

function deleteInvitation(state: HostState, call: MemberCall, repository: RepositoryRecord): HostStep {
  const found = called(state, call, (one) => one.repository === keyOfRepository(repository));
  return found ? result(without(state, found), answer(204)) : missing(state, call);
}

function accept(state: HostState, call: MemberCall): HostStep {
  const found = called(state, call, (one) => isFor(one, call) && !isExpired(one, call.input.now));
  const repository = found && ownValue(state.repositories, found.repository);
  if (!repository) return missing(state, call);
  const joined = { ...repository, roles: repository.roles.with(found.invitee, found.role) };
  const step = result(withRepository(without(state, found), joined), answer(204));
  return withMemberEvent(step, joined, found.invitee, 'added', call);
}

function decline(state: HostState, call: MemberCall): HostStep {
  const found = called(state, call, (one) => isFor(one, call));
  return found ? result(without(state, found), answer(204)) : missing(state, call);
}

function called(
  { invitations }: HostState,
  { parameters }: MemberCall,
  isWanted: (one: InvitationRecord) => boolean,
): InvitationRecord | undefined {
  const found = invitations?.byId.get(parameters.get('invitation_id') ?? '');
  return found && isWanted(found) ? found : undefined;
}

function missing(state: HostState, { parameters }: MemberCall): HostStep {
  return notFound(state, `There is no open invitation ${parameters.get('invitation_id') ?? ''} for this.`);
}

function isFor({ invitee }: InvitationRecord, { caller }: MemberCall): boolean {
  return invitee === caller.user.toLowerCase();
}

function isExpired({ createdAt }: InvitationRecord, now: number): boolean {
  return now >= createdAt + invitationDays * day;
}

function openInvitation({ invitations }: HostState, repository: RepositoryRecord, handle: string) {
  const id = invitations?.open.get(`${keyOfRepository(repository)}/${handle}`);
  return id === undefined ? undefined : invitations?.byId.get(String(id));
}

function withInvitation(state: HostState, one: InvitationRecord): HostState {
  const { byId, open } = state.invitations ?? { byId: Table.empty<InvitationRecord>(), open: Table.empty<number>() };
  return {
    ...state,
    invitations: {
      byId: byId.with(String(one.id), one),
      open: open.with(`${one.repository}/${one.invitee}`, one.id),
    },
  };
}

function without(state: HostState, one: InvitationRecord): HostState {
  const { invitations } = state;
  if (!invitations) return state;
  const open = invitations.open.without(`${one.repository}/${one.invitee}`);
  return { ...state, invitations: { byId: invitations.byId.without(String(one.id)), open } };
}

function describe(state: HostState, invitation: InvitationRecord, { input }: MemberCall): object {
  const { id, role, createdAt } = invitation;
  const repository = ownValue(state.repositories, invitation.repository);
  const userOf = (handle: string) => {
    const found = accountOf(state, handle);
    return found ? userView(found.account, input.baseUrl) : null;
  };
  return {
    ...{ id, node_id: encodeBase64(`Invitation${id}`), permissions: role, created_at: timestamp(createdAt) },
    ...{ expired: isExpired(invitation, input.now), invitee: userOf(invitation.invitee) },
    inviter: userOf(invitation.inviter),
    ...(repository && { repository: repositoryResponse(repository, state, input) }),
    url: `${input.baseUrl}/user/repository_invitations/${id}`,
    html_url: `${input.baseUrl}/${invitation.repository}/invitations`,
  };
}

const grants = repositoryRoles.map(({ grant }) => grant).join(', ');
const names = repositoryRoles.map(({ name }) => name).join(', ');

function roleOf(value: unknown, by: 'name' | 'grant'): RepositoryRole | undefined {
  return repositoryRoles.find((role) => role[by] === value)?.name;
}

function grantOf(role: RepositoryRole): string | undefined {
  return repositoryRoles.find(({ name }) => name === role)?.grant;
}
