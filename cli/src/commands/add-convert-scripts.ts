import type { Command } from 'commander';
import type { ConvertScriptsOptions } from '../convert/convert-scripts';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `convert-scripts`. */
export function addConvertScripts(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('convert-scripts')
    .summary('Rewrite scripts of JetBrains as response references and asserts')
    .description(
      'Rewrite scripts after responses that only keep a value (client.global.set) or compare one (client.assert). Uses of such a variable become references to the response, comparisons become asserts. No script is run; those that compute anything stay as they are.',
    )
    .argument('<paths...>', 'request files, folders or globs')
    .option('--dry-run', 'print the changes, and write nothing')
    .addHelpText('after', exampleHelp([['look first', 'rulebook convert-scripts --dry-run requests/']]))
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the files are rewritten as far as possible'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read or written'],
      ]),
    )
    .action(async (paths: readonly string[], options: ConvertScriptsOptions) => {
      const { convertScripts } = await import('../convert/convert-scripts');
      setExitCode(await convertScripts(paths, options));
    });
}
