import { canSee, roleIn } from './access';
import { challenging, hostFailure, notFound, type HostStep } from './responses';
import type { HostState, TokenRecord } from './model';
import { repositoryResponse } from './repository-response';
import { repositoryOf } from './repositories';
import { accountOf, profileView } from './users';
import type { StepInput } from '@rulebook/sandbox/model';
import { grantsOf } from './roles';
import { timestamp } from './views';
import { answer, result, type Call } from '@rulebook/sandbox/wire';

const page = '{&page,per_page,sort,order}';
const list = '{?type,page,per_page,sort}';

/** What the root links to: the name of each link without `_url`, and its path. */
const rootLinks = {
  ...{
    current_user: '/user',
    emails: '/user/emails',
    followers: '/user/followers',
    following: '/user/following{/target}',
  },
  ...{ keys: '/user/keys', starred: '/user/starred{/owner}{/repo}', user_organizations: '/user/orgs' },
  current_user_authorizations_html: '/settings/connections/applications{/client_id}',
  current_user_repositories: `/user/repos${list}`,
  ...{ authorizations: '/authorizations', emojis: '/emojis', events: '/events', feeds: '/feeds', hub: '/hub' },
  ...{ issues: '/issues', notifications: '/notifications', rate_limit: '/rate_limit' },
  ...{ gists: '/gists{/gist_id}', public_gists: '/gists/public', starred_gists: '/gists/starred' },
  ...{ organization: '/orgs/{org}', organization_teams: '/orgs/{org}/teams' },
  organization_repositories: `/orgs/{org}/repos${list}`,
  ...{ user: '/users/{user}', user_repositories: `/users/{user}/repos${list}`, repository: '/repos/{owner}/{repo}' },
  ...Object.fromEntries(
    ['code', 'commit', 'issue', 'repository', 'user'].map((kind) => [
      `${kind}_search`,
      `/search/${kind === 'repository' ? 'repositories' : kind === 'code' ? kind : `${kind}s`}?q={query}${page}`,
    ]),
  ),
  topic_search: '/search/topics?q={query}{&page,per_page}',
  label_search: '/search/labels?q={query}&repository_id={repository_id}{&page,per_page}',
};

/**
 * Responds to requests that clients send before the documented operations: the root, the current user, an account, a repository. Neither
 * document has these paths. Returns undefined for any other request.
 */
export function stepBasics(
  state: HostState,
  call: Call,
  caller: TokenRecord | undefined,
  input: StepInput,
): HostStep | undefined {
  if (call.method !== 'GET') return undefined;
  const { baseUrl } = input;
  const profileInput = { baseUrl, now: timestamp(input.now) };
  const [, first = '', second = '', third = '', ...rest] = call.path.replace(/(?<=.)\/$/, '').split('/');
  if (rest.length > 0) return undefined;
  if (first === '') {
    const urls = Object.entries(rootLinks).map(([name, path]) => [`${name}_url`, `${baseUrl}${path}`]);
    return result(state, answer(200, Object.fromEntries(urls)));
  }
  if (first === 'user' && second === '') {
    const own = caller && accountOf(state, caller.user);
    return own
      ? result(state, answer(200, profileView(own.account, state, profileInput)))
      : result(state, challenging(hostFailure(401, 'Requires authentication')));
  }
  if (first === 'users' && second !== '' && third === '') {
    const found = accountOf(state, second);
    return found
      ? result(state, answer(200, profileView(found.account, state, profileInput)))
      : notFound(state, `There is no account ${second}.`);
  }
  if (first !== 'repos' || second === '' || third === '') return undefined;
  const repository = repositoryOf(state, { owner: second, repo: third });
  if (!repository || !canSee(repository, caller)) return notFound(state, `There is no repository ${second}/${third}.`);
  const role = caller && roleIn(repository, caller.user);
  const permissions = { ...grantsOf(role), pull: true };
  return result(state, answer(200, { ...repositoryResponse(repository, state, input), permissions }));
}
