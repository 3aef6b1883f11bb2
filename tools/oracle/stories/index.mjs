// All areas of the stories that are played on a real node and on the sandbox.
import { aliases } from './aliases.mjs';
import { apiKeys } from './api-keys.mjs';
import { bulk } from './bulk.mjs';
import { clusterSettings } from './cluster-settings.mjs';
import { documents } from './documents.mjs';
import { indexSettings } from './index-settings.mjs';
import { indices } from './indices.mjs';
import { mappings } from './mappings.mjs';
import { queries } from './queries.mjs';
import { replication } from './replication.mjs';
import { repositories } from './repositories.mjs';
import { searches } from './searches.mjs';

/** @type {import('./builders.mjs').Area[]} */
export const areas = [
  mappings,
  indices,
  indexSettings,
  aliases,
  clusterSettings,
  documents,
  bulk,
  searches,
  queries,
  repositories,
  apiKeys,
  replication,
];
