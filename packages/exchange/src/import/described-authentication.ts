import type { Authentication } from '@rulebook/checker/binding/authentication';
import type { PackedDescription } from '@rulebook/description/packed';

/** Returns how an endpoint of a described service authenticates: by the first credential that its requests usually need; undefined where they need none, or one that endpoints do not know. */
export function describedAuthentication({
  credentials = [],
  usualCredentials = [],
}: Pick<PackedDescription, 'credentials' | 'usualCredentials'>): Authentication | undefined {
  for (const { name, kind, field } of credentials) {
    if (!usualCredentials.includes(name)) continue;
    if (kind === 'bearer' || kind === 'basic') return { type: kind };
    if (kind === 'header' && field !== undefined) return { type: 'api-key', field };
  }
  return undefined;
}
