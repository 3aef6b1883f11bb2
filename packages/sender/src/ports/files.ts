import type { SnapshotStore } from '../asserts/snapshots';
import type { BodyFile } from '../plan/prepared-request';
import type { RequestPlan } from '../plan/plan';
import type { Refusal } from '../refusal';
import type { createFiller } from '../variables/resolve-variables';
import type { Difference } from './responses';

/** The files that a request names for its response (`>> file`). */
export interface ResponseWriter {
  /** Appends a piece of the body; the files are opened with the first one. Never throws. */
  readonly write: (bytes: Uint8Array) => void;
  /** Ends the files of a response; an empty body makes empty files. */
  readonly end: () => WrittenFiles;
  /** Ends the files of a request without a response: what was not begun stays as it was. */
  readonly abandon: () => void;
}

/** A file that a response was written to. */
export interface WrittenFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** What became of the files of a response. */
export interface WrittenFiles {
  readonly files: readonly WrittenFile[];
  /** Why others could not be written; parts of sentences without secrets. */
  readonly problems: readonly string[];
}

/** The files that a request names: those that it sends, runs and is compared with, and those for its response. */
export interface FilesPort {
  /** Returns the content of a file by its path as written. */
  readonly readFile: (path: string, plan: RequestPlan) => Promise<BodyFile | Refusal>;
  /** Returns what writes the response into the files that the request names; undefined when it names none. Absent: the sender writes no files. */
  readonly writerOf?:
    | ((plan: RequestPlan, values: Parameters<typeof createFiller>) => ResponseWriter | undefined)
    | undefined;
  /** Returns where the body of a shown response differs from the JSON Schema in a file, or why that is not known. Absent: there are no files. */
  readonly compareWithSchema?:
    | ((shown: string, file: string, plan: RequestPlan) => Promise<readonly Difference[] | Refusal>)
    | undefined;
  /** Compares a response with its snapshot, and writes one that is missing. Absent: there are no files. */
  readonly compareWithSnapshot?: SnapshotStore['compare'] | undefined;
}
