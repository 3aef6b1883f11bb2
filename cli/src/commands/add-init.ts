import type { Command } from 'commander';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import type { InitOptions } from '../init/init';

/** Adds the command `init`. */
export function addInit(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('init')
    .summary('Write the first files of a project')
    .description(
      'Look for descriptions, environments and files of other tools below a folder, and write what a project begins with: rulebook.json, a first request file, and a step that checks each push. It asks nothing, sends nothing, and changes no file that is there.',
    )
    .argument('[folder]', 'folder of the project', '.')
    .option('--no-ci', 'write no step for continuous integration')
    .option('--dry-run', 'print what would be written, and write nothing')
    .addHelpText(
      'after',
      exampleHelp([
        ['see what would be written', 'rulebook init --dry-run'],
        ['write it', 'rulebook init'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the files were written, or are there already'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be written'],
      ]),
    )
    .action(async (folder: string, options: InitOptions) => {
      const { init } = await import('../init/init');
      setExitCode(await init(folder, options));
    });
}
