import type { Binding, CheckContext } from '@rulebook/checker/binding/model';
import type { ServiceId, Severity } from '@rulebook/catalogue/facts';
import type { Finding } from '@rulebook/checker/rules/rule';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { RecordedParts } from '@rulebook/request-file/syntax/wire-block';
import type { Span } from '@rulebook/text/span';
import type { Change, ConcernedLine } from '../model';

/** How a file is checked: by one description, or one version. */
export interface SideOptions {
  readonly context: CheckContext;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
}

/** What checks files: a part of the engine. */
export interface FileReader {
  readonly openFile: (text: string) => RequestFile;
  readonly parse: (file: RequestFile, index: number, context?: CheckContext) => Block;
  readonly bind: (file: RequestFile, index: number, context: CheckContext) => Binding | undefined;
  readonly check: (file: RequestFile, options: SideOptions) => { readonly findings: readonly (readonly Finding[])[] };
  readonly bindRecorded: (recorded: RecordedParts, context: CheckContext) => Binding | undefined;
  readonly checkRecorded: (
    recorded: RecordedParts,
    answer: RecordedAnswer | undefined,
    options: SideOptions,
  ) => { readonly findings: readonly Finding[] } | undefined;
}

/** The response of a recording. */
export interface RecordedAnswer {
  readonly status: number;
  readonly body?: string;
}

/** A file whose requests may be concerned, with how it is checked before and after the change. */
export interface ConcernedFile {
  readonly name: string;
  readonly text: string;
  readonly file: RequestFile;
  /** Returns the files that it imports, in their order: its references may name their requests. */
  readonly imports?: () => readonly RequestFile[];
  readonly before: SideOptions;
  readonly after: SideOptions;
}

/** An entry of a recording, with where its parts are in the file. */
export interface ConcernedEntry {
  readonly request: RecordedParts;
  readonly response?: RecordedAnswer;
  readonly url: Span;
  /** Absent: the entry has none. */
  readonly body?: Span | undefined;
  readonly answer?: Span | undefined;
}

/** A recording whose requests may be concerned. */
export interface ConcernedRecording extends Omit<ConcernedFile, 'file'> {
  readonly entries: Iterable<ConcernedEntry>;
}

/** What changed, and of which service. */
export interface ConcernedParts {
  readonly reader: FileReader;
  /** The service of both descriptions; requests to others are not concerned. */
  readonly service: ServiceId;
  readonly changes: readonly Change[];
}

/** What a change means for files. */
export interface Concerned {
  /** How many requests there are to the service. */
  readonly requests: number;
  /** How many of them are concerned. */
  readonly concerned: number;
  /** In the order of files and lines. */
  readonly lines: readonly ConcernedLine[];
}
