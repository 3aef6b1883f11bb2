// Generated from names.ts and the folders that it names by `npm run docs`.
import type {
  Seed as SearchClusterSeed,
  States as SearchClusterStates,
  Exported as SearchClusterExported,
} from '@rulebook/search-cluster-play/states';
import type {
  Seed as CodeHostingSeed,
  States as CodeHostingStates,
  Exported as CodeHostingExported,
} from '@rulebook/code-hosting/play/states';

/** What the services start from. */
export type PlayedSeeds = SearchClusterSeed & CodeHostingSeed;

/** The states of the services, by the member of their parts. */
export type PlayedStates = SearchClusterStates & CodeHostingStates;

/** The same in the format of exports. */
export type PlayedExports = SearchClusterExported & CodeHostingExported;
