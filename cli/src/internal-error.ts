import { framesOf } from '@rulebook/text';
import { exitCodes } from './exit-codes';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/**
 * Reports on standard error that Rulebook itself failed and where, and ends the process. The message of the error is left out, since it
 * may quote a body or a value.
 */
export function endByInternalError(error: unknown): never {
  process.stderr.write(
    `rulebook: internal error; please report it with these lines:\n${framesOf(error)}\nRulebook ${RULEBOOK_VERSION}, Node ${process.version}, ${process.platform}\n`,
  );
  process.exit(exitCodes.internal);
}

/** Ends the process when the reader closes an output early, as `head` does; that is not an error. */
export function endAtClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(exitCodes.closedOutput);
      endByInternalError(error);
    });
  }
}
