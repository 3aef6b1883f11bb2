import type { PolicyOptions } from './send-policy';
import type { SenderOptions } from './sender-options';

/** The options of `rulebook run`. */
export interface RunOptions extends SenderOptions, PolicyOptions {
  readonly all?: boolean;
  /** Lists of tags: send the requests with one of them. */
  readonly tag?: readonly string[];
  /** Lists of tags: leave out the requests with one of them. */
  readonly notTag?: readonly string[];
  /** Print whole responses, also of several files. */
  readonly verbose?: boolean;
  /** With `retryFailed`, also one that changes something. */
  readonly retryChanges?: boolean;
  /** Send the requests first whose responses the chosen ones use. */
  readonly withDependencies?: boolean;
  /** How often the requests are sent. */
  readonly repeat?: number;
  /** How many requests are sent at a time at most. */
  readonly parallel?: number;
  readonly endpoint?: string;
  /** The workflow of an Arazzo document. */
  readonly workflow?: string;
  /** Where the operations of an Arazzo document go: a URL, or `NAME=URL` for one of its source descriptions. */
  readonly server?: readonly string[];
  /** Run the scripts of the requests. */
  readonly scripts?: boolean;
  /** The program that started this one asks its user. For the server for language models. */
  readonly askParent?: boolean;
  readonly var: readonly string[];
  /** Keep the cookies that services set, for the run. */
  readonly cookies: boolean;
  /** Body files may lie anywhere. */
  readonly allowOutsideFiles?: boolean;
  /** A file for the body of the response. */
  readonly output?: string;
  /** Files for reports: JUnit (`.xml`), a page (`.html`) or JSON (`.json`). */
  readonly report: readonly string[];
  /** Write the snapshots of asserts anew. */
  readonly updateSnapshots?: boolean;
  /** A file for a recording of the requests and responses. */
  readonly har?: string;
  /** How responses are printed. */
  readonly format: string;
}
