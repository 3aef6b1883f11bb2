import { Argument, type Command } from 'commander';
import { shells, type Shell } from '../completion/shells';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `completion`; `whole` makes the program with all of its commands. */
export function addCompletion(
  program: Command,
  setExitCode: (code: number) => void,
  whole: () => Promise<Command>,
): void {
  program
    .command('completion')
    .summary('Print the completion of commands for a shell')
    .description(
      'Print a script by which a shell completes commands, options, their values and names of files. It is made of the commands themselves, and starts no program.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      exampleHelp([
        ['bash, for new shells', 'rulebook completion bash > ~/.local/share/bash-completion/completions/rulebook'],
        ['zsh, for new shells', 'rulebook completion zsh > "${fpath[1]}/_rulebook"'],
        ['fish, for new shells', 'rulebook completion fish > ~/.config/fish/completions/rulebook.fish'],
        ['PowerShell, for this session', 'rulebook completion powershell | Out-String | Invoke-Expression'],
        ['bash, for this shell', 'source <(rulebook completion bash)'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the script was printed'],
        [exitCodes.usage, 'wrong arguments'],
      ]),
    )
    .action(async (shell: Shell) => {
      const { completion } = await import('../completion/completion');
      setExitCode(completion(await whole(), shell));
    });
}
