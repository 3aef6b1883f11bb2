import type { Command } from 'commander';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import type { ExportOptions } from '../convert/export';

/** Adds the command `export`. */
export function addExport(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('export')
    .summary('Print the requests of a file as a workflow of an Arazzo document')
    .description(
      'Print the requests of a file as a workflow of an Arazzo document. They must be operations of descriptions that rulebook.json names. Standard error says what is not taken over.',
    )
    .argument('<file>', 'request file')
    .option('--workflow <id>', 'name of the workflow; by default, that of the sequence or of the file')
    .option('--sequence <name>', 'only the requests of this `# @sequence`, in its order')
    .addHelpText('after', exampleHelp([['write a workflow', 'rulebook export shop.http > shop.arazzo.yaml']]))
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'everything was exported'],
        [exitCodes.findings, 'a request, a body or an assert had to be left out'],
        [exitCodes.usage, 'wrong arguments, no request, or a file that cannot be read'],
      ]),
    )
    .action(async (file: string, options: ExportOptions) => {
      const { exportFile } = await import('../convert/export');
      setExitCode(await exportFile(file, options));
    });
}
