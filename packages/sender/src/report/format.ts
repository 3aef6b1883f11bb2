import type { Severity } from '@rulebook/catalogue/facts';
import type { Rule } from '@rulebook/checker/rules/rule';
import type { ReportedFile, Summary } from './model';

/** A form of the report. A new one is a file of its own, and a line in `formats.ts`. */
export interface ReportFormat {
  /** What the user calls it by. */
  readonly name: string;
  /** It shows the text of the files, and the quick fixes. */
  readonly showsSource?: true;
  /** It says of each rule what it is about; the others need no rules. */
  readonly describesRules?: true;
  /** What it is and whom it is for, in `--help`. */
  readonly purpose: string;
  /** Makes the writer of one report. */
  readonly write: (context: ReportContext) => ReportWriter;
}

/** What a writer may need in addition to the findings. */
export interface ReportContext {
  readonly rules: readonly Rule[];
  /** The version of Rulebook. */
  readonly version: string;
  /** The command fails at this severity or worse. */
  readonly failsAt: Severity;
  readonly paint: Paint;
  /** The number of columns of the terminal. */
  readonly width?: number;
}

/** Colours a piece of the report; the terminal's business. */
export interface Paint {
  readonly severity: (text: string, severity: Severity) => string;
  readonly path: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** Leaves the report without colours. */
export const plainPaint: Paint = {
  severity: (text) => text,
  path: (text) => text,
  bold: (text) => text,
  dim: (text) => text,
};

/** Writes a report piece by piece, so that nothing of what has been written needs to be kept. */
export interface ReportWriter {
  /** Returns the report's part about a file; its findings can be read only once. */
  file(file: ReportedFile): Iterable<string>;
  /** Returns the end of the report, to be called once. */
  end(summary: Summary): Iterable<string>;
}
