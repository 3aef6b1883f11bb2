import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { LoadGraphql } from '@rulebook/services';

/** The part that reads GraphQL: next to this module where it is shipped, and in dist/parts/ seen from its source. */
const part = fileURLToPath(new URL('../../dist/parts/graphql.cjs', import.meta.url));

/**
 * Loads what reads GraphQL with the first document, in the middle of a check, which waits for nothing. So it is the only part that is CommonJS:
 * modules cannot be loaded that way.
 */
export const loadGraphql: LoadGraphql = () =>
  (createRequire(import.meta.url)(part) as { readonly graphqlReader: ReturnType<LoadGraphql> }).graphqlReader;
