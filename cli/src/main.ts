import { CommanderError } from 'commander';
import { exitCodes } from './exit-codes';
import { endAtClosedOutput, endByInternalError } from './internal-error';
import { createProgram } from './program';

async function main(): Promise<void> {
  endAtClosedOutput();
  process.on('uncaughtException', endByInternalError);
  try {
    const program = await createProgram((code) => {
      process.exitCode = code;
    }, process.argv[2]);
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are errors to commander, and successes to everybody else.
      process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    } else endByInternalError(error);
  }
}

void main();
