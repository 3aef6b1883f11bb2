import { type Command, Option } from 'commander';
import { byteSizeArgument, collectOption, positiveInteger, positiveSeconds } from '../arguments';
import { withDescription, type FetchOptions } from '../configuration/with-description';
import type { DriftOptions } from '../drift/drift-options';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exampleHelp, exitCodeHelp } from '../help';
import {
  authoritiesOption,
  certificateOption,
  fetchOption,
  keyOption,
  originOption,
  trustOption,
} from './sending-options';

/** Adds the command `drift`. */
export function addDrift(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('drift')
    .summary('Compare what a service answers with its description')
    .description(
      'Ask a service with reading requests, those of files and those of its resources, and compare statuses, media types and members of the responses with its description, and with a sandbox that is set from them; of services that are known without a description, with what is known of their version and with its sandbox. Nothing but GET and HEAD is sent, to this endpoint alone, a bounded number of times.',
    )
    .argument('[path...]', 'files, folders or globs whose GET and HEAD requests are sent, too')
    .optionsGroup('Destination:')
    .requiredOption('--endpoint <endpoint>', 'ask this endpoint of rulebook.json, or this URL')
    .option(
      '--description <file>',
      'compare with this description, a file or a URL (default: that of the service of the endpoint)',
    )
    .addOption(fetchOption())
    .addOption(trustOption())
    .addOption(originOption())
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .option('--timeout <seconds>', 'request timeout (default: that of the endpoint, or 30)', positiveSeconds)
    .addOption(certificateOption())
    .addOption(keyOption())
    .addOption(authoritiesOption())
    .optionsGroup('Bounds:')
    .option('--no-resources', 'send only the requests of the files')
    .addOption(new Option('--items <number>', 'follow so many items of a list').argParser(positiveInteger).default(3))
    .addOption(
      new Option('--max-requests <number>', 'send at most so many requests').argParser(positiveInteger).default(100),
    )
    .addOption(new Option('--max-time <seconds>', 'end after this time').argParser(positiveSeconds).default(300))
    .option('--max-bytes <size>', 'receive at most so much, such as 20mb', byteSizeArgument, 20 * 1024 * 1024)
    .addOption(
      new Option('--pause <milliseconds>', 'wait between two requests').argParser(positiveInteger).default(100),
    )
    .optionsGroup('Report:')
    .addOption(
      new Option('--format <format>', 'format of the output').choices(['text', 'json', 'markdown']).default('text'),
    )
    .option(
      '--report <file>',
      'write a report of the operations: JUnit (.xml), a page (.html) or JSON (.json); repeatable',
      collectOption,
      [],
    )
    .option('--har <file>', 'write what was seen as a recording (HAR), masked')
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 from this level on')
        .choices(['breaking', 'risky', 'additive', 'never'])
        .default('risky'),
    )
    .optionsGroup('Safeguards:')
    .option('--yes', 'ask a protected endpoint')
    .option(
      '--allow-outside-files',
      'read body files that are outside the folders of the request file and of rulebook.json',
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['see what differs at an endpoint', 'rulebook drift --endpoint staging'],
        [
          'compare with a description, and keep what was seen',
          'rulebook drift --endpoint https://staging.example --description openapi.yaml --har seen.har',
        ],
        ['play what was seen', 'rulebook sandbox --description openapi.yaml --like seen.har'],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'nothing differs from --fail-on on; what was not asked is listed'],
        [exitCodes.findings, 'a response differs from the description'],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
        [exitCodes.unsent, 'nothing was answered or could be compared, or a file cannot be written'],
        [exitCodes.cancelled, 'Ctrl-C cancelled the comparison'],
      ]),
    )
    .action(async (paths: readonly string[], options: DriftOptions & FetchOptions) => {
      const { drift } = await import('../drift/drift');
      const { description } = options;
      setExitCode(
        description === undefined
          ? await drift(paths, options)
          : await withDescription(description, options, (path) => drift(paths, { ...options, description: path })),
      );
    });
}
