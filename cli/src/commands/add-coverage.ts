import { type Command, Option } from 'commander';
import { collectOption, percentage } from '../arguments';
import type { CoverageOptions } from '../coverage/coverage-options';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `coverage`. */
export function addCoverage(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('coverage')
    .summary('Say what of a description requests exercise')
    .description(
      'Count which operations, parameters, listed values and responses of a description the requests of files exercise, and, with reports of runs or recordings, which of them were answered. Nothing is sent.',
    )
    .argument(
      '[input...]',
      'request files (.http, .rest, .es), Markdown files (.md), recordings (.har), folders or globs (default: this folder)',
    )
    .optionsGroup('What is counted:')
    .option(
      '--service <service>',
      'name of a service, or the file of a description; repeatable (default: those of rulebook.json, otherwise those of the requests)',
      collectOption,
      [],
    )
    .option('--env <name>', 'use this environment of http-client.env.json for the values of variables')
    .option(
      '--run <file>',
      'count as answered what this report says, which `rulebook run --report FILE.json` wrote; repeatable',
      collectOption,
      [],
    )
    .optionsGroup('Thresholds:')
    .option('--threshold <percent>', 'exit with 1 if fewer of the operations are covered', percentage)
    .option('--threshold-parameters <percent>', 'the same for parameters and members of bodies', percentage)
    .option('--threshold-values <percent>', 'the same for listed values', percentage)
    .option('--threshold-responses <percent>', 'the same for described responses', percentage)
    .optionsGroup('Report:')
    .addOption(
      new Option(
        '--format <format>',
        'format of the output; github: text, with annotations for what is below a threshold',
      )
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--report <file>', 'write a page (.html) or JSON (.json); repeatable', collectOption, [])
    .addHelpText(
      'after',
      exampleHelp([
        ['see what the requests of this folder leave out', 'rulebook coverage'],
        ['fail in a pipeline below 80 percent of the operations', 'rulebook coverage --threshold 80 requests'],
        [
          'count what a run has received, and write a page',
          'rulebook coverage --run results.json --report coverage.html requests',
        ],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'it was counted, and no threshold is missed'],
        [exitCodes.findings, 'less than a threshold is covered'],
        [exitCodes.usage, 'wrong arguments, an input that cannot be read, or no known service'],
      ]),
    )
    .action(async (inputs: readonly string[], options: CoverageOptions) => {
      const { coverage } = await import('../coverage/coverage');
      setExitCode(await coverage(inputs, options));
    });
}
