import { encodeBase64 } from '@rulebook/text/base64';
import type { StepInput } from '@rulebook/sandbox/model';
import type { HostState, RepositoryRecord } from './model';
import { repositoryView } from './repositories';
import { accountOf, userView } from './users';
import { timestamp } from './views';

/** The links of a repository to its parts, and what is behind the name of the part. */
const links: Readonly<Record<string, string>> = {
  archive: '{archive_format}{/ref}',
  assignees: '{/user}',
  blobs: 'git/blobs{/sha}',
  branches: '{/branch}',
  collaborators: '{/collaborator}',
  comments: '{/number}',
  commits: '{/sha}',
  compare: 'compare/{base}...{head}',
  contents: 'contents/{+path}',
  contributors: '',
  deployments: '',
  downloads: '',
  events: '',
  forks: '',
  git_commits: 'git/commits{/sha}',
  git_refs: 'git/refs{/sha}',
  git_tags: 'git/tags{/sha}',
  issue_comment: 'issues/comments{/number}',
  issue_events: 'issues/events{/number}',
  issues: '{/number}',
  keys: '{/key_id}',
  labels: '{/name}',
  languages: '',
  merges: '',
  milestones: '{/number}',
  notifications: '{?since,all,participating}',
  pulls: '{/number}',
  releases: '{/id}',
  stargazers: '',
  statuses: '{/sha}',
  subscribers: '',
  subscription: '',
  tags: '',
  teams: '',
  trees: 'git/trees{/sha}',
};

/** What the sandbox does not play; a new repository of the service has it so. */
const unplayed = {
  ...{ description: null, homepage: null, language: null, license: null, mirror_url: null },
  ...{ fork: false, archived: false, disabled: false, has_issues: true, has_projects: true, has_wiki: true },
  ...{ has_pages: false, has_downloads: true, has_discussions: false },
  ...{ forks: 0, forks_count: 0, network_count: 0, open_issues: 0, open_issues_count: 0, size: 0 },
  ...{ stargazers_count: 0, subscribers_count: 0, watchers: 0, watchers_count: 0 },
};

/** Returns the repository with every member that the published description calls required. */
export function repositoryResponse(
  repository: RepositoryRecord,
  state: HostState,
  input: StepInput,
): Readonly<Record<string, unknown>> {
  const { id, owner, name } = repository;
  const { baseUrl } = input;
  const view = repositoryView(repository, input);
  const url = String(view.url);
  const page = `${baseUrl}/${owner}/${name}`;
  const host = baseUrl.replace(/^\w+:\/\//, '');
  const account = accountOf(state, owner)?.account;
  const created = timestamp(input.now);
  return {
    ...view,
    ...unplayed,
    ...(account && { owner: userView(account, baseUrl) }),
    node_id: encodeBase64(`Repository${id}`),
    html_url: page,
    ...{ clone_url: `${page}.git`, git_url: `git://${host}/${owner}/${name}.git`, svn_url: page },
    ssh_url: `git@${host}:${owner}/${name}.git`,
    ...Object.fromEntries(Object.entries(links).map(([part, rest]) => [`${part}_url`, linkOf(url, part, rest)])),
    ...{ created_at: created, updated_at: created, pushed_at: created },
  };
}

function linkOf(url: string, part: string, rest: string): string {
  return /^(?:$|\{)/.test(rest) ? `${url}/${part}${rest}` : `${url}/${rest}`;
}
