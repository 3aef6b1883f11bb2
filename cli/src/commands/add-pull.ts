import { type Command, Option } from 'commander';
import { collectOption, positiveSeconds, retryCount } from '../arguments';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exampleHelp, exitCodeHelp } from '../help';
import type { PullOptions } from '../pull/pull';
import { authoritiesOption, certificateOption, keyOption } from './sending-options';

/** Adds the command `pull`. */
export function addPull(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('pull')
    .summary('Write request files of what an endpoint has')
    .description(
      'Write the resources of an endpoint as requests that store them, a file for each kind, without what the service adds by itself. Only GET requests are sent. Secrets that the endpoint does not show become variables.',
    )
    .optionsGroup('Destination:')
    .requiredOption('--endpoint <name>', 'read this endpoint of rulebook.json')
    .option('--into <folder>', 'write the files into this folder', '.')
    .option('--kind <name>', 'only this kind, as its file is called, such as roles; repeatable', collectOption, [])
    .option(
      '--of <name>',
      'only what is in this repository or organization, such as octo/pets; repeatable',
      collectOption,
      [],
    )
    .option('--force', 'replace files that have another text')
    .option('--list', 'print the kinds that can be pulled from the endpoint, one a line, and send nothing')
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
    .optionsGroup('Report:')
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      exampleHelp([
        ['write what a cluster has', 'rulebook pull --endpoint production --into cluster'],
        ['write its roles alone', 'rulebook pull --endpoint production --kind roles'],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the files have what could be read; the rest is listed'],
        [exitCodes.usage, 'wrong arguments, or a file that would be replaced'],
        [exitCodes.unsent, 'the endpoint cannot be read'],
        [exitCodes.cancelled, 'Ctrl-C cancelled it'],
      ]),
    )
    .action(async (options: PullOptions) => {
      const { pull } = await import('../pull/pull');
      setExitCode(await pull(options));
    });
}
