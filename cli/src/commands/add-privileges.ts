import { type Command, Option } from 'commander';
import { collectOption } from '../arguments';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import type { PrivilegesOptions } from '../privileges';

/** Adds the command `privileges`. */
export function addPrivileges(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('privileges')
    .summary('Derive the least rights that requests need')
    .description(
      'Derive the smallest role or permissions with which the requests of files work: for each endpoint, with the requests and the statement behind each line. Nothing is sent.',
    )
    .argument(
      '<path...>',
      'request files (.http, .rest, .es), Markdown files (.md), or scripts and workflows (.sh, .yml) with `gh api` and `curl`; folders or globs; :12 behind a file chooses the request at line 12',
    )
    .optionsGroup('Choice of requests:')
    .option('--name <name>', 'only the request with this `# @name` or title')
    .option('--endpoint <name>', 'only the requests to this endpoint')
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Report:')
    .addOption(
      new Option(
        '--format <format>',
        'format of the output; descriptor: a role descriptor, request: the request that creates a key with it, permissions: a checklist for tokens and workflows',
      )
        .choices(['text', 'descriptor', 'request', 'permissions', 'json'])
        .default('text'),
    )
    .option('--raw-actions', 'grant the actions of the service instead of named privileges, where they are known')
    .option(
      '--prove',
      'replay the requests in a sandbox in memory: with all rights, with the derived ones, and with each line taken away',
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['see what a file needs', 'rulebook privileges backup.http'],
        ['see that the rights suffice, and that each line is needed', 'rulebook privileges --prove backup.http'],
        ['write the permissions of a workflow', 'rulebook privileges --format permissions .github/workflows/ci.yml'],
        ['write the request for a key with just these rights', 'rulebook privileges --format request backup.http'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the rights were derived; what is not known is listed'],
        [
          exitCodes.findings,
          '--prove: a request differs with the derived rights, a line is not needed, or nothing is proved',
        ],
        [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
      ]),
    )
    .action(async (files: readonly string[], options: PrivilegesOptions) => {
      const { privileges } = await import('../privileges');
      setExitCode(await privileges(files, options));
    });
}
