/**
 * The services that Rulebook knows by itself: the names of the folders in addition to this file, each its service's id. What comes first is asked and
 * shown first. After a change, `npm run docs` writes the lists of their parts: `identities.ts`, `registry.ts`,
 * `sandbox-parts.ts` and `played-states.ts`.
 */
export const serviceNames: readonly string[] = ['search-cluster', 'code-hosting'];

/** The products of other vendors that serve one of these services, too: each a folder, too, and the service that it serves. */
export const productNames: Readonly<Record<string, string>> = { opensearch: 'search-cluster' };
