import type { PayloadSignature, ResourceGroup } from '../../catalogue/resources';

const repository = '/repos/{owner}/{repo}';
const hook = `${repository}/hooks/{hook_id}`;
const delivery = `${hook}/deliveries/{delivery_id}`;
const collaborators = '/projects/{project_id}/collaborators';

/** The header fields that sign a delivery. */
export const signatures: readonly PayloadSignature[] = [
  { header: 'X-Hub-Signature-256', hash: 'sha256', prefix: 'sha256=' },
  { header: 'X-Hub-Signature', hash: 'sha1', prefix: 'sha1=' },
];

const deliveries: ResourceGroup = {
  id: 'deliveries',
  label: 'Deliveries',
  icon: 'mail',
  source: { request: { method: 'GET', path: `${hook}/deliveries?per_page=50` }, at: [] },
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
    details: { method: 'GET', path: delivery },
    again: { method: 'POST', path: `${delivery}/attempts` },
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
    opens: { method: 'GET', path: delivery },
    actions: [{ title: 'Redeliver', method: 'POST', path: `${delivery}/attempts` }],
  },
};

/** What the view shows of a code host. */
export const resources: readonly ResourceGroup[] = [
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
          source: { request: { method: 'GET', path: `${repository}/hooks?per_page=50` }, at: [] },
          actions: [
            {
              title: 'Create webhook',
              method: 'POST',
              path: `${repository}/hooks`,
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
            opens: { method: 'GET', path: hook },
            actions: [
              { title: 'Ping webhook', method: 'POST', path: `${hook}/pings` },
              { title: 'Test webhook', method: 'POST', path: `${hook}/tests` },
              { title: 'Update webhook', method: 'PATCH', path: hook, body: '{\n  "active": true\n}' },
              { title: 'Delete webhook', method: 'DELETE', path: hook },
            ],
            groups: [deliveries],
          },
        },
        {
          id: 'repository-collaborators',
          label: 'Collaborators',
          icon: 'organization',
          source: { request: { method: 'GET', path: `${repository}/collaborators?per_page=50` }, at: [] },
          item: {
            icon: 'person',
            label: '{login}',
            description: [{ text: '{role_name}' }],
            names: { username: 'login' },
            opens: { method: 'GET', path: `${repository}/collaborators/{username}/permission` },
            actions: [
              { title: 'Remove collaborator', method: 'DELETE', path: `${repository}/collaborators/{username}` },
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
          source: { request: { method: 'GET', path: `${collaborators}?per_page=50` }, at: [] },
          item: {
            icon: 'person',
            label: '{login}',
            names: { username: 'login' },
            opens: { method: 'GET', path: `${collaborators}/{username}/permission` },
            actions: [{ title: 'Remove collaborator', method: 'DELETE', path: `${collaborators}/{username}` }],
          },
        },
      ],
    },
  },
];
