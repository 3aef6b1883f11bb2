import { field, namesInPath } from '@rulebook/catalogue/makers';
import type { Need } from '@rulebook/catalogue/need';
import type { Operation } from '@rulebook/catalogue/operation';
import type { ObjectShape } from '@rulebook/catalogue/shape';
import { text } from '@rulebook/catalogue/shapes';
import { organizationConfig } from './hook-config';
import { reference } from './source-document';
import { openApi, permissionLists } from './sources';

const fromDescription = reference('What the service does', openApi);
const fromLists = reference('Authentication', permissionLists);

function permission(name: string, title: string, access: 'read' | 'write'): Need {
  return { kind: 'permission', names: [name], titles: [title], access, provenance: fromLists };
}

const readsMetadata = permission('metadata', 'Metadata', 'read');
const readsAdministration = permission('administration', 'Administration', 'read');
const readsHooks = permission('organization_hooks', 'Webhooks', 'read');
const administratesHooks = permission('organization_hooks', 'Webhooks', 'write');
const administrates = permission('administration', 'Administration', 'write');

function outline(id: string, line: string, title: string, needs: readonly Need[] = [], shape?: ObjectShape): Operation {
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
      path: namesInPath(path).map((name) => ({
        name,
        summary: `The path parameter \`${name}\`.`,
        provenance: fromDescription,
        shape: text,
        required: true,
      })),
      query: [],
    },
    ...(shape && { body: { shape, provenance: fromDescription } }),
    responses: [],
    notes: [],
    provenance: fromDescription,
  };
}

const collaborators = '/repos/{owner}/{repo}/collaborators';
const invitations = '/repos/{owner}/{repo}/invitations';
const received = '/user/repository_invitations';

const organizationHooks = '/orgs/{org}/hooks';

const organizationHook: ObjectShape = {
  type: 'object',
  name: 'webhook of an organization',
  isOpen: true,
  fields: [field('config', organizationConfig, 'Where and how payloads are sent.', fromDescription)],
};

/** The webhooks of organizations, whose description knows all but which addresses the service reaches. */
const ofOrganizations: readonly Operation[] = [
  outline('organization-hooks.list', `GET ${organizationHooks}`, 'List the webhooks of an organization', [readsHooks]),
  outline('organization-hooks.get', `GET ${organizationHooks}/{hook_id}`, 'Read a webhook of an organization', [
    readsHooks,
  ]),
  outline('organization-hooks.delete', `DELETE ${organizationHooks}/{hook_id}`, 'Delete a webhook of an organization', [
    administratesHooks,
  ]),
  outline(
    'organization-hooks.get-config',
    `GET ${organizationHooks}/{hook_id}/config`,
    'Read the configuration of a webhook of an organization',
    [readsHooks],
  ),
  outline(
    'organization-hooks.create',
    `POST ${organizationHooks}`,
    'Create a webhook of an organization',
    [administratesHooks],
    organizationHook,
  ),
  outline(
    'organization-hooks.update',
    `PATCH ${organizationHooks}/{hook_id}`,
    'Update a webhook of an organization',
    [administratesHooks],
    organizationHook,
  ),
  outline(
    'organization-hooks.config',
    `PATCH ${organizationHooks}/{hook_id}/config`,
    'Update the configuration of a webhook of an organization',
    [administratesHooks],
    organizationConfig,
  ),
];

/** What clients call around the documented operations: how often they may call, and who takes part in a repository. */
export const clientOutlines: readonly Operation[] = [
  ...ofOrganizations,
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
