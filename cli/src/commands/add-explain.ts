import { type Command, Option } from 'commander';
import { collectOption, positiveInteger } from '../arguments';
import { exitCodes } from '../exit-codes';
import type { ExplainOptions } from '../explain';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `explain`. */
export function addExplain(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('explain')
    .summary('Show what a request would send and do')
    .description(
      'Show the resolved request, where each value comes from, and what the documents say that it does. Nothing is sent, and secrets are masked.',
    )
    .argument(
      '<path...>',
      'request files (.http, .rest, .es) or Markdown files (.md), folders or globs; :12 behind a file chooses the request at line 12, - reads standard input',
    )
    .optionsGroup('Choice of requests:')
    .option('--name <name>', 'explain the request with this `# @name` or title, also of an imported file')
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
    .action(async (paths: readonly string[], options: ExplainOptions) => {
      const { explain } = await import('../explain');
      setExitCode(await explain(paths, options));
    });
}
