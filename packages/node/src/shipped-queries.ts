import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LoadQueries } from '@rulebook/services';
import { shippedFolder } from './shipped-folder';

/** The part that reads queries in bodies. */
const part = join(shippedFolder, 'parts/queries.cjs');

/** Loads what reads queries with the first one, in the middle of a check: it is CommonJS, as what reads GraphQL is. */
export const loadQueries: LoadQueries = () =>
  (createRequire(import.meta.url)(part) as { readonly queryLanguages: ReturnType<LoadQueries> }).queryLanguages;
