import type {} from '@rulebook/sandbox/sandbox-state';
import type { ExportedHost, HostState } from './model';
import type { SeedOfHost } from './seed';

/** The members of the sandbox's seed. */
export type Seed = SeedOfHost;

/** The member of the sandbox's state. */
export interface States {
  readonly host: HostState;
}

/** The member of exports. */
export interface Exported {
  readonly host: ExportedHost;
}

declare module '@rulebook/sandbox/sandbox-state' {
  interface PlayedSeeds extends Seed {}
  interface PlayedStates extends States {}
  interface ExportedStates extends Exported {}
}
