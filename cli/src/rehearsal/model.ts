import type { RehearsedKind, Release } from '@rulebook/engine/rehearsal';
import type { ReportedFinding } from '@rulebook/sender/report';
import type { DifferingResponse } from '@rulebook/sandbox/comparison';

/** What is different for a line in the release that is rehearsed. */
export interface RehearsedLine {
  readonly kind: RehearsedKind;
  readonly path: string;
  readonly finding: ReportedFinding;
  /** How many requests of a log it is about; absent for one. */
  readonly count?: number;
}

/** A request whose response differs between the two releases. */
export interface PlayedDifference extends DifferingResponse {
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Method and path. */
  readonly request: string;
}

/** What came of playing the requests of files. */
export interface PlayedRun {
  readonly differences: readonly PlayedDifference[];
  /** How many were answered by both. */
  readonly played: number;
  /** How many were not, and why, the most frequent reason first. */
  readonly left: readonly { readonly reason: string; readonly count: number }[];
  /** Why nothing was played, as the end of a sentence. */
  readonly problem?: string;
}

/** What is known of a release after a rehearsal. */
export interface Rehearsal {
  readonly release: Release;
  /** What it is compared with; absent where the endpoints say it, or nothing does. */
  readonly from?: Release;
  readonly lines: readonly RehearsedLine[];
  readonly files: number;
  readonly requests: number;
  /** Lines of logs that are not understood. */
  readonly unread: readonly { readonly path: string; readonly count: number; readonly of: number }[];
  /** Absent: it was not to be played. */
  readonly play?: PlayedRun;
}
