import type { ServiceIdentity } from '@rulebook/catalogue/identity';
import { signatures } from './resources';

/** What the code host is called, who plays it, which files hold its bodies, and how its vendors write its names. */
export const codeHosting: ServiceIdentity = {
  id: 'code-hosting',
  title: 'Code hosting',
  products: 'GitHub',
  signatures,
  client: {
    title: 'Octokit',
    package: '@octokit/rest',
    className: 'Octokit',
    variable: 'octokit',
    baseUrl: 'baseUrl',
    auth: { bearer: '$', token: '$' },
    methods: 'octokit.rest',
    style: 'route',
  },
  servers: [
    {
      name: 'host',
      endpoint: 'sandbox-hub',
      title: 'code host',
      summary: 'a code host',
      portOffset: 2,
      isDefault: true,
      events: {
        subject: { member: 'repository', noun: 'repository' },
        receiver: 'webhook',
        usual: ['push', 'issues', 'pull_request'],
        options: [
          { flags: '--action <action>', summary: 'action within the event, for example closed', member: 'action' },
          {
            flags: '--repository <owner/repo>',
            summary: 'repository of the event (default: the first one of the sandbox)',
            member: 'repository',
          },
          {
            flags: '--sender <handle>',
            summary: 'user who caused the event (default: the owner of the repository)',
            member: 'sender',
          },
          {
            flags: '--payload <file>',
            summary: 'JSON object whose members replace those of the payload',
            member: 'payload',
            isFile: true,
          },
        ],
      },
    },
  ],
  startOptions: [
    {
      flags: '--repository <owner/repo>',
      summary: 'add a repository to octocat/hello-world; repeatable',
      group: 'State',
      member: 'repositories',
      takes: 'names',
      ofPath: '{owner}/{repo}',
      form: { pattern: /^[^/\s]+\/[^/\s]+$/, advice: 'a repository name; use owner/repo' },
    },
  ],
  templates: [
    { id: 'webhook', label: 'Webhook', description: 'Create, change and delete a webhook of a repository' },
    {
      id: 'collaborators',
      label: 'Collaborators',
      description: 'Who may do what in a classic project (deprecated)',
    },
    {
      id: 'webhook',
      label: 'Webhook (JSON)',
      description: 'The body of a request that creates a webhook',
      isBody: true,
    },
  ],
  // GitHub answers 404 for what a stranger may not see, and only a few operations answer 401.
  hidesFromStrangers: true,
  // GitHub grants a user 5,000 requests an hour.
  isMetered: true,
  bodyFiles: [
    {
      suffix: '.webhook.json',
      // Payloads of other services have the name, too.
      bareHolds: ['config'],
      method: 'POST',
      target: '/repos/{{owner}}/{{repo}}/hooks',
      at: '',
    },
  ],
  vendorNames: {
    neutral: 'vendor',
    header: 'X-Vendor-',
    // `X-Hub-Signature` and its like have the same name at every vendor.
    vendorHeader: '^X-(?!Hub-)[A-Za-z]+-(?=(?:Api-Version|Event|Delivery|Hook-)\\b|Hook-)',
    mediaType: 'vnd.vendor',
    shownBy: { name: '^X-([A-Za-z]+)-Api-Version$', value: '\\bvnd\\.([a-z]+)\\b' },
    spellings: { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea', vendor: 'Vendor' },
  },
};
