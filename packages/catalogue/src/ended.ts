import type { Provenance } from './facts';

/** Versions of a service's interface that requests select by a header field, and what they no longer have. */
export interface InterfaceVersions {
  /** The names of the header field, in lower case. */
  readonly header: readonly string[];
  /** Versions are dates; the later one is newer. */
  readonly ends: readonly EndedElement[];
  readonly provenance: Provenance;
}

/** What an operation no longer has from a version on. */
export interface EndedElement {
  /** The first version without it, a date such as `2026-03-10`. */
  readonly version: string;
  readonly methods: readonly string[];
  /** The template of the path; the names of its parameters do not matter. */
  readonly path: string;
  /** The member of the body. Absent: the operation itself ends. */
  readonly member?: string;
  /** The member is only refused with a text as its value or as an item. */
  readonly isText?: true;
  /** What to use instead, as a sentence. */
  readonly instead?: string;
  /** The member that takes the same value as the only item of a list. */
  readonly list?: string;
}
