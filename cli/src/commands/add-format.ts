import type { Command } from 'commander';
import { exitCodes } from '../exit-codes';
import type { FormatCommandOptions } from '../format';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `format`. */
export function addFormat(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('format')
    .summary('Lay out request files and JSON bodies')
    .description(
      'Lay out request files (.http, .rest, .es) and the JSON files that are named. Only white space changes, and nothing that is sent but the layout of JSON. Prints the files that change.',
    )
    .argument('<path...>', 'files, folders or globs; - reads standard input and prints the result')
    .option('--check', 'change nothing, and exit with 1 if a file is not formatted')
    .option('--indent <width>', 'number of blanks in a step of indentation, or tab', '2')
    .option('--stdin-path <name>', 'name of the file that standard input stands for', 'stdin.http')
    .addHelpText(
      'after',
      exampleHelp([
        ['format everything below this folder', 'rulebook format .'],
        ['fail in continuous integration if a file is not formatted', 'rulebook format --check requests/'],
        ['format what an editor hands over', 'rulebook format - < a.http'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'everything is formatted now; with --check, it was'],
        [exitCodes.findings, 'with --check: a file is not formatted'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read or written'],
      ]),
    )
    .action(async (paths: readonly string[], options: FormatCommandOptions) => {
      const { format } = await import('../format');
      setExitCode(await format(paths, options));
    });
}
