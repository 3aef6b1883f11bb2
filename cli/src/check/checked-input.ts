import type { ReportedFile } from '../../../engine/src/report/index';

/** What was found in a file of the command line. */
export interface CheckedInput {
  /** One; none for a file that is not checked; several for a `rulebook.json` with descriptions. */
  readonly files: readonly ReportedFile[];
  /** What could not be done, for standard error. */
  readonly complaints: readonly string[];
}
