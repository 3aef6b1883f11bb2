import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LoadGraphql } from '@rulebook/services';
import { shippedFolder } from './shipped-folder';

/** The part that reads GraphQL. */
const part = join(shippedFolder, 'parts/graphql.cjs');

/**
 * Loads what reads GraphQL with the first document, in the middle of a check, which waits for nothing. So it is the only part that is CommonJS:
 * modules cannot be loaded that way.
 */
export const loadGraphql: LoadGraphql = () =>
  (createRequire(import.meta.url)(part) as { readonly graphqlReader: ReturnType<LoadGraphql> }).graphqlReader;
