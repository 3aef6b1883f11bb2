import { endAtClosedOutput, endByInternalError } from './internal-error';

async function main(): Promise<void> {
  endAtClosedOutput();
  process.on('uncaughtException', endByInternalError);
  // Nothing is left to be done then, and to give the memory back piece by piece takes longer than many commands do.
  process.once('beforeExit', () => process.exit());
  try {
    const { runProgram } = await import('./run-program');
    await runProgram(process.argv[2]);
  } catch (error) {
    endByInternalError(error);
  }
}

void main();
