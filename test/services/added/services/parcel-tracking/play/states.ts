import type {} from '@rulebook/sandbox/sandbox-state';
/** The state of the service. */
export interface ParcelState {
  readonly bootstrap: string;
  readonly depots: readonly string[];
  readonly parcels: readonly Readonly<Record<string, unknown>>[];
}

/** The members of the sandbox's seed. */
export interface Seed {
  readonly parcelCredential: string;
  readonly depots?: readonly string[];
}

/** The member of the sandbox's state. */
export interface States {
  readonly parcelOffice: ParcelState;
}

/** The member of exports. */
export type Exported = States;

declare module '@rulebook/sandbox/sandbox-state' {
  interface PlayedSeeds extends Seed {}
  interface PlayedStates extends States {}
  interface ExportedStates extends Exported {}
}
