import { exitCodes } from './exit-codes';

/**
 * Says on standard error that Rulebook itself has failed and where, and ends the process. The message of the error stays away, since
 * it may quote a body or a value.
 */
export function endByFault(error: unknown): never {
  const kind = error instanceof Error ? error.name : typeof error;
  process.stderr.write(`rulebook: internal fault, please report it: ${kind}\n${framesOf(error)}`);
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

/** Returns the lines of a stack that say where, without those of the message, which may look like anything. */
function framesOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return '';
  const head = `${error.name}: ${error.message}`;
  const frames = error.stack.startsWith(head) ? error.stack.slice(head.length) : '';
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `${line}\n`)
    .join('');
}
