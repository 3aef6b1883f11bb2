import type { Command } from 'commander';
import type { ApplyOptions } from '../apply/apply-options';
import { exampleHelp } from '../help';
import { addApplyHelp, addApplyOptions } from './apply-options';

/** Adds the command `undo`. */
export function addUndo(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('undo')
    .summary('Undo what `apply` has sent')
    .description(
      'Send what a file of `rulebook apply` has, to the endpoint that it is for, with the same safeguards: what differs from it is shown, played in a sandbox, and asked about. What undoes this is written to a file, too.',
    )
    .argument('<file>', 'the file that `rulebook apply` has written')
    .optionsGroup('Destination:');
  addApplyHelp(
    addApplyOptions(command).addHelpText('after', exampleHelp([['undo it', 'rulebook undo undo.http']])),
  ).action(async (file: string, options: Omit<ApplyOptions, 'endpoint'>) => {
    const { undo } = await import('../apply/apply');
    setExitCode(await undo(file, options));
  });
}
