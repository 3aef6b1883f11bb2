import { framesOf } from '@rulebook/text';
import { complain, exitCodes } from './exit-codes';

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
  process.stderr.write(
    `rulebook: internal error; please report it with these lines:\n${framesOf(error)}\nRulebook ${RULEBOOK_VERSION}, Node ${process.version}, ${process.platform}\n`,
  );
  process.exit(exitCodes.internal);
}

/** Files that are full are said where they are written, so that only an output is left. */
function isFullOutput(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return false;
  return error.syscall === 'write' && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/**
 * Ends the process when the reader closes an output early, as `head` does; that is not an error. An output that is not opened stays so: to open
 * one loads what streams need, and often all that connections need.
 */
export function endAtClosedOutput(): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const descriptor: { get?: () => NodeJS.WriteStream } = Object.getOwnPropertyDescriptor(process, name) ?? {};
    const open = descriptor.get?.bind(process);
    if (open === undefined) continue;
    let stream: NodeJS.WriteStream | undefined;
    Object.defineProperty(process, name, {
      get: () => (stream ??= watched(open())),
      enumerable: true,
      configurable: true,
    });
  }
}

function watched(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.closedOutput);
    endByInternalError(error);
  });
}
