import { framesOf } from '../../engine/src/index';
import { exitCodes } from './exit-codes';

/**
 * Says on standard error that Rulebook itself has failed and where, and ends the process. The message of the error stays away, since
 * it may quote a body or a value.
 */
export function endByFault(error: unknown): never {
  process.stderr.write(`rulebook: internal fault, please report it: ${framesOf(error)}\n`);
  process.exit(exitCodes.internal);
}

/** Ends the process when the reader of an output has gone away; `head` does so, and it is no fault. */
export function endAtClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(exitCodes.closedOutput);
      endByFault(error);
    });
  }
}
