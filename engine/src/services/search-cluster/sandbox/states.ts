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
export interface ExportedStates {
  readonly clusters: ExportedClusters;
}
