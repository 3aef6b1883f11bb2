// All areas of the stories that are played on a real node and on the sandbox.
import { bulk } from './bulk.mjs';
import { documents } from './documents.mjs';
import { mappings } from './mappings.mjs';
import { searches } from './searches.mjs';

/** @type {import('./builders.mjs').Area[]} */
export const areas = [mappings, documents, bulk, searches];
