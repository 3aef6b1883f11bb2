import { Command, Option } from 'commander';
import {
  eventOptions,
  eventServers,
  importFormats,
  playedServers,
  startOptions,
  visible,
} from '../../engine/src/index';
import { reportFormats, severities } from '../../engine/src/report/index';
import { byteSize, collectOption, portBase, positiveInteger, positiveSeconds, retryCount } from './arguments';
import type { CheckCommandOptions } from './check';
import type { CurlOptions } from './curl';
import type { DescribeOptions } from './describe';
import type { EventOptions } from './event';
import { exitCodes } from './exit-codes';
import type { ExplainOptions } from './explain';
import { controlHelp, credentialHelp, describeOption, exampleHelp, exitCodeHelp, tableHelp } from './help';
import type { ImportOptions } from './import';
import type { SandboxOptions } from './sandbox';
import type { RunOptions } from './run-options';
import { addServiceOptions, serviceValues } from './service-options';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

// Each command is loaded when it is called, so that `check` pays for nothing else.

/** Returns the program with its commands; docs/command-line.md is made of it. */
export function createProgram(setExitCode: (code: number) => void): Command {
  const program = new Command('rulebook')
    .description('Checks HTTP request files against the documented rules of the services they talk to, and sends them.')
    .version(RULEBOOK_VERSION)
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeErr: (text) => {
        process.stderr.write(visible(text));
      },
    })
    .exitOverride()
    .addHelpText('after', "\nRun 'rulebook <command> --help' for the options and exit codes of a command.");

  addCheck(program, setExitCode);
  addRun(program, setExitCode);
  addCurl(program, setExitCode);
  addExplain(program, setExitCode);
  addImport(program, setExitCode);
  addCredential(program, setExitCode);
  addDescribe(program, setExitCode);
  addSandbox(program, setExitCode);
  addEvent(program, setExitCode);
  addLsp(program);
  for (const command of [program, ...program.commands])
    command.showHelpAfterError('Add --help to see the arguments and options.');
  return program;
}

function addCheck(program: Command, setExitCode: (code: number) => void): void {
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
      const { check } = await import('./check');
      setExitCode(await check(paths, options));
    });
}

function addRun(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('run')
    .summary('Send requests of a request file')
    .description('Send requests of a request file and print the responses. A file with one request needs no choice.')
    .argument('<file>', 'request file (.http, .rest)')
    .optionsGroup('Choice of requests:')
    .option('--name <name>', 'send the request with this `# @name` or title')
    .option('--line <number>', 'send the request at this line, counted from 1', positiveInteger)
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
    .option(
      '--trust-endpoint <name>',
      'let this endpoint receive its credential from the environment; repeatable',
      collectOption,
      [],
    )
    .option('--timeout <seconds>', 'request timeout (default: that of the endpoint, or 30)', positiveSeconds)
    .option(
      '--retries <count>',
      'send a reading request again, at most 10 times (default: that of the endpoint, or 0)',
      retryCount,
    )
    .option('--cert <file>', 'present this client certificate (PEM)')
    .option('--key <file>', 'private key of the client certificate (PEM)')
    .option('--cacert <file>', 'trust the certificates of this file, too (PEM)')
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Responses:')
    .addOption(
      new Option('--format <format>', 'format of the output').choices(['text', 'json', 'github']).default('text'),
    )
    .option('--report <file>', 'write a report of the requests and their asserts: JUnit (.xml) or JSON (.json)')
    .option('--har <file>', 'write the requests and responses as a HAR recording; secrets are masked')
    .option('--output <file>', 'save the body of the response unchanged')
    .option('--check-answers', 'exit with 1 if a response differs from what is known about its operation; say where')
    .option('--show-secrets', 'do not mask secrets in responses, for example a new API key')
    .option('--no-cookies', 'do not send back the cookies that services set during the run')
    .optionsGroup('Safeguards:')
    .option('--send-anyway', 'send requests with errors, and requests that change something on a protected endpoint')
    .option('--yes', 'do not ask before a request destroys something')
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
      const { run } = await import('./run');
      setExitCode(await run(file, options));
    });
}

function addCredential(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('credential')
    .summary('Keep credentials of endpoints in a private file')
    .description(
      'Keep credentials of endpoints in a file that only you can read. A credential goes only to the address that its endpoint has now. The environment comes first.',
    );
  command
    .command('set')
    .summary('Keep the credential of an endpoint')
    .description(
      'Keep the credential of an endpoint: a key, token, password or client secret. It is asked for, or read from standard input.',
    )
    .argument('<endpoint>', 'endpoint of rulebook.json')
    .action(async (name: string) => {
      const { setCredential } = await import('./credential');
      setExitCode(await setCredential(name));
    });
  command
    .command('list')
    .summary('Print the endpoints whose credentials are kept')
    .action(async () => {
      const { listCredentials } = await import('./credential');
      setExitCode(listCredentials());
    });
  command
    .command('forget')
    .summary('Forget the credential and the tokens of an endpoint')
    .argument('<endpoint>', 'endpoint of rulebook.json')
    .action(async (name: string) => {
      const { forgetCredential } = await import('./credential');
      setExitCode(forgetCredential(name));
    });
}

function addCurl(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('curl')
    .summary('Print a request as a curl command')
    .description('Print a request of a request file as a curl command that sends the same bytes. Nothing is sent.')
    .argument('<file>', 'request file (.http, .rest)')
    .optionsGroup('Choice of the request:')
    .option('--name <name>', 'print the request with this `# @name` or title')
    .option('--line <number>', 'print the request at this line, counted from 1', positiveInteger)
    .optionsGroup('Destination:')
    .option('--endpoint <name>', 'the request goes to this endpoint of rulebook.json')
    .option(
      '--trust-endpoint <name>',
      'let this endpoint receive its credential from the environment; repeatable',
      collectOption,
      [],
    )
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Command:')
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
        ['hand a request to somebody without Rulebook', 'rulebook curl --name create-key keys.http'],
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
      const { curl } = await import('./curl');
      setExitCode(await curl(file, options));
    });
}

function addExplain(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('explain')
    .summary('Show what a request would send and do')
    .description(
      'Show the resolved request, where each value comes from, and what the documents say that it does. Nothing is sent, and secrets are masked.',
    )
    .argument('<file>', 'request file (.http, .rest)')
    .optionsGroup('Choice of requests:')
    .option('--name <name>', 'explain the request with this `# @name` or title')
    .option('--line <number>', 'explain the request at this line, counted from 1', positiveInteger)
    .option('--all', 'explain every request, in order')
    .optionsGroup('Destination:')
    .option('--endpoint <name>', 'explain the request to this endpoint of rulebook.json')
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Report:')
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      exampleHelp([
        ['see what a request would destroy', 'rulebook explain --name remove-backup backup.http'],
        [
          'see where it goes with the variables of an environment',
          'rulebook explain --line 12 --env staging keys.http',
        ],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the request was explained, also one that cannot be sent'],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
      ]),
    )
    .action(async (file: string, options: ExplainOptions) => {
      const { explain } = await import('./explain');
      setExitCode(await explain(file, options));
    });
}

function addImport(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('import')
    .summary('Print curl commands, a HAR recording or a Postman collection as a request file')
    .description(
      'Print curl commands, a HAR recording or a Postman collection (version 2) as a request file. Standard error says what is not taken over.',
    )
    .argument('<file>', 'file to import; - reads standard input')
    .addOption(
      new Option('--from <format>', 'format of the file; by default, its content says it').choices(importFormats),
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['import a collection', 'rulebook import shop.postman_collection.json > shop.http'],
        ['import a command', "echo 'curl -d a=b https://example.com' | rulebook import -"],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'everything was imported, or standard error names what cannot be'],
        [exitCodes.findings, 'a request or its body had to be left out'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read'],
      ]),
    )
    .action(async (file: string, options: ImportOptions) => {
      const { importFile } = await import('./import');
      setExitCode(await importFile(file, options));
    });
}

function addDescribe(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('describe')
    .summary('Show what a description of a service says')
    .description(
      'Show the operations of a description, and every part of it that is wrong or not understood, by its JSON pointer.',
    )
    .argument(
      '<file-or-service>',
      'file of a description, service of rulebook.json, documented service, or published description (elasticsearch, github)',
    )
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      exampleHelp([
        ['look at a description before rulebook.json names it', 'rulebook describe openapi.yaml'],
        [
          'count the operations of a documented service by layers',
          `rulebook describe ${playedServers[0]?.service ?? ''}`,
        ],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the description contradicts itself nowhere'],
        [exitCodes.findings, 'the description has errors'],
        [exitCodes.usage, 'wrong arguments, or a description that cannot be read'],
      ]),
    )
    .action(async (subject: string, options: DescribeOptions) => {
      const { describe } = await import('./describe');
      setExitCode(await describe(subject, options));
    });
}

function addSandbox(program: Command, setExitCode: (code: number) => void): void {
  const [first, ...others] = playedServers.map(({ title }) => title);
  const optionsOf = (name: string) => startOptions.filter(({ group }) => group === name);
  const command = program
    .command('sandbox')
    .summary('Run a sandbox of the services on this machine')
    .description(
      'Run a sandbox of the services on this machine until Ctrl-C. Its state is in memory unless --state is given.',
    )
    .optionsGroup('State:')
    .option(
      '--state <file>',
      'load the state from this file if it exists, and save every change to it; the file holds secrets',
    )
    .option('--seed <file>', 'start with the content of this file (JSON with comments)');
  addServiceOptions(command, optionsOf('State'), true)
    .option('--deterministic', 'use the same ids, secrets and times in every run')
    .optionsGroup('Behaviour:')
    .option('--lenient', 'reject only what the documents forbid, not also what real services are known to reject')
    .option(
      '--examples',
      'answer operations that are not played with examples of the published descriptions of the services',
    )
    .option('--max-body <size>', 'longest request body, such as 1mb (default: what each service takes)', byteSize);
  addServiceOptions(command, optionsOf('Behaviour'), true)
    .optionsGroup('Network:')
    .option(
      '--port-base <port>',
      `port of the ${first ?? ''}; ${inWords(others.map((title) => `the ${title}`))} take the next ones`,
      portBase,
      9270,
    )
    .option('--free-ports', 'use any free ports')
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--allow-remote', 'allow an address in --host that other machines can reach')
    .option('--allow-host <host>', 'deliver webhooks to this host too; repeatable', collectOption, [])
    .optionsGroup('Discovery:')
    .option('--unlisted', 'do not let `rulebook run` and editors find this sandbox automatically')
    .option('--json', 'print one line of JSON when ready, and stop when standard input closes')
    .addHelpText('after', controlHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the sandbox was stopped'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be used'],
        [exitCodes.unsent, 'the sandbox could not start, or could not save its state'],
      ]),
    )
    .action(async (options: SandboxOptions) => {
      const { sandbox } = await import('./sandbox');
      setExitCode(await sandbox({ ...options, ofServices: serviceValues(startOptions, options) }));
    });
}

function addEvent(program: Command, setExitCode: (code: number) => void): void {
  const places = inWords(
    eventServers.map(({ title }) => title),
    'or',
  );
  const receivers = inWords(
    eventServers.map(({ events }) => `${events.receiver}s`),
    'or',
  );
  const usual = eventServers.flatMap(({ events }) => events.usual);
  const command = program
    .command('event')
    .summary(`Raise an event on the ${places} of a sandbox`)
    .description(
      `Raise an event on the ${places} of a sandbox, and deliver it to the ${receivers} that subscribe to it.`,
    )
    .argument('<event>', `name of the event, such as ${inWords(usual, 'or')}`)
    .optionsGroup('Event:');
  addServiceOptions(command, eventOptions)
    .optionsGroup('Destination:')
    .option('--endpoint <name>', `endpoint of the ${places}`, eventServers[0]?.endpoint)
    .option(
      '--trust-endpoint <name>',
      'let this endpoint receive its credential from the environment; repeatable',
      collectOption,
      [],
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the event was raised'],
        [exitCodes.findings, 'the sandbox refused it'],
        [exitCodes.usage, 'wrong arguments, an input that cannot be read, or no running sandbox'],
        [exitCodes.unsent, 'the sandbox did not respond'],
      ]),
    )
    .action(async (name: string, options: EventOptions) => {
      const { event } = await import('./event');
      setExitCode(await event(name, { ...options, ofServices: serviceValues(eventOptions, options) }));
    });
}

function addLsp(program: Command): void {
  program
    .command('lsp')
    .summary('Start the language server')
    .description('Start the language server. Editors call this; it speaks the Language Server Protocol.')
    .requiredOption('--stdio', 'communicate over standard input and output')
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the client ended the session'],
        [exitCodes.findings, 'the connection closed without an end of the session'],
        [exitCodes.usage, 'wrong arguments'],
      ]),
    )
    .action(async () => {
      const { lsp } = await import('./lsp');
      await lsp();
    });
}

/** Returns names as they stand in a sentence: "a, b and c". */
function inWords(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = names[names.length - 1] ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
