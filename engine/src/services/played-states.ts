import type { ExportedHost, HostState } from './code-hosting/sandbox/model';
import type { SeedOfHost } from './code-hosting/sandbox/seed';
import type { ClusterPair } from './search-cluster/sandbox/cluster/model';
import type { ExportedClusters } from './search-cluster/sandbox/exported';
import type { ClusterSeed } from './search-cluster/sandbox/seed';

/** What the services of `sandbox-parts.ts` start from. */
export type PlayedSeeds = ClusterSeed & SeedOfHost;

/** The states of the services, by the member of their parts. */
export interface PlayedStates {
  readonly clusters: ClusterPair;
  readonly host: HostState;
}

/** The same in the format of exports. */
export interface ExportedStates {
  readonly clusters: ExportedClusters;
  readonly host: ExportedHost;
}
