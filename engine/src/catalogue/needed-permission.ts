import type { Provenance } from './facts';

/** Something that a caller needs for an operation. The hover shows it, and the sandbox checks it. */
export interface NeededPermission {
  /** What is needed, in the service's own words: a scope, a role, a privilege on an index. */
  readonly kind: string;
  /** Any one of these is enough. */
  readonly names: readonly string[];
  /** The action behind the operation, for a service whose privileges are patterns over actions. */
  readonly action?: string;
  /** A sentence for the hover. Absent: the hover does not show it. */
  readonly message?: string;
  readonly provenance: Provenance;
}
