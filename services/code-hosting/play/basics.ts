import { canSee, roleIn } from './access';
import { challenging, hostFailure, notFound, type HostStep } from './responses';
import type { HostState, TokenRecord } from './model';
import { repositoryResponse } from './repository-response';
import { repositoryOf } from './repositories';
import { accountOf, userView } from './users';
import type { StepInput } from '@rulebook/sandbox/model';
import { grantsOf } from './roles';
import { answer, result, type Call } from '@rulebook/sandbox/wire';

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
  const [, first = '', second = '', third = '', ...rest] = call.path.replace(/(?<=.)\/$/, '').split('/');
  if (rest.length > 0) return undefined;
  if (first === '') {
    return result(
      state,
      answer(200, {
        current_user_url: `${baseUrl}/user`,
        user_url: `${baseUrl}/users/{user}`,
        repository_url: `${baseUrl}/repos/{owner}/{repo}`,
      }),
    );
  }
  if (first === 'user' && second === '') {
    const own = caller && accountOf(state, caller.user);
    return own
      ? result(state, answer(200, userView(own.account, baseUrl)))
      : result(state, challenging(hostFailure(401, 'Requires authentication')));
  }
  if (first === 'users' && second !== '' && third === '') {
    const found = accountOf(state, second);
    return found
      ? result(state, answer(200, userView(found.account, baseUrl)))
      : notFound(state, `There is no account ${second}.`);
  }
  if (first !== 'repos' || second === '' || third === '') return undefined;
  const repository = repositoryOf(state, { owner: second, repo: third });
  if (!repository || !canSee(repository, caller)) return notFound(state, `There is no repository ${second}/${third}.`);
  const role = caller && roleIn(repository, caller.user);
  const permissions = { ...grantsOf(role), pull: true };
  return result(state, answer(200, { ...repositoryResponse(repository, state, input), permissions }));
}
