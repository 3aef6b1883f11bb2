import { repositoryRoles } from '../facts/client-outlines';
import type { RepositoryRole } from './model';

/** Returns the rank of a role; no role has the lowest one. */
export function rankOf(role: RepositoryRole | undefined): number {
  return repositoryRoles.findIndex(({ name }) => name === role);
}

/** Returns what a role allows, by the names of its grants. */
export function grantsOf(role: RepositoryRole | undefined): Readonly<Record<string, boolean>> {
  return Object.fromEntries(repositoryRoles.map(({ grant }, rank) => [grant, rank <= rankOf(role)]));
}
