import { framesOf } from '@rulebook/text';
import { complain, exitCodes } from './exit-codes';
import { standardError, whenErrorOpens } from './standard-error';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

/**
 * Reports on standard error that Rulebook itself failed and where, and ends the process. The message of the error is left out, since it
 * may quote a body or a value.
 */
export function endByInternalError(error: unknown): never {
  if (isFullOutput(error)) {
    complain('the output cannot be written: the disk is full; free some space, or send it elsewhere');
    process.exit(exitCodes.unwritable);
  }
  standardError().write(
    `rulebook: internal error; please report it with these lines:\n${framesOf(error)}\nRulebook ${RULEBOOK_VERSION}, Node ${process.version}, ${process.platform}\n`,
  );
  process.exit(exitCodes.internal);
}

/** Files that are full are said where they are written, so that only an output is left. */
function isFullOutput(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return false;
  return error.syscall === 'write' && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Ends the process when the reader closes an output early, as `head` does; that is not an error. */
export function endAtClosedOutput(): void {
  endWhenClosed(process.stdout);
  whenErrorOpens(endWhenClosed);
}

function endWhenClosed(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.closedOutput);
    endByInternalError(error);
  });
}
