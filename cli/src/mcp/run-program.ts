import { runCommandLine } from '@rulebook/node/program-run';
import type { AskUser } from './ask';

/** A longer output is cut, in UTF-16 code units. */
const longestOutput = 200_000;

/** Runs a command of this very program without a terminal; its questions go to the user by `ask`, and are refused without it. */
export async function runProgram(
  args: readonly string[],
  signal: AbortSignal,
  ask?: AskUser,
): Promise<{ readonly code: number; readonly output: string }> {
  const { code, all } = await runCommandLine(process.argv[1] ?? '', args, {
    ...{ signal, longest: longestOutput },
    ...(ask !== undefined && { ask: (question) => ask(question) }),
  });
  return { code, output: all };
}
