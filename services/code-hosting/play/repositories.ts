import type { HostState, RepositoryRecord } from './model';
import type { StepInput } from '@rulebook/sandbox/model';
import { ownValue } from '@rulebook/sandbox/wire';

/** Returns the repository of that name, in any case. */
export function repositoryOf(
  { repositories }: HostState,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): RepositoryRecord | undefined {
  return ownValue(repositories, `${owner}/${repo}`.toLowerCase());
}

/** Returns the key of a repository in the state. */
export function keyOfRepository({ owner, name }: RepositoryRecord): string {
  return `${owner}/${name}`.toLowerCase();
}

/** Returns the state with a repository replaced. */
export function withRepository(state: HostState, repository: RepositoryRecord): HostState {
  return { ...state, repositories: { ...state.repositories, [keyOfRepository(repository)]: repository } };
}

/** Returns the number of the repository that something belongs to. */
export function repositoryId(of: { readonly owner: string; readonly repo: string }, state: HostState): number {
  return repositoryOf(state, of)?.id ?? 0;
}

/** Returns the repository as answers and payloads show it, with what clients need to find their way. */
export function repositoryView(repository: RepositoryRecord, input: StepInput): Readonly<Record<string, unknown>> {
  const { id, owner, name, isPrivate } = repository;
  const url = `${input.baseUrl}/repos/${owner}/${name}`;
  return {
    id,
    name,
    full_name: `${owner}/${name}`,
    private: isPrivate,
    owner: { login: owner, type: 'User', url: `${input.baseUrl}/users/${owner}` },
    url,
    hooks_url: `${url}/hooks`,
    default_branch: 'main',
  };
}
