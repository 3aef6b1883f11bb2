/** What the command line's exit codes mean; promised to scripts. */
export const exitCodes = {
  success: 0,
  /** `check`: findings at or above `--fail-on`; `run`: an answer of 400 or more. */
  findings: 1,
  /** Wrong arguments or unreadable input. */
  usage: 2,
  /** `run`: a request could not be sent. */
  unsent: 3,
} as const;

/** Says on standard error what went wrong and what to do. */
export function complain(message: string): void {
  process.stderr.write(`rulebook: ${message}\n`);
}
