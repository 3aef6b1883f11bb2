import { type Command, Option } from 'commander';
import { collectOption, collectTags, positiveInteger, positiveSeconds, retryCount } from '../arguments';
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
  const command = program
    .command('run')
    .summary('Send requests of request files')
    .description(
      'Send requests of request files and print the responses. Of a folder, a glob or several files, all requests are sent; a file with one request needs no choice.',
    )
    .argument(
      '<path...>',
      'request files (.http, .rest, .es), Markdown files (.md), Arazzo documents (.arazzo.yaml), folders or globs; :12 behind a file chooses the request at line 12, - reads standard input',
    )
    .optionsGroup('Choice of requests:')
    .option(
      '--name <name>',
      'send the request with this `# @name` or title, also of an imported file; of each file that has one',
    )
    .option('--tag <tags>', 'send the requests with one of these tags (`# @tag smoke, slow`); repeatable', collectTags)
    .option('--not-tag <tags>', 'leave out the requests with one of these tags; repeatable', collectTags)
    .option('--line <number>', 'send the request at this line, counted from 1', positiveInteger)
    .option(
      '--sequence <name>',
      'send the requests of this `# @sequence` with those that they need, and stop at the first failure',
    )
    .option('--workflow <id>', 'run this workflow of an Arazzo document')
    .option('--with-dependencies', 'send the requests first whose responses the chosen one uses')
    .option('--all', 'send every request, in order; list at the end which could not be sent')
    .option('--bail', 'stop at the first request that cannot be sent or fails')
    .option('--fail-fast', 'the same as --bail')
    .addOption(new Option('--stop', 'the older name of --bail').hideHelp())
    .option(
      '--repeat <number>',
      'send the requests this often, one turn after the other, and show their times',
      positiveInteger,
    )
    .option(
      '--parallel <number>',
      'send so many requests of a file at a time, where one that refers to another waits for it; of several files, so many files at a time',
      positiveInteger,
    )
    .optionsGroup('Destination:')
    .option('--endpoint <name>', 'send to this endpoint of rulebook.json')
    .option(
      '--server <url>',
      'send the steps of an Arazzo document there; NAME=URL for one of its source descriptions; repeatable',
      collectOption,
    )
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
      'send a reading request again after 429, 502, 503, 504 or a broken connection, at most 10 times (default: that of the endpoint, or 0)',
      retryCount,
    )
    .option(
      '--retry-failed <count>',
      'send a request again that fails for any reason, at most 10 times; what passes then is listed as flaky. Only GET, HEAD and OPTIONS',
      retryCount,
    )
    .option('--retry-changes', 'with --retry-failed, also send requests again that change something')
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
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, []);
  addResponseOptions(command)
    .addHelpText(
      'after',
      exampleHelp([
        ['try one request against a sandbox', 'rulebook run --sandbox --name create-key keys.http'],
        ['send all requests of a folder, four files at a time', 'rulebook run tests/ --parallel 4'],
        ['send those of all files that belong to a group', 'rulebook run tests/ --tag smoke --not-tag slow'],
        ['send all requests with the variables of an environment', 'rulebook run --all --env staging smoke.http'],
        ['run a workflow', 'rulebook run --workflow buy --var pet=7 shop.arazzo.yaml'],
        ['test a service in continuous integration', 'rulebook run --report results.xml --format github tests/'],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'all were sent, no assert failed, no status is an error; flaky ones passed'],
        [exitCodes.findings, 'an assert failed, a status is an error, or --check-answers differs'],
        [exitCodes.usage, 'wrong arguments, no such name or tag, or an input that cannot be read'],
        [exitCodes.unsent, 'a request was not sent, a response is incomplete, or a report not written'],
        [exitCodes.cancelled, 'Ctrl-C cancelled the run'],
      ]),
    )
    .action(async (paths: readonly string[], options: RunOptions) => {
      const { run } = await import('../run/run');
      setExitCode(await run(paths, options));
    });
}

function addResponseOptions(command: Command): Command {
  return command
    .optionsGroup('Responses:')
    .addOption(
      new Option('--format <format>', 'format of the output').choices(['text', 'json', 'github']).default('text'),
    )
    .option('--verbose', 'print whole responses, where one line each is usual: of a folder, a glob or several files')
    .option(
      '--report <file>',
      'write a report of the requests and their asserts: JUnit (.xml), a page (.html) or JSON (.json); repeatable',
      collectOption,
      [],
    )
    .option('--har <file>', 'write the requests and responses as a HAR recording; secrets are masked')
    .option('--output <file>', 'save the body of the response unchanged')
    .option('--check-answers', 'exit with 1 if a response differs from what is known about its operation; say where')
    .option('--update-snapshots', 'write the snapshots of `?? snapshot` anew, and remove those of no request')
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
    );
}
