import { endAtClosedOutput, endByInternalError } from './internal-error';

async function main(): Promise<void> {
  endAtClosedOutput();
  process.on('uncaughtException', endByInternalError);
  try {
    const { runProgram } = await import('./run-program');
    await runProgram(process.argv[2]);
  } catch (error) {
    endByInternalError(error);
  }
}

void main();
