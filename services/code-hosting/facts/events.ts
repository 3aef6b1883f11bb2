import type { AllowedValue, ValueSet } from '@rulebook/catalogue/values';
import { refused } from '@rulebook/catalogue/provenance';
import { fromEvents, openApi } from './sources';
import { reference } from './source-document';

const documentedEvents: readonly AllowedValue[] = [
  { value: 'push', summary: 'Commits or tags were pushed.', provenance: fromEvents },
  { value: 'pull_request', summary: 'A pull request was opened, changed, merged or closed.', provenance: fromEvents },
  { value: 'issues', summary: 'An issue was opened, changed or closed.', provenance: fromEvents },
  { value: 'ping', summary: 'The ping operation was called, or the webhook was created.', provenance: fromEvents },
];

const furtherEvents: readonly AllowedValue[] = [
  { value: 'branch_protection_configuration', summary: 'All branch protections were enabled or disabled.' },
  { value: 'branch_protection_rule', summary: 'A branch protection rule changed.' },
  { value: 'check_run', summary: 'A check run changed.' },
  { value: 'check_suite', summary: 'A check suite changed.' },
  { value: 'code_scanning_alert', summary: 'A code scanning alert changed.' },
  { value: 'commit_comment', summary: 'A comment was added to a commit.' },
  { value: 'create', summary: 'A branch or tag was created.' },
  { value: 'custom_property_values', summary: 'Values of custom properties changed.' },
  { value: 'delete', summary: 'A branch or tag was deleted.' },
  { value: 'dependabot_alert', summary: 'A dependency alert changed.' },
  { value: 'deploy_key', summary: 'A deploy key was added or removed.' },
  { value: 'deployment', summary: 'A deployment was created.' },
  { value: 'deployment_status', summary: 'The status of a deployment changed.' },
  { value: 'discussion', summary: 'A discussion changed.' },
  { value: 'discussion_comment', summary: 'A comment on a discussion changed.' },
  { value: 'fork', summary: 'The repository was forked.' },
  { value: 'gollum', summary: 'A wiki page was created or changed.' },
  { value: 'issue_comment', summary: 'A comment on an issue or pull request changed.' },
  { value: 'issue_dependencies', summary: 'Dependencies between issues changed.' },
  { value: 'label', summary: 'A label changed.' },
  { value: 'member', summary: 'A collaborator was added, changed or removed.' },
  { value: 'meta', summary: 'The webhook itself was deleted.' },
  { value: 'milestone', summary: 'A milestone changed.' },
  { value: 'package', summary: 'A package was published or updated.' },
  { value: 'page_build', summary: 'The website of the repository was built.' },
  { value: 'project', summary: 'A classic project changed.' },
  { value: 'project_card', summary: 'A card in a classic project changed.' },
  { value: 'project_column', summary: 'A column in a classic project changed.' },
  { value: 'public', summary: 'The repository was made public.' },
  { value: 'pull_request_review', summary: 'A pull request review changed.' },
  { value: 'pull_request_review_comment', summary: 'A comment on a pull request review changed.' },
  { value: 'pull_request_review_thread', summary: 'A review thread was resolved or reopened.' },
  { value: 'registry_package', summary: 'A package was published or updated. This event is older than `package`.' },
  { value: 'release', summary: 'A release changed.' },
  { value: 'repository', summary: 'The repository itself changed, for example its name or visibility.' },
  { value: 'repository_advisory', summary: 'A security advisory of the repository changed.' },
  { value: 'repository_import', summary: 'A repository import finished.' },
  { value: 'repository_ruleset', summary: 'A ruleset changed.' },
  { value: 'repository_vulnerability_alert', summary: 'A vulnerability alert changed.' },
  { value: 'secret_scanning_alert', summary: 'A secret scanning alert changed.' },
  { value: 'secret_scanning_alert_location', summary: 'A secret was found at a further location.' },
  { value: 'secret_scanning_scan', summary: 'A scan for secrets finished.' },
  { value: 'security_and_analysis', summary: 'Security features were enabled or disabled.' },
  { value: 'star', summary: 'A star was added or removed.' },
  { value: 'status', summary: 'The status of a commit changed.' },
  { value: 'sub_issues', summary: 'Sub-issues changed.' },
  { value: 'team_add', summary: 'A team was given access to the repository.' },
  { value: 'watch', summary: 'A user starred the repository.' },
  { value: 'workflow_job', summary: 'A job in a workflow run changed.' },
  { value: 'workflow_run', summary: 'A workflow run changed.' },
];

type Unavailable = NonNullable<ValueSet['unavailable']>[number];

/** Events that existed once. */
const removedEvents: Unavailable = {
  values: ['download', 'follow', 'fork_apply', 'gist'],
  reason: 'is an event that was removed; the public service refuses it with 422',
  provenance: refused(reference('Events', 'GitHub developer changes, 2017-08-09')),
};

/** Events that exist, but not for repository webhooks. */
const notOfRepositories: Unavailable = {
  values: [
    'custom_property',
    'deployment_protection_rule',
    'deployment_review',
    'github_app_authorization',
    'installation',
    'installation_repositories',
    'installation_target',
    'marketplace_purchase',
    'membership',
    'merge_group',
    'org_block',
    'organization',
    'personal_access_token_request',
    'projects_v2',
    'projects_v2_item',
    'projects_v2_status_update',
    'repository_dispatch',
    'security_advisory',
    'sponsorship',
    'team',
    'workflow_dispatch',
  ],
  reason: 'is an event of organizations or apps, so a repository webhook cannot subscribe to it',
  provenance: refused(reference('Events', openApi)),
};

/** The events that a repository webhook can subscribe to. The document names only four, and no list is complete. */
export const webhookEvents: ValueSet = {
  noun: 'event',
  closed: false,
  unlisted: 'information',
  refusal: refused(reference('Errors', openApi)),
  // `*` subscribes to all events. Public descriptions also spell three names with hyphens.
  exempt: '^(\\*|custom-property-values|issue-dependencies|sub-issues)$',
  provenance: reference('Events', openApi),
  unavailable: [notOfRepositories, removedEvents],
  values: [...documentedEvents, ...furtherEvents],
};
