import { redact, visible, visibleLine } from '../../engine/src/index';

/** What the command line's exit codes mean; promised to scripts. */
export const exitCodes = {
  success: 0,
  /** `check`: findings at or above `--fail-on`; `run`: an answer of 400 or more. */
  findings: 1,
  /** Wrong arguments or unreadable input. */
  usage: 2,
  /** `run`: a request could not be sent. */
  unsent: 3,
  /** A fault of Rulebook itself, as sysexits(3) numbers it. */
  internal: 70,
  /** The reader of the output has closed it, as a shell numbers an end by SIGPIPE. */
  closedOutput: 141,
} as const;

/** Says on standard error, in one line, what went wrong and what to do. */
export function complain(message: string): void {
  process.stderr.write(`rulebook: ${visibleLine(redact(message))}\n`);
}

/** Writes lines for people to standard error; what would steer their terminal is shown instead. */
export function sayOnError(text: string): void {
  process.stderr.write(`${visible(redact(text))}\n`);
}
