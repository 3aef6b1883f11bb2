import { type Command, Option } from 'commander';
import { byteSizeArgument, positiveInteger, positiveSeconds, wholePort } from '../arguments';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import type { RecordOptions } from '../record/record-options';
import { authoritiesOption } from './sending-options';

/** Adds the command `record`. */
export function addRecord(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('record')
    .summary('Record what a program sends, and check it on the way')
    .description(
      'Listen on this machine in the place of a service, hand on each request and response unchanged, check them by the description of the service, and write them as a request file and a recording when it ends.',
    )
    .requiredOption('--to <url>', 'URL of the service, or an endpoint of rulebook.json')
    .optionsGroup('The recorder:')
    .addOption(new Option('--port <port>', 'listen on this port; 0 uses any free one').argParser(wholePort).default(0))
    .option('--for <seconds>', 'end after this time', positiveSeconds)
    .option('--count <number>', 'end after so many requests', positiveInteger)
    .option('--parent-pid <number>', 'end when this process ends', positiveInteger)
    .option('--json', 'print one line of JSON when ready')
    .addOption(authoritiesOption())
    .option('--insecure', 'do not verify the certificate of the service')
    .optionsGroup('What is recorded:')
    .option(
      '--service <service>',
      'check by this service of rulebook.json, or by the file of a description (default: as endpoints and URLs say)',
    )
    .addOption(
      new Option('--output <file>', 'write the requests there, and the recording next to it as .har').default(
        'recorded.http',
      ),
    )
    .option('--no-asserts', 'write no asserts')
    .option('--max-body <size>', 'keep no longer body (default: 5mb); it goes on nevertheless', byteSizeArgument)
    .addHelpText(
      'after',
      exampleHelp([
        ['record what a browser or a test sends', 'rulebook record --to https://api.example.com/v1 --port 8080'],
        [
          'record for half a minute, checked by a description',
          'rulebook record --to http://127.0.0.1:3000 --service openapi.yaml --for 30',
        ],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'it was recorded and written'],
        [exitCodes.findings, 'it was recorded and written, and something in it contradicts the description'],
        [exitCodes.usage, 'wrong arguments, or a file or port that cannot be used'],
        [exitCodes.unsent, 'what was recorded cannot be written'],
      ]),
    )
    .action(async (options: RecordOptions) => {
      const { record } = await import('../record/record');
      setExitCode(await record(options));
    });
}
