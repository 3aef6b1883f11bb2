import { wordsInTable } from '@rulebook/catalogue/makers';

/** First words of the service's own paths that are not in the document. */
export const otherPaths: ReadonlySet<string> = new Set(
  wordsInTable(`
  advisories agents app app-manifests applications apps assignments classrooms codes_of_conduct credentials emojis
  enterprises events feeds gists gitignore installation issues licenses markdown marketplace_listing meta networks
  notifications octocat organizations orgs rate_limit repositories search teams user users versions zen
`),
);

/** Words that follow the name of a repository. */
export const otherRepositoryPaths: ReadonlySet<string> = new Set(
  wordsInTable(`
  actions activity assignees attestations autolinks automated-security-fixes branches check-runs check-suites
  code-scanning code-security-configuration codeowners codespaces collaborators comments commits community compare
  contents contributors dependabot dependency-graph deployments dispatches environments events forks generate git
  immutable-releases import installation interaction-limits invitations issues keys labels languages license
  merge-upstream merges milestones notifications pages private-vulnerability-reporting projects properties pulls
  readme releases rules rulesets secret-scanning security-advisories stargazers stats statuses subscribers
  subscription tags tarball teams topics traffic transfer vulnerability-alerts zipball
`),
);
