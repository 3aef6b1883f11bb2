import { type Command, Option } from 'commander';
import type { DiffOptions } from '../diff/diff';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import { fetchOption } from './sending-options';

/** Adds the command `diff`. */
export function addDiff(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('diff')
    .summary('Say what changes from one description or release to another, and which requests break')
    .description(
      'Compare two OpenAPI or Swagger descriptions, or two releases of a built-in service: what breaks, may break or is new, and which lines of request files it concerns. Nothing is sent.',
    )
    .argument(
      '<side...>',
      'the old and the new description: a file, a URL, REVISION:path of git, a release such as es@9.0, or a range such as es@8.19..9.5; behind them request files, recordings, folders or globs',
    )
    .addOption(fetchOption())
    .option('--all', 'also list what only adds something, or changes nothing for requests')
    .option('--write', 'repair the concerned lines of files where that is safe')
    .addOption(
      new Option('--format <format>', 'format of the output; sarif: of the concerned lines')
        .choices(['text', 'json', 'sarif', 'markdown'])
        .default('text'),
    )
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 if something is as bad; with files, if it concerns them')
        .choices(['breaking', 'risky', 'never'])
        .default('breaking'),
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['what the last commits break', 'rulebook diff HEAD~3:openapi.yaml openapi.yaml'],
        ['whom an upgrade concerns', 'rulebook diff es@8.19..9.5 requests'],
        ['a comment for a pull request', 'rulebook diff old.yaml new.yaml --format markdown requests'],
        ['repair what is safe', 'rulebook diff old.yaml new.yaml --write requests'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'nothing breaks; with files, nothing that concerns them'],
        [exitCodes.findings, 'something breaks, or what --fail-on says'],
        [exitCodes.usage, 'wrong arguments, or a side or a file that cannot be read'],
      ]),
    )
    .action(async (words: readonly string[], options: DiffOptions) => {
      const { diff } = await import('../diff/diff');
      setExitCode(await diff(words, options));
    });
}
