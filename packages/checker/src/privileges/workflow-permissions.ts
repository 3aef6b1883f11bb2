import type { EndpointRights } from './file-rights';
import { tokenPermissions } from './token-permissions';

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
  const lines = [...tokenPermissions(rights)].flatMap(([name, access]) =>
    ofWorkflows.includes(name) ? [`  ${name.replaceAll('_', '-')}: ${access}`] : [],
  );
  return {
    block: lines.length === 0 ? 'permissions: {}\n' : `permissions:\n${lines.join('\n')}\n`,
    others: distinct(
      permissions.flatMap(({ name, title = name }) =>
        ofWorkflows.includes(name) || name === 'metadata' ? [] : [title],
      ),
    ),
  };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
