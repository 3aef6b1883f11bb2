import { type Command, Option } from 'commander';
import { copyTargets } from '@rulebook/exchange';
import { collectOption, positiveInteger } from '../arguments';
import type { CurlOptions } from '../convert/curl';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exampleHelp, exitCodeHelp } from '../help';
import { originOption, trustOption } from './sending-options';

/** Adds the command `curl`. */
export function addCurl(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('curl')
    .summary('Print a request as a curl command, or as code')
    .description(
      'Print a request of a request file as a curl command that sends the same bytes, or as code. Nothing is sent.',
    )
    .argument(
      '<file>',
      'request file (.http, .rest, .es) or Markdown file (.md); :12 behind it chooses the request at line 12',
    )
    .optionsGroup('Choice of the request:')
    .option('--name <name>', 'print the request with this `# @name` or title, also of an imported file')
    .option('--line <number>', 'print the request at this line, counted from 1', positiveInteger)
    .optionsGroup('Destination:')
    .option('--endpoint <name>', 'the request goes to this endpoint of rulebook.json')
    .addOption(trustOption())
    .addOption(originOption())
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Command:')
    .addOption(
      new Option('--as <form>', 'form in place of a curl command').choices(
        copyTargets.map(({ id }) => id).filter((id) => id !== 'bash' && id !== 'powershell'),
      ),
    )
    .addOption(
      new Option('--shell <shell>', 'shell that the command is for').choices(['bash', 'powershell']).default('bash'),
    )
    .option('--show-secrets', 'print secrets; without it, the command reads them from environment variables')
    .option(
      '--allow-outside-files',
      'use body files that are outside the folders of the request file and of rulebook.json',
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['hand a request to a user without Rulebook', 'rulebook curl --name create-key keys.http'],
        ['run it at once', 'rulebook curl --show-secrets --line 12 keys.http | bash'],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the command was printed'],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
        [exitCodes.unsent, 'the request cannot be written as a command, for example because a variable has no value'],
      ]),
    )
    .action(async (file: string, options: CurlOptions) => {
      const { curl } = await import('../convert/curl');
      const { readNamedRequest } = await import('../requests/named-requests');
      const named = readNamedRequest(file, options);
      setExitCode(await curl(named.path, named.options));
    });
}
