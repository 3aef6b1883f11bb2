// Generated from names.ts and the folders that it names by `npm run docs`.
import type {
  Seed as SearchClusterSeed,
  States as SearchClusterStates,
  ExportedStates as SearchClusterExportedStates,
} from './search-cluster/sandbox/states';
import type {
  Seed as CodeHostingSeed,
  States as CodeHostingStates,
  ExportedStates as CodeHostingExportedStates,
} from './code-hosting/sandbox/states';

/** What the services start from. */
export type PlayedSeeds = SearchClusterSeed & CodeHostingSeed;

/** The states of the services, by the member of their parts. */
export type PlayedStates = SearchClusterStates & CodeHostingStates;

/** The same in the format of exports. */
export type ExportedStates = SearchClusterExportedStates & CodeHostingExportedStates;
