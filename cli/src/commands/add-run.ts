import { type Command, Option } from 'commander';
import { collectOption, positiveInteger, positiveSeconds, retryCount } from '../arguments';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exampleHelp, exitCodeHelp } from '../help';
import type { RunOptions } from '../run/run-options';
import {
  authoritiesOption,
  certificateOption,
  guardedWayOption,
  keyOption,
  onlyWayOption,
  originOption,
  trustOption,
} from './sending-options';

/** Adds the command `run`. */
export function addRun(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('run')
    .summary('Send requests of a request file')
    .description('Send requests of a request file and print the responses. A file with one request needs no choice.')
    .argument(
      '<file>',
      'request file (.http, .rest, .es) or Markdown file (.md); :12 behind it chooses the request at line 12',
    )
    .optionsGroup('Choice of requests:')
    .option('--name <name>', 'send the request with this `# @name` or title, also of an imported file')
    .option('--line <number>', 'send the request at this line, counted from 1', positiveInteger)
    .option(
      '--sequence <name>',
      'send the requests of this `# @sequence` with those that they need, and stop at the first failure',
    )
    .option('--with-dependencies', 'send the requests first whose responses the chosen one uses')
    .option('--all', 'send every request, in order; list at the end which could not be sent')
    .option('--bail', 'stop at the first request that cannot be sent or fails')
    .addOption(new Option('--stop', 'the older name of --bail').hideHelp())
    .option('--repeat <number>', 'send the requests this often, one turn after the other', positiveInteger)
    .option(
      '--parallel <number>',
      'send so many requests at a time; one that refers to another waits for it',
      positiveInteger,
    )
    .optionsGroup('Destination:')
    .option('--endpoint <name>', 'send to this endpoint of rulebook.json')
    .option('--sandbox', 'start a sandbox for this run, and send to it only')
    .addOption(trustOption())
    .addOption(originOption())
    .option(
      '--timeout <seconds>',
      'request timeout (default: that of the request, of the endpoint, or 30)',
      positiveSeconds,
    )
    .option(
      '--retries <count>',
      'send a reading request again, at most 10 times (default: that of the endpoint, or 0)',
      retryCount,
    )
    .addOption(certificateOption())
    .addOption(keyOption())
    .addOption(authoritiesOption())
    .addOption(onlyWayOption())
    .addOption(guardedWayOption())
    .addOption(
      new Option('--guarded-environment <name>', 'this environment is protected').argParser(collectOption).hideHelp(),
    )
    .addOption(new Option('--ask-changes', 'ask before each change outside the sandbox').hideHelp())
    .addOption(new Option('--ask-parent', 'let the program that started this one ask its user').hideHelp())
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Responses:')
    .addOption(
      new Option('--format <format>', 'format of the output').choices(['text', 'json', 'github']).default('text'),
    )
    .option(
      '--report <file>',
      'write a report of the requests and their asserts: JUnit (.xml), a page (.html) or JSON (.json); repeatable',
      collectOption,
      [],
    )
    .option('--har <file>', 'write the requests and responses as a HAR recording; secrets are masked')
    .option('--output <file>', 'save the body of the response unchanged')
    .option('--check-answers', 'exit with 1 if a response differs from what is known about its operation; say where')
    .option('--accept-redirects', 'count a redirect that is not followed as a response like others')
    .option('--show-secrets', 'do not mask secrets in responses, for example a new API key')
    .option('--no-cookies', 'do not send back the cookies that services set during the run')
    .optionsGroup('Safeguards:')
    .option('--no-scripts', 'do not run the scripts of the requests; they are named as left out')
    .option('--send-anyway', 'send requests with errors or changed by values, and changes on a protected endpoint')
    .option('--yes', 'do not ask before a request destroys something, or asks to be confirmed')
    .option(
      '--allow-outside-files',
      'send body files that are outside the folders of the request file and of rulebook.json',
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['try one request against a sandbox', 'rulebook run --sandbox --name create-key keys.http'],
        ['send all requests with the variables of an environment', 'rulebook run --all --env staging smoke.http'],
        [
          'test a service in continuous integration',
          'rulebook run --all --report results.xml --format github smoke.http',
        ],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'all were sent, no assert failed, and no status is an error'],
        [exitCodes.findings, 'an assert failed, a status is an error, or --check-answers differs'],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
        [exitCodes.unsent, 'a request was not sent, a response is incomplete, or a report not written'],
        [exitCodes.cancelled, 'Ctrl-C cancelled the run'],
      ]),
    )
    .action(async (file: string, options: RunOptions) => {
      const { run } = await import('../run/run');
      const { readNamedRequest } = await import('../requests/named-requests');
      const named = readNamedRequest(file, options);
      setExitCode(await run(named.path, named.options));
    });
}
