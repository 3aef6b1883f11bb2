import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { LoadQueries } from '@rulebook/services';
import { shippedFolder } from './shipped-folder';

/** The part that reads queries in bodies. */
const part = fileURLToPath(new URL('parts/queries.cjs', shippedFolder));

/** Loads what reads queries with the first one, in the middle of a check: it is CommonJS, as what reads GraphQL is. */
export const loadQueries: LoadQueries = () =>
  (createRequire(import.meta.url)(part) as { readonly queryLanguages: ReturnType<LoadQueries> }).queryLanguages;
