import type { PayloadSignature, ResourceGroup, StatedRequest } from '@rulebook/catalogue/resources';

const repository = '/repos/{owner}/{repo}';

/** The header fields that sign a delivery. */
export const signatures: readonly PayloadSignature[] = [
  { header: 'X-Hub-Signature-256', hash: 'sha256', prefix: 'sha256=' },
  { header: 'X-Hub-Signature', hash: 'sha1', prefix: 'sha1=' },
];

const deliveries: ResourceGroup<StatedRequest> = {
  id: 'deliveries',
  label: 'Deliveries',
  icon: 'mail',
  source: { request: { operation: 'deliveries.list', query: 'per_page=50' }, at: [] },
  table: {
    columns: {
      id: 'id',
      status: 'status',
      code: 'status_code',
      event: 'event',
      action: 'action',
      duration: 'duration',
      time: 'delivered_at',
      redelivery: 'redelivery',
    },
    details: { operation: 'deliveries.get' },
    again: { operation: 'deliveries.redeliver' },
    signatures,
  },
  item: {
    icon: 'mail',
    label: '{event}',
    description: [
      { text: '{action}' },
      { text: '{status_code} {status}' },
      { text: '{delivered_at}' },
      { text: 'redelivery', when: { member: 'redelivery', is: true } },
    ],
    names: { delivery_id: 'id' },
    opens: { operation: 'deliveries.get' },
    actions: [{ title: 'Redeliver', operation: 'deliveries.redeliver' }],
  },
};

/** What the view shows of a code host. */
export const resources: readonly ResourceGroup<StatedRequest>[] = [
  {
    id: 'repositories',
    label: 'Repositories',
    icon: 'repo',
    source: { named: { noun: 'repository', form: '{owner}/{repo}', path: repository } },
    item: {
      icon: 'repo',
      label: '{owner}/{repo}',
      names: { owner: 'owner', repo: 'repo' },
      opens: { method: 'GET', path: repository },
      groups: [
        {
          id: 'hooks',
          label: 'Webhooks',
          icon: 'broadcast',
          source: { request: { operation: 'hooks.list', query: 'per_page=50' }, at: [] },
          actions: [
            {
              title: 'Create webhook',
              operation: 'hooks.create',
              body: '{\n  "name": "web",\n  "events": ["push"],\n  "config": {\n    "url": "{{url}}",\n    "content_type": "json",\n    "secret": "{{secret}}"\n  }\n}',
            },
          ],
          item: {
            icon: 'broadcast',
            label: '{config.url}',
            description: [
              { text: 'inactive', when: { member: 'active', is: false } },
              { text: '{events}' },
              { text: '{last_response.code} {last_response.message}' },
            ],
            names: { hook_id: 'id' },
            opens: { operation: 'hooks.get' },
            actions: [
              { title: 'Ping webhook', operation: 'hooks.ping' },
              { title: 'Test webhook', operation: 'hooks.test' },
              { title: 'Update webhook', operation: 'hooks.update', body: '{\n  "active": true\n}' },
              { title: 'Delete webhook', operation: 'hooks.delete' },
            ],
            groups: [deliveries],
          },
        },
        {
          id: 'repository-collaborators',
          label: 'Collaborators',
          icon: 'organization',
          source: { request: { operation: 'members.list', query: 'per_page=50' }, at: [] },
          item: {
            icon: 'person',
            label: '{login}',
            description: [{ text: '{role_name}' }],
            names: { username: 'login' },
            opens: { operation: 'members.permission' },
            actions: [{ title: 'Remove collaborator', operation: 'members.remove' }],
          },
          actions: [
            {
              title: 'Invite collaborator',
              operation: 'members.add',
              names: { username: '{{username}}' },
              body: '{\n  "permission": "push"\n}',
            },
          ],
        },
        {
          id: 'invitations',
          label: 'Invitations',
          icon: 'mail',
          source: { request: { operation: 'invitations.list', query: 'per_page=50' }, at: [] },
          item: {
            icon: 'mail',
            label: '{invitee.login}',
            description: [
              { text: '{permissions}' },
              { text: 'from {inviter.login}' },
              { text: 'expired', when: { member: 'expired', is: true } },
            ],
            names: { invitation_id: 'id' },
            actions: [
              { title: 'Change invitation', operation: 'invitations.update', body: '{\n  "permissions": "write"\n}' },
              { title: 'Withdraw invitation', operation: 'invitations.delete' },
            ],
          },
        },
      ],
    },
  },
  {
    id: 'projects',
    label: 'Classic projects',
    icon: 'project',
    source: { named: { noun: 'project', form: '{project_id}', path: '/projects/{project_id}' } },
    item: {
      icon: 'project',
      label: 'Project {project_id}',
      names: { project_id: 'project_id' },
      groups: [
        {
          id: 'collaborators',
          label: 'Collaborators',
          icon: 'organization',
          source: { request: { operation: 'collaborators.list', query: 'per_page=50' }, at: [] },
          item: {
            icon: 'person',
            label: '{login}',
            names: { username: 'login' },
            opens: { operation: 'collaborators.permission' },
            actions: [{ title: 'Remove collaborator', operation: 'collaborators.remove' }],
          },
        },
      ],
    },
  },
];
