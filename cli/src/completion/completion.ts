import type { Command } from 'commander';
import { exitCodes } from '../exit-codes';
import { bashCompletion } from './bash-completion';
import { shapeOf, type CommandShape } from './command-shapes';
import { fishCompletion } from './fish-completion';
import { powershellCompletion } from './powershell-completion';
import type { Shell } from './shells';
import { zshCompletion } from './zsh-completion';

const writers: Readonly<Record<Shell, (program: CommandShape) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** Prints the completion of a program with all of its commands for a shell, and returns the exit code. */
export function completion(program: Command, shell: Shell): number {
  process.stdout.write(writers[shell](shapeOf(program)));
  return exitCodes.success;
}
