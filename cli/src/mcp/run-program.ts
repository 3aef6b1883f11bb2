import { spawn } from 'node:child_process';
import type { AskUser } from './ask';

/** A longer output is cut, in UTF-16 code units. */
const longestOutput = 200_000;

/** Runs a command of this very program without a terminal; its questions go to the user by `ask`, and are refused without it. */
export function runProgram(
  args: readonly string[],
  signal: AbortSignal,
  ask?: AskUser,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const program = process.argv[1] ?? '';
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', ...(ask === undefined ? [] : (['ipc'] as const))],
      signal,
    });
    let output = '';
    const take = (chunk: string) => {
      if (output.length < longestOutput) output = (output + chunk).slice(0, longestOutput);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.on('message', (message) => {
      const { question } = message as { readonly question?: unknown };
      if (typeof question !== 'string' || ask === undefined) return;
      void ask(question).then((isConfirmed) => {
        if (child.connected) child.send({ isConfirmed });
      });
    });
    child.on('error', ({ message }) => {
      resolve({ code: 1, output: `It could not be started: ${message}` });
    });
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}
