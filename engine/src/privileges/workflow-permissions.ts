import type { EndpointRights } from './file-rights';

/** The permissions that the token of a workflow can have, by the names of tokens; in a workflow they have hyphens. */
const ofWorkflows: readonly string[] = [
  'actions',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'issues',
  'packages',
  'pages',
  'pull_requests',
  'security_events',
  'statuses',
];

/** Returns the `permissions:` block of a GitHub Actions workflow, and the permissions that its token cannot have. */
export function workflowPermissions({ rights }: Pick<EndpointRights, 'rights'>): {
  readonly block: string;
  readonly others: readonly string[];
} {
  const permissions = rights.filter(({ kind }) => kind === 'permission');
  const possible = permissions.filter(({ name }) => ofWorkflows.includes(name));
  const lines = possible.map(({ name, access = 'read' }) => `  ${name.replaceAll('_', '-')}: ${access}`);
  return {
    block: lines.length === 0 ? 'permissions: {}\n' : `permissions:\n${lines.join('\n')}\n`,
    others: permissions.flatMap(({ name, title = name }) =>
      ofWorkflows.includes(name) || name === 'metadata' ? [] : [title],
    ),
  };
}
