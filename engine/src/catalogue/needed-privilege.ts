import type { Provenance } from './facts';

/** The privilege that a caller of the search cluster needs for an operation. */
export interface NeededPrivilege {
  readonly scope: 'cluster' | 'index';
  /** The smallest privilege that grants it, by name. */
  readonly name: string;
  /** The action behind the operation; privileges are patterns over actions. */
  readonly action: string;
  readonly provenance: Provenance;
}
