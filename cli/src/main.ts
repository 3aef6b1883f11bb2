import { endAtClosedOutput, endByInternalError } from './internal-error';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

async function main(): Promise<void> {
  endAtClosedOutput();
  process.on('uncaughtException', endByInternalError);
  const first = process.argv[2];
  // Programs that look for Rulebook ask for its version alone, which takes nothing of it.
  if (first === '--version' || first === '-V') {
    process.stdout.write(`${RULEBOOK_VERSION}\n`);
    return;
  }
  try {
    const { runProgram } = await import('./run-program');
    await runProgram(first);
  } catch (error) {
    endByInternalError(error);
  }
}

void main();
