import type { Command } from 'commander';
import type { ConvertEnvironmentsOptions } from '../convert/convert-environments';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `convert-environments`. */
export function addConvertEnvironments(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('convert-environments')
    .summary('Write the environments of REST Client into environment files')
    .description(
      'Write rest-client.environmentVariables of the settings into http-client.env.json. Variables whose names sound like secrets go into http-client.private.env.json, which git is made to ignore. What is in these files is kept.',
    )
    .argument('[settings]', 'settings.json in .vscode, or a .code-workspace', '.vscode/settings.json')
    .option('--dry-run', 'print what would be written, and write nothing')
    .addHelpText('after', exampleHelp([['look first', 'rulebook convert-environments --dry-run']]))
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the environment files hold all variables'],
        [exitCodes.findings, 'a variable has another value there already, which stays'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read or written'],
      ]),
    )
    .action(async (settings: string, options: ConvertEnvironmentsOptions) => {
      const { writeConvertedEnvironments } = await import('../convert/convert-environments');
      setExitCode(writeConvertedEnvironments(settings, options));
    });
}
