import type { AllowedValue, ValueSet } from '../model';
import { reference } from '../provenance';
import { fromEvents, openApi } from './sources';

const documentedEvents: readonly AllowedValue[] = [
  { value: 'push', summary: 'Commits or tags were pushed.', provenance: fromEvents },
  { value: 'pull_request', summary: 'A pull request was opened, changed, merged or closed.', provenance: fromEvents },
  { value: 'issues', summary: 'An issue was opened, changed or closed.', provenance: fromEvents },
  { value: 'ping', summary: 'The ping operation was called, or the webhook was created.', provenance: fromEvents },
];

const furtherEvents: readonly AllowedValue[] = [
  { value: 'branch_protection_configuration', summary: 'All branch protections were switched on or off.' },
  { value: 'branch_protection_rule', summary: 'A branch protection rule changed.' },
  { value: 'check_run', summary: 'A check run changed.' },
  { value: 'check_suite', summary: 'A check suite changed.' },
  { value: 'code_scanning_alert', summary: 'A code scanning alert changed.' },
  { value: 'commit_comment', summary: 'A commit was commented on.' },
  { value: 'create', summary: 'A branch or tag was created.' },
  { value: 'custom_property_values', summary: 'Values of custom properties changed.' },
  { value: 'delete', summary: 'A branch or tag was deleted.' },
  { value: 'dependabot_alert', summary: 'An alert about a dependency changed.' },
  { value: 'deploy_key', summary: 'A deploy key was added or removed.' },
  { value: 'deployment', summary: 'A deployment was created.' },
  { value: 'deployment_status', summary: 'A deployment has a new status.' },
  { value: 'discussion', summary: 'A discussion changed.' },
  { value: 'discussion_comment', summary: 'A comment of a discussion changed.' },
  { value: 'fork', summary: 'The repository was forked.' },
  { value: 'gollum', summary: 'A wiki page was created or changed.' },
  { value: 'issue_comment', summary: 'A comment of an issue or pull request changed.' },
  { value: 'issue_dependencies', summary: 'Dependencies between issues changed.' },
  { value: 'label', summary: 'A label changed.' },
  { value: 'member', summary: 'A collaborator was added, changed or removed.' },
  { value: 'meta', summary: 'The webhook itself was deleted.' },
  { value: 'milestone', summary: 'A milestone changed.' },
  { value: 'package', summary: 'A package was published or updated.' },
  { value: 'page_build', summary: 'The pages of the repository were built.' },
  { value: 'project', summary: 'A classic project changed.' },
  { value: 'project_card', summary: 'A card of a classic project changed.' },
  { value: 'project_column', summary: 'A column of a classic project changed.' },
  { value: 'public', summary: 'The repository became public.' },
  { value: 'pull_request_review', summary: 'A review of a pull request changed.' },
  { value: 'pull_request_review_comment', summary: 'A comment of a review changed.' },
  { value: 'pull_request_review_thread', summary: 'A thread of a review was resolved or reopened.' },
  { value: 'registry_package', summary: 'A package was published or updated; older than `package`.' },
  { value: 'release', summary: 'A release changed.' },
  { value: 'repository', summary: 'The repository itself changed.' },
  { value: 'repository_advisory', summary: 'A security advisory of the repository changed.' },
  { value: 'repository_import', summary: 'An import of a repository ended.' },
  { value: 'repository_ruleset', summary: 'A ruleset changed.' },
  { value: 'repository_vulnerability_alert', summary: 'An alert about a vulnerability changed.' },
  { value: 'secret_scanning_alert', summary: 'A secret scanning alert changed.' },
  { value: 'secret_scanning_alert_location', summary: 'A secret was found at a place.' },
  { value: 'secret_scanning_scan', summary: 'A scan for secrets ended.' },
  { value: 'security_and_analysis', summary: 'Security features were switched on or off.' },
  { value: 'star', summary: 'A star was given or taken back.' },
  { value: 'status', summary: 'A commit has a new status.' },
  { value: 'sub_issues', summary: 'Sub-issues changed.' },
  { value: 'team_add', summary: 'A team was given access to the repository.' },
  { value: 'watch', summary: 'Somebody starred the repository.' },
  { value: 'workflow_job', summary: 'A job of a workflow run changed.' },
  { value: 'workflow_run', summary: 'A workflow run changed.' },
];

/** Names of events that a repository webhook can subscribe to; only four stand in the document, and no list is complete. */
export const webhookEvents: ValueSet = {
  noun: 'event',
  closed: false,
  unlisted: 'information',
  // `*` subscribes to everything; three names are also spelled with hyphens in public descriptions.
  exempt: '^(\\*|custom-property-values|issue-dependencies|sub-issues)$',
  provenance: reference('code-hosting', 'Events', openApi),
  values: [...documentedEvents, ...furtherEvents],
};
