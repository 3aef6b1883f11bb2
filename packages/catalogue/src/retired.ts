import type { Provenance, Version } from './facts';

/** A part of a service's interface that was removed. */
export interface RetiredApi {
  /** What it was, as a title: "Synced flush". */
  readonly title: string;
  readonly paths: readonly RetiredPath[];
  /** The first version without it, or the day on which the public service lost it. */
  readonly removed: { readonly version: Version } | { readonly date: string };
  /** What to use now, as a sentence, for paths without a new one. */
  readonly instead?: string;
  readonly provenance: Provenance;
}

/** A path of a retired part. */
export interface RetiredPath {
  /** A template; a last segment `{rest}` stands for all that follows, also for nothing. */
  readonly path: string;
  /** Absent: all methods. */
  readonly methods?: readonly string[];
  /** The path that does the same now: a template whose parameters are among those of `path`. */
  readonly newPath?: string;
}
