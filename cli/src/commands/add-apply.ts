import type { Command } from 'commander';
import type { ApplyOptions } from '../apply/apply-options';
import { exampleHelp } from '../help';
import { addApplyHelp, addApplyOptions } from './apply-options';

/** Adds the command `apply`. */
export function addApply(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('apply')
    .summary('Make an endpoint have what files declare')
    .description(
      'Send what `rulebook plan` finds: requests that create, change and delete resources, until the endpoint has what the files declare. Before, the plan is played in a sandbox that has been given what the endpoint has, and the requests that undo it are written to a file. The first failure stops it.',
    )
    .argument(
      '<path...>',
      'request files (.http, .rest, .es), JSON files that are bodies of requests, folders, or globs',
    )
    .optionsGroup('Destination:')
    .requiredOption('--endpoint <name>', 'change this endpoint of rulebook.json');
  addApplyHelp(
    addApplyOptions(command).addHelpText(
      'after',
      exampleHelp([
        ['rehearse what a folder would change', 'rulebook apply cluster/ --endpoint production --dry-run'],
        ['change it, and keep what undoes it', 'rulebook apply cluster/ --endpoint production --undo-file undo.http'],
      ]),
    ),
  ).action(async (paths: readonly string[], options: ApplyOptions) => {
    const { apply } = await import('../apply/apply');
    setExitCode(await apply(paths, options));
  });
}
