import { type Command, Option } from 'commander';
import { collectOption, positiveInteger, positiveSeconds, retryCount } from '../arguments';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exampleHelp, exitCodeHelp } from '../help';
import type { PlanOptions } from '../plan/plan-options';
import { authoritiesOption, certificateOption, keyOption } from './sending-options';

/** Adds the command `plan`. */
export function addPlan(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('plan')
    .summary('Compare what files declare with what an endpoint has')
    .description(
      'Compare the resources that requests of files create and change with what an endpoint has: what would be created, changed or deleted, member by member. Only GET requests are sent, to this endpoint, so that nothing is changed.',
    )
    .argument(
      '<path...>',
      'request files (.http, .rest, .es), JSON files that are bodies of requests, folders, or globs',
    )
    .optionsGroup('Destination:')
    .requiredOption('--endpoint <name>', 'compare with this endpoint of rulebook.json')
    .option(
      '--trust-endpoint <name>',
      'let this endpoint receive its credential from the environment; repeatable',
      collectOption,
      [],
    )
    .option('--timeout <seconds>', 'request timeout (default: that of the endpoint, or 30)', positiveSeconds)
    .option(
      '--retries <count>',
      'send a request again, at most 10 times (default: that of the endpoint, or 0)',
      retryCount,
    )
    .addOption(certificateOption())
    .addOption(keyOption())
    .addOption(authoritiesOption())
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .addOption(
      new Option('--line <number>', 'only what the request at this line declares')
        .argParser(positiveInteger)
        .hideHelp(),
    )
    .optionsGroup('Report:')
    .addOption(
      new Option('--format <format>', 'format of the output').choices(['text', 'json', 'markdown']).default('text'),
    )
    .optionsGroup('Safeguards:')
    .option(
      '--allow-outside-files',
      'read body files that are outside the folders of the request file and of rulebook.json',
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['see what a file would change', 'rulebook plan backup.http --endpoint production'],
        [
          'find in continuous integration what has drifted from a folder',
          'rulebook plan cluster/ --endpoint production --format json',
        ],
        ['a comment for a pull request', 'rulebook plan cluster/ --endpoint production --format markdown'],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'nothing differs; what is not known is listed'],
        [exitCodes.findings, 'a resource would be created, changed or deleted'],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
        [exitCodes.unsent, 'the endpoint cannot be read'],
        [exitCodes.unknown, 'no resource could be compared, so that nothing is known'],
        [exitCodes.cancelled, 'Ctrl-C cancelled the comparison'],
      ]),
    )
    .action(async (paths: readonly string[], options: PlanOptions) => {
      const { plan } = await import('../plan/plan');
      setExitCode(await plan(paths, options));
    });
}
