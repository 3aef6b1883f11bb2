import type { Command } from 'commander';
import { exitCodes } from '../exit-codes';
import { exitCodeHelp } from '../help';

/** Adds the command `lsp`. */
export function addLsp(program: Command): void {
  program
    .command('lsp')
    .summary('Start the language server')
    .description('Start the language server. Editors call this; it speaks the Language Server Protocol.')
    .option('--stdio', 'communicate over standard input and output, which is also the default')
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the client ended the session'],
        [exitCodes.findings, 'the connection closed without an end of the session'],
        [exitCodes.usage, 'wrong arguments'],
      ]),
    )
    .action(async () => {
      const { lsp } = await import('../lsp');
      await lsp();
    });
}
