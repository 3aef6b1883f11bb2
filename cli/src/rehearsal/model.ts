import type { RehearsedKind, Release } from '@rulebook/engine/rehearsal';
import type { ReportedFinding } from '@rulebook/sender/report';
import type { DifferingResponse } from '@rulebook/sandbox/comparison';

/** What is different for a line in the release that is rehearsed. */
export interface RehearsedLine {
  readonly kind: RehearsedKind;
  readonly path: string;
  readonly finding: ReportedFinding;
  /** What is said of all requests alike, in place of the message, which names one. */
  readonly change?: string;
  /** How many requests of a log or a recording it is about; absent for one. */
  readonly count?: number;
}

/** A request whose response differs between the two releases. */
export interface PlayedDifference extends DifferingResponse {
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Method and path. */
  readonly request: string;
  /** How many requests of a log or a recording ask for the same; absent for one. */
  readonly count?: number;
}

/** What came of playing the requests of files. */
export interface PlayedRun {
  readonly differences: readonly PlayedDifference[];
  /** How many were answered by both. */
  readonly played: number;
  /** How many resources were made, as logs and recordings show that they were there. */
  readonly shown: number;
  /** How many were not, and why, the most frequent reason first. */
  readonly left: readonly { readonly reason: string; readonly count: number }[];
  /** Why nothing was played, as the end of a sentence. */
  readonly problem?: string;
}

/** Lines of a log that are not understood. */
export interface UnreadLines {
  readonly path: string;
  readonly count: number;
  readonly of: number;
  /** The number of the first one, counted from 1. */
  readonly first: number;
  /** Such as `2 are not whole`. */
  readonly reasons: readonly string[];
}

/** What is known of a release after a rehearsal. */
export interface Rehearsal {
  readonly release: Release;
  /** What it is compared with; absent where the endpoints say it, or nothing does. */
  readonly from?: Release;
  readonly lines: readonly RehearsedLine[];
  readonly files: number;
  readonly requests: number;
  /** Lines of logs that are not understood, and why, as the end of a sentence. */
  readonly unread: readonly UnreadLines[];
  /** What else is to be known of a log or a recording, as a sentence without its end. */
  readonly notes: readonly { readonly path: string; readonly text: string }[];
  /** Absent: it was not to be played. */
  readonly play?: PlayedRun;
}
