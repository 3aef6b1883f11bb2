import type { Provenance, Version } from './facts';

/** What servers do that have it: others, and those of other versions, do it in another way. */
export interface Behaviour {
  readonly summary: string;
  /** The last version that was asked and does not have it. Absent: each that was asked has it. */
  readonly lastWithout?: Version;
  /** The first version that was asked and has it; between the two it is not known. */
  readonly firstWith: Version;
  readonly provenance: Provenance;
}
