import { CommanderError } from 'commander';
import { exitCodes } from './exit-codes';
import { createProgram } from './program';
import { guardLog } from './runner-log';

/** Runs the command that the arguments of the process name; `first` is the first of them. */
export async function runProgram(first: string | undefined): Promise<void> {
  guardLog(first, (name) => process.env[name]);
  try {
    const program = await createProgram((code) => {
      process.exitCode = code;
    }, first);
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are errors to commander, and successes to everyone else.
    process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  }
}
