import type { Version } from '@rulebook/catalogue/facts';

/** What the servers of a service are taken for, whatever endpoints and files say of them. */
export interface Rehearsal {
  readonly vendor?: string;
  readonly version?: Version;
  /** The version of the interface that requests select, whatever their header fields do. */
  readonly selects?: string;
}

/** Returns a target with the version of a rehearsal. */
export function rehearsed<Target extends { readonly version?: Version }>(
  target: Target,
  rehearsal: Rehearsal | undefined,
): Target {
  return rehearsal?.version === undefined ? target : { ...target, version: rehearsal.version };
}
