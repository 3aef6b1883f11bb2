import { describe, expect, it } from 'vitest';
import type { Need } from '../../../packages/catalogue/src/need';
import { catalogue } from '../../../packages/services/src/registry';

/** What the two documents say of rights, by operation, in the order of the document. */
const statements: Readonly<Record<string, readonly string[]>> = {
  'search-cluster.api-key.create': ['cluster manage_own_api_key'],
  'code-hosting.hooks.list': ['permission repository_hooks read'],
  'code-hosting.hooks.create': ['permission repository_hooks write'],
  'code-hosting.hooks.get': ['permission repository_hooks read'],
  'code-hosting.hooks.update': ['permission repository_hooks write'],
  // It asks for a role in the repository in addition to what the token has.
  'code-hosting.hooks.delete': ['permission repository_hooks write', 'role admin of repository'],
  'code-hosting.hooks.get-config': ['permission repository_hooks read', 'scope read:repo_hook|repo'],
  'code-hosting.hooks.update-config': ['permission repository_hooks write', 'scope write:repo_hook|repo'],
  'code-hosting.hooks.ping': ['permission repository_hooks read'],
  'code-hosting.hooks.test': ['permission repository_hooks read'],
  'code-hosting.deliveries.list': ['permission repository_hooks read'],
  'code-hosting.deliveries.get': ['permission repository_hooks read'],
  'code-hosting.deliveries.redeliver': ['permission repository_hooks write'],
};

function written({ kind, names, access }: Need): string {
  return [kind, names.join('|'), access].filter((word) => word !== undefined).join(' ');
}

describe('the needs that the documents state', () => {
  it('are those of the catalogue with their provenance, and no others are', () => {
    const documented = catalogue.services.flatMap(({ operations }) =>
      operations.flatMap(({ id, needs = [] }) => {
        const own = needs.filter(({ provenance }) => provenance.kind === 'documented').map(written);
        return own.length === 0 ? [] : [[id, own] as const];
      }),
    );
    expect(Object.fromEntries(documented)).toEqual(statements);
  });
});
