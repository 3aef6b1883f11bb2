import { type Command, Option } from 'commander';
import type { CompleteOptions } from '../complete';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `complete`. */
export function addComplete(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('complete')
    .summary('Show what can be written at a position')
    .description(
      'Show what can be written at a position of a request file or JSON body: the list that an editor shows there. One entry a line: text, kind and type, with tabs between them.',
    )
    .argument('<file:line:column>', 'position such as keys.http:4:7, counted from 1')
    .option('--stdin', 'standard input holds the text of the file, which may not be saved')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .addOption(
      new Option('--format <format>', 'format of the output; json has the documentation and the changes of the text')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText(
      'after',
      exampleHelp([
        ['see the fields of a body', 'rulebook complete keys.http:4:7'],
        ['ask for a text that is not saved', 'rulebook complete --stdin keys.http:1:6 < draft.http'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the offers were printed, also if there are none'],
        [exitCodes.usage, 'wrong arguments, no such position, or an input that cannot be read'],
      ]),
    )
    .action(async (position: string, options: CompleteOptions) => {
      const { complete } = await import('../complete');
      setExitCode(await complete(position, options));
    });
}
