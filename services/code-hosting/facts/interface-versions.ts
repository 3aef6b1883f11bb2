import type { EndedElement, InterfaceVersions } from '@rulebook/catalogue/ended';
import { reference } from './source-document';

/** The first version of the interface that takes something away. */
const version = '2026-03-10';

function ended(
  methods: readonly string[],
  path: string,
  rest: Omit<EndedElement, 'version' | 'methods' | 'path'> = {},
): EndedElement {
  return { version, methods, path, ...rest };
}

const assignees = {
  member: 'assignee',
  list: 'assignees',
  instead: 'Name the persons in the list `assignees`.',
} as const;
const squashTitle = {
  member: 'use_squash_pr_title_as_default',
  instead: 'Use `squash_merge_commit_title`.',
} as const;

/** What requests can no longer have in newer versions of the interface. */
export const interfaceVersions: InterfaceVersions = {
  header: ['x-vendor-api-version', 'x-github-api-version'],
  provenance: reference('Versioning', 'GitHub documentation, breaking changes of version 2026-03-10'),
  ends: [
    ended(['POST'], '/repos/{owner}/{repo}/issues', assignees),
    ended(['PATCH'], '/repos/{owner}/{repo}/issues/{issue_number}', assignees),
    ended(['POST'], '/orgs/{org}/teams', { member: 'permission' }),
    ended(['PATCH'], '/repos/{owner}/{repo}', squashTitle),
    ended(['POST'], '/orgs/{org}/repos', squashTitle),
    ended(['POST'], '/user/repos', squashTitle),
    ended(['PATCH'], '/orgs/{org}', { member: 'secret_scanning_push_protection_custom_link_enabled' }),
    ended(['POST'], '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
      member: 'return_run_details',
      instead: 'Leave it out: the response always has the details of the run.',
    }),
    ended(['PUT'], '/orgs/{org}/dependabot/secrets/{secret_name}', {
      member: 'selected_repository_ids',
      isText: true,
      instead: 'Write the numbers without quotation marks.',
    }),
    ended(['POST'], '/hub', { instead: 'Use webhooks: `/repos/{owner}/{repo}/hooks`.' }),
  ],
};
