import { type Command, Option } from 'commander';
import { reportFormats, severities } from '../../../engine/src/report/index';
import type { CheckCommandOptions } from '../check';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp, tableHelp } from '../help';

/** Adds the command `check`. */
export function addCheck(program: Command, setExitCode: (code: number) => void): void {
  const formats = reportFormats.map(({ name, purpose }) => [name, purpose] as const);
  const byWeight = [...severities].reverse();
  program
    .command('check')
    .summary('Check request files and JSON bodies')
    .description('Check request files (.http, .rest), JSON bodies, rulebook.json and recordings (.har).')
    .argument('<path...>', 'files, folders or globs; - reads standard input')
    .optionsGroup('Input:')
    .option('--stdin-path <name>', 'name of the file that standard input stands for', 'stdin.http')
    .optionsGroup('Report:')
    .addOption(
      new Option('--format <format>', 'format of the report')
        .choices(formats.map(([name]) => name))
        .default(reportFormats[0].name),
    )
    .addOption(
      new Option('--min-severity <severity>', 'hide findings below this severity').choices(byWeight).default('hint'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 if a finding has this severity or a higher one')
        .choices(byWeight)
        .default('error'),
    )
    .addHelpText('after', tableHelp('Formats', formats))
    .addHelpText(
      'after',
      exampleHelp([
        ['check everything below this folder', 'rulebook check .'],
        ['check recorded requests and responses', 'rulebook check recording.har'],
        ['fail on warnings too', 'rulebook check --fail-on warning requests/'],
        ['write a report for continuous integration', "rulebook check --format junit 'api/**/*.http' > rulebook.xml"],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'no finding at or above --fail-on'],
        [exitCodes.findings, 'findings at or above --fail-on'],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
      ]),
    )
    .action(async (paths: readonly string[], options: CheckCommandOptions) => {
      const { check } = await import('../check');
      setExitCode(await check(paths, options));
    });
}
