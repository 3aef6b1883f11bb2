import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { LoadGraphql } from '@rulebook/services';
import { shippedFolder } from './shipped-folder';

/** The part that reads GraphQL. */
const part = fileURLToPath(new URL('parts/graphql.cjs', shippedFolder));

/**
 * Loads what reads GraphQL with the first document, in the middle of a check, which waits for nothing. So it is the only part that is CommonJS:
 * modules cannot be loaded that way.
 */
export const loadGraphql: LoadGraphql = () =>
  (createRequire(import.meta.url)(part) as { readonly graphqlReader: ReturnType<LoadGraphql> }).graphqlReader;
