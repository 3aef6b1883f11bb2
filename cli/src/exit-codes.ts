import { redact } from '@rulebook/catalogue/masking';
import { visible, visibleLine } from '@rulebook/text';

/** What the command line's exit codes mean; promised to scripts. */
export const exitCodes = {
  success: 0,
  /** `check`: findings at or above `--fail-on`; `run`: a response of 400 or higher, or an assert that does not hold; `event`: refused. */
  findings: 1,
  /** Wrong arguments or unreadable input. */
  usage: 2,
  /** `run` and `event`: a request could not be sent; `sandbox`: it could not start. */
  unsent: 3,
  /** `plan`: no resource could be compared. */
  unknown: 4,
  /** Rulebook itself failed; the number of sysexits(3). */
  internal: 70,
  /** The output itself cannot be written; the number of sysexits(3). */
  unwritable: 74,
  /** `run`: the user cancelled it; the number of a shell for SIGINT. */
  cancelled: 130,
  /** The reader of the output closed it; the number of a shell for SIGPIPE. */
  closedOutput: 141,
} as const;

/** Writes one line to standard error: what is wrong and what to do. */
export function complain(message: string): void {
  write(`rulebook: ${visibleLine(redact(message))}\n`);
}

/** Writes lines for people to standard error; control characters are shown, not obeyed. */
export function sayOnError(text: string): void {
  write(`${visible(redact(text))}\n`);
}

let write = writeOnError;

/** Lets `receive` have what this thread would write to standard error, until the returned function is called. */
export function divertErrors(receive: (text: string) => void): () => void {
  write = receive;
  return () => {
    write = writeOnError;
  };
}

function writeOnError(text: string): void {
  process.stderr.write(text);
}
