import type { Need } from '../../../catalogue/need';
import type { Operation } from '../../../catalogue/operation';
import { text } from '../../../catalogue/shapes';
import { reference } from './source-document';
import { openApi, permissionLists } from './sources';

const fromDescription = reference('What the service does', openApi);
const fromLists = reference('Authentication', permissionLists);

function permission(name: string, title: string, access: 'read' | 'write'): Need {
  return { kind: 'permission', names: [name], titles: [title], access, provenance: fromLists };
}

const readsMetadata = permission('metadata', 'Metadata', 'read');
const readsAdministration = permission('administration', 'Administration', 'read');
const administrates = permission('administration', 'Administration', 'write');

function outline(id: string, line: string, title: string, needs: readonly Need[] = []): Operation {
  const [method = '', path = ''] = line.split(' ');
  return {
    id: `code-hosting.${id}`,
    service: 'code-hosting',
    title,
    summary: 'Rulebook knows that this operation exists. It does not check the parameters and the body.',
    isOutline: true,
    methods: [method],
    path,
    needs,
    parameters: {
      path: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        summary: `The path parameter \`${name}\`.`,
        provenance: fromDescription,
        shape: text,
        required: true,
      })),
      query: [],
    },
    responses: [],
    notes: [],
    provenance: fromDescription,
  };
}

const collaborators = '/repos/{owner}/{repo}/collaborators';
const invitations = '/repos/{owner}/{repo}/invitations';
const received = '/user/repository_invitations';

/** What clients call around the documented operations: how often they may call, and who takes part in a repository. */
export const clientOutlines: readonly Operation[] = [
  outline('rate-limit.get', 'GET /rate_limit', 'Read the rate limit'),
  outline('members.list', `GET ${collaborators}`, 'List the collaborators of a repository', [readsMetadata]),
  outline('members.check', `GET ${collaborators}/{username}`, 'Check whether a user is a collaborator', [
    readsMetadata,
  ]),
  outline('members.permission', `GET ${collaborators}/{username}/permission`, 'Read the permission of a user', [
    readsMetadata,
  ]),
  outline('members.add', `PUT ${collaborators}/{username}`, 'Invite a collaborator, or change its role', [
    administrates,
  ]),
  outline('members.remove', `DELETE ${collaborators}/{username}`, 'Remove a collaborator', [administrates]),
  outline('invitations.list', `GET ${invitations}`, 'List the invitations to a repository', [readsAdministration]),
  outline('invitations.update', `PATCH ${invitations}/{invitation_id}`, 'Change an invitation', [administrates]),
  outline('invitations.delete', `DELETE ${invitations}/{invitation_id}`, 'Withdraw an invitation', [administrates]),
  outline('invitations.received', `GET ${received}`, 'List your invitations to repositories', [readsAdministration]),
  outline('invitations.accept', `PATCH ${received}/{invitation_id}`, 'Accept an invitation'),
  outline('invitations.decline', `DELETE ${received}/{invitation_id}`, 'Decline an invitation', [administrates]),
];

/** A role in a repository: its name in responses, and what a request grants it by. Each includes those before it. */
export const repositoryRoles = [
  { name: 'read', grant: 'pull' },
  { name: 'triage', grant: 'triage' },
  { name: 'write', grant: 'push' },
  { name: 'maintain', grant: 'maintain' },
  { name: 'admin', grant: 'admin' },
] as const;

/** The role that an invitation has when the request says nothing. */
export const usualRole = 'write';

/** The number of days after which an invitation expires. */
export const invitationDays = 7;
