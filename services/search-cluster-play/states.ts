import type {} from '@rulebook/sandbox/sandbox-state';
import type { ClusterPair } from './cluster/model';
import type { ExportedClusters } from './exported';
import type { ClusterSeed } from './seed';

/** The members of the sandbox's seed. */
export type Seed = ClusterSeed;

/** The member of the sandbox's state. */
export interface States {
  readonly clusters: ClusterPair;
}

/** The member of exports. */
export interface Exported {
  readonly clusters: ExportedClusters;
}

declare module '@rulebook/sandbox/sandbox-state' {
  interface PlayedSeeds extends Seed {}
  interface PlayedStates extends States {}
  interface ExportedStates extends Exported {}
}
