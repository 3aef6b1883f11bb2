import type { ReportedFile } from '@rulebook/sender/report';

/** What was found in a file of the command line. */
export interface CheckedInput {
  /** One; none for a file that is not checked; several for a `rulebook.json` with descriptions. */
  readonly files: readonly ReportedFile[];
  /** What could not be done, for standard error. */
  readonly complaints: readonly string[];
  /** How many findings each block has whose fixes were asked for; filled while the findings are read. */
  readonly tried?: readonly number[];
}
