import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { visible } from '../../engine/src/index';
import type { CheckCommandOptions } from './check';
import type { EventOptions } from './event';
import { exitCodes } from './exit-codes';
import { endAtClosedOutput, endByFault } from './internal-fault';
import type { RunOptions } from './run';
import type { SandboxOptions } from './sandbox';

/** Filled in by the build. */
declare const RULEBOOK_VERSION: string;

const severities = ['error', 'warning', 'information', 'hint'];

const credentialHelp = `
Credentials come from the environment: RULEBOOK_CREDENTIAL_<ENDPOINT>. Since any rulebook.json can name an endpoint so, its origin
must be confirmed once: on the terminal (it is remembered), by --trust-endpoint, or by RULEBOOK_ENDPOINT_<ENDPOINT>, which holds
the base URL and comes before that of the file. A sandbox that runs is found with its credentials.`;

// Each command is loaded when it is called, so that `check` pays for nothing else.

function createProgram(setExitCode: (code: number) => void): Command {
  const program = new Command('rulebook')
    .description('Checks HTTP request files against the rules of the services they talk to, and sends them.')
    .showHelpAfterError('Run with --help to see what is possible.')
    .version(RULEBOOK_VERSION)
    .configureOutput({
      writeErr: (text) => {
        process.stderr.write(visible(text));
      },
    })
    .exitOverride();

  program
    .command('check')
    .description(
      'Check request files (.http, .rest) and JSON bodies. Exit code 0: nothing to fail on, 1: findings, 2: usage or unreadable input.',
    )
    .argument('<path...>', 'files, folders or globs; - reads standard input')
    .option('--stdin-path <name>', 'where the text of standard input belongs, for example roles/a.json', 'stdin.http')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(new Option('--min-severity <severity>', 'leave out what is less').choices(severities).default('hint'))
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 at this severity or worse').choices(severities).default('error'),
    )
    .action(async (paths: readonly string[], options: CheckCommandOptions) => {
      const { check } = await import('./check');
      setExitCode(await check(paths, options));
    });

  program
    .command('run')
    .description(
      'Send requests of a file. Exit code 0: all sent and answered below 400, 1: an answer of 400 or more, 2: usage, 3: a request could not be sent.',
    )
    .argument('<file>', 'a request file')
    .option('--name <name>', 'the request with this `# @name` or title')
    .option('--line <line>', 'the request at this line, counted from 1', positiveInteger)
    .option('--all', 'every request, in order; those that cannot be sent are listed at the end')
    .option('--stop', 'with --all: stop at the first request that cannot be sent')
    .option('--endpoint <name>', 'send to this endpoint of rulebook.json instead')
    .option('--sandbox', 'start a sandbox for this run, and send there only')
    .option(
      '--trust-endpoint <name>',
      'the credential of the environment may go to this endpoint; may be repeated',
      collect,
      [],
    )
    .option('--env <name>', 'variables of this environment in http-client.env.json')
    .option('--var <name=value>', 'a variable; may be repeated', collect, [])
    .option('--output <file>', 'save the body of the answer, as it came')
    .option('--no-cookies', 'do not keep the cookies that services set during the run')
    .option('--timeout <seconds>', 'how long to wait for an answer; 30 unless given', positiveNumber)
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .option(
      '--allow-outside-files',
      'send body files from outside the folders of the request file and of rulebook.json, too',
    )
    .option('--send-anyway', 'send requests with errors, and changes to protected endpoints')
    .option('--show-secrets', 'do not mask secrets in answers, for example a new API key')
    .addHelpText('after', credentialHelp)
    .action(async (file: string, options: RunOptions) => {
      const { run } = await import('./run');
      setExitCode(await run(file, options));
    });

  program
    .command('sandbox')
    .description('Play both services on this machine until Ctrl-C. State is in memory, unless a file is named.')
    .option('--json', 'print one line of JSON when ready; stop when standard input closes')
    .option('--unlisted', 'do not let `rulebook run` and editors find it by themselves')
    .option('--port-base <port>', 'the cluster takes this port, the code host the one two above', port, 9270)
    .option('--free-ports', 'take any free ports')
    .option('--host <address>', 'listen at this address', '127.0.0.1')
    .option('--allow-remote', 'let --host name an address that other machines can reach')
    .option('--state <file>', 'load this file, if it exists, and keep every change in it')
    .option('--seed <file>', 'begin with what this file says, JSON with comments')
    .option('--lenient', 'refuse by the documents alone, not also what real services are known to refuse')
    .option('--deterministic', 'the same ids, secrets and times in every run')
    .option('--repository <owner/repo>', 'a repository beside octocat/hello-world; may be repeated', collect, [])
    .option(
      '--path-repo <folder>',
      'snapshot repositories may lie below this folder, else below one of its own (beside the state file); may be repeated',
      collect,
      [],
    )
    .option('--allowed-url <pattern>', 'read-only repositories may have such an address; may be repeated', collect, [])
    .option(
      '--max-body <size>',
      'the longest body of a request, such as 1mb; 100mb at the clusters and 25mb at the code host unless given',
      byteSize,
    )
    .option('--allow-host <host>', 'deliver webhooks to this host too; may be repeated', collect, [])
    .addHelpText(
      'after',
      "\nGET /_sandbox, with a server's credential, lists what controls it: reset, clock, faults, events, export and import.\nA state file holds secrets; it is written so that only its owner can read it.",
    )
    .action(async (options: SandboxOptions) => {
      const { sandbox } = await import('./sandbox');
      setExitCode(await sandbox(options));
    });

  program
    .command('event')
    .description(
      "Make something happen at a sandbox's code host, of which its webhooks are told. Exit code 0: it happened, 1: refused, 2: usage, 3: no answer.",
    )
    .argument('<event>', 'push, issues, pull_request or another event')
    .option('--action <action>', 'what happened within the event, for example closed')
    .option('--repository <owner/repo>', "where it happened; the sandbox's first repository unless given")
    .option('--sender <handle>', "who did it; the repository's owner unless given")
    .option('--payload <file>', 'a JSON object, whose members replace those of the payload')
    .option('--endpoint <name>', 'the endpoint of the code host', 'sandbox-hub')
    .option(
      '--trust-endpoint <name>',
      'the credential of the environment may go to this endpoint; may be repeated',
      collect,
      [],
    )
    .action(async (name: string, options: EventOptions) => {
      const { event } = await import('./event');
      setExitCode(await event(name, options));
    });

  program
    .command('lsp')
    .description('Start the language server.')
    .requiredOption('--stdio', 'talk over standard input and output')
    .action(async () => {
      const { lsp } = await import('./lsp');
      await lsp();
    });
  return program;
}

function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** A timer of Node holds at most 2^31 milliseconds. */
function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 2_000_000)) throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}

/** The longest text that a program of this kind can hold is half a gigabyte. */
const largestBody = 512 * 1024 * 1024;

function byteSize(text: string): number {
  const [, count, unit = ''] = /^(\d{1,12})(kb|mb|gb|b)?$/i.exec(text.trim()) ?? [];
  const factor = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[unit.toLowerCase()] ?? NaN;
  const bytes = Number(count) * factor;
  if (!(bytes >= 1 && bytes <= largestBody)) {
    throw new InvalidArgumentError('It must be a size such as 500kb or 10mb, at most 512mb.');
  }
  return bytes;
}

function port(text: string): number {
  const value = positiveInteger(text);
  if (value > 65_533) throw new InvalidArgumentError('It must be at most 65533.');
  return value;
}

async function main(): Promise<void> {
  endAtClosedOutput();
  process.on('uncaughtException', endByFault);
  try {
    const program = createProgram((code) => {
      process.exitCode = code;
    });
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are errors to commander, and successes to everybody else.
      process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    } else endByFault(error);
  }
}

void main();
