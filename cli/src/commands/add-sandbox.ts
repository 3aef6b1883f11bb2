import { Option, type Command } from 'commander';
import { playedServers, startOptions } from '@rulebook/services';
import { byteSizeArgument, collectOption, port, portBase, positiveInteger } from '../arguments';
import { reasonOf } from '@rulebook/sender/plan';
import { localDescription, type FetchOptions } from '../configuration/with-description';
import { complain, exitCodes } from '../exit-codes';
import { controlHelp, exitCodeHelp } from '../help';
import type { SandboxOptions } from '../sandbox/sandbox';
import { addServiceOptions, serviceValues } from '../configuration/service-options';
import { fetchOption } from './sending-options';
import { inWords } from './in-words';

/** Adds the command `sandbox`. */
export function addSandbox(program: Command, setExitCode: (code: number) => void): void {
  const [first, ...others] = playedServers.map(({ title }) => title);
  const optionsOf = (name: string) => startOptions.filter(({ group }) => group === name);
  const command = program
    .command('sandbox')
    .summary('Run a sandbox of the services on this machine')
    .description(
      'Run a sandbox of the services on this machine until Ctrl-C. Its state is in memory unless --state is given.',
    )
    .optionsGroup('Services:')
    .option(
      '--service <name>',
      'play this service of rulebook.json by its description, or one of the usual services; repeatable (default: the usual ones)',
      collectOption,
      [],
    )
    .option(
      '--description <file>',
      'play the service of this description, a file or a URL; repeatable',
      collectOption,
      [],
    )
    .addOption(fetchOption())
    .option('--own-services', 'play all services of rulebook.json, too')
    .option('--folder <folder>', 'where rulebook.json is looked for (default: the current folder)')
    .optionsGroup('State:')
    .option(
      '--state <file>',
      'load the state from this file if it exists, and save every change to it; the file holds secrets',
    )
    .option('--seed <file>', 'start with the content of this file (JSON with comments)');
  addServiceOptions(command, optionsOf('State'), true)
    .option('--deterministic', 'use the same ids, secrets and times in every run')
    .option('--seed-random <number>', 'as --deterministic, with other ids and secrets for each number', positiveInteger)
    .optionsGroup('Behaviour:')
    .option('--replay <file>', 'give the responses of this recording (HAR) first, each once')
    .option(
      '--like <file>',
      'begin with what this recording (HAR) shows of a service: its resources, its version, and of a service of a description also header fields and the forms of responses',
    )
    .option('--lenient', 'reject only what the documents forbid, not also what real services are known to reject')
    .option(
      '--max-body <size>',
      'longest request body, such as 1mb (default: what each service takes)',
      byteSizeArgument,
    );
  addServiceOptions(command, optionsOf('Behaviour'), true)
    .optionsGroup('Network:')
    .addOption(
      new Option(
        '--port-base <port>',
        `port of the ${first ?? ''}; ${inWords(others.map((title) => `the ${title}`))} take the next ones`,
      )
        .argParser(portBase)
        .default(9270)
        .env('RULEBOOK_SANDBOX_PORT_BASE'),
    )
    .option('--port <port>', 'as --port-base; 0 uses any free ports', port)
    .option('--free-ports', 'use any free ports')
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--allow-remote', 'allow an address in --host that other machines can reach')
    .option('--webhooks-to <url>', 'deliver the webhooks of descriptions to this URL; repeatable', collectOption, [])
    .option('--allow-host <host>', 'deliver webhooks to this host too; repeatable', collectOption, [])
    .optionsGroup('Discovery:')
    .option('--unlisted', 'do not let `rulebook run` and editors find this sandbox automatically')
    .option('--json', 'print one line of JSON when ready, and stop when standard input closes')
    .option(
      '--ready-file <file>',
      'write that line to this file when ready, and remove it at the end; stop when the parent process ends',
    )
    .option('--parent-pid <number>', 'stop when this process ends, in place of the parent process', positiveInteger)
    .addHelpText('after', controlHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the sandbox was stopped'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be used'],
        [exitCodes.unsent, 'the sandbox could not start, or could not save its state'],
      ]),
    )
    .action(async (options: SandboxOptions & FetchOptions) => {
      const { sandbox } = await import('../sandbox/sandbox');
      const description: string[] = [];
      for (const one of options.description) {
        const found = await localDescription(one, options);
        if ('cause' in found) {
          complain(reasonOf(found));
          setExitCode(exitCodes.usage);
          return;
        }
        description.push(found.path);
      }
      setExitCode(await sandbox({ ...options, description, ofServices: serviceValues(startOptions, options) }));
    });
}
