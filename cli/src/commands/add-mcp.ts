import { Argument, type Command } from 'commander';
import { collectOption } from '../arguments';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import { mcpHosts } from '../mcp/install/hosts';
import type { InstallOptions } from '../mcp/install/install';
import type { McpOptions } from '../mcp/serve';

/** Adds the command `mcp`. */
export function addMcp(program: Command, setExitCode: (code: number) => void): void {
  const mcp = program
    .command('mcp')
    .summary('Start the server for language models')
    .description(
      'Start a server of the Model Context Protocol on standard input and output. With its tools, a language model checks and completes requests, looks operations up, and sees what a request would do. It reads files below the current folder only, and sends nothing.',
    )
    .option(
      '--allow-sending',
      'also offer a tool that sends requests of files below the current folder to the sandbox, as `rulebook run` does without --yes',
    )
    .option(
      '--allow-endpoint <name or url>',
      'let this tool send there, too: an endpoint of rulebook.json as it is at the start, or a URL; repeatable',
      collectOption,
      [],
    )
    .option(
      '--guard',
      'ask before each request that changes something, with what it would change; send none that has warnings or is refused by a sandbox first; includes --allow-sending',
    )
    .option('--rights <file>', 'with --guard, send no request that these rights do not allow')
    .option('--folder <folder>', 'read files below this folder, in place of the current one')
    .addHelpText(
      'after',
      exampleHelp([
        ['let a client of the protocol start it', 'rulebook mcp'],
        ['let the model send to the sandbox, too', 'rulebook mcp --allow-sending'],
        ['and to an endpoint of rulebook.json', 'rulebook mcp --allow-sending --allow-endpoint staging'],
        ['and let it change nothing there that you have not seen', 'rulebook mcp --guard --allow-endpoint staging'],
        ['write the server into the files of assistants', 'rulebook mcp install vscode claude-code'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the client closed the connection'],
        [exitCodes.usage, 'wrong arguments'],
      ]),
    )
    .action(async (options: McpOptions) => {
      const { serveMcp } = await import('../mcp/serve');
      setExitCode(await serveMcp(options));
    });
  mcp
    .command('install')
    .summary('Write the server into the files of assistants')
    .description(
      'Write the server into the files by which assistants start their servers, in the folder or in your settings. The options of the server come before `install`. What else is in a file stays, comments included.',
    )
    .addArgument(new Argument('<host...>', 'the assistants').choices(mcpHosts.map(({ name }) => name)))
    .option('--dry-run', 'print what the files would be, and write nothing')
    .option('--replace', 'replace a server of the same name that is there with other values')
    .option('--npx', 'let npx get the package, also where there is a command rulebook')
    .addHelpText(
      'after',
      exampleHelp([
        ['see what would be written', 'rulebook mcp install vscode --dry-run'],
        ['write it, with a guard', 'rulebook mcp --guard --allow-endpoint staging install cursor claude-code'],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the files have the server'],
        [exitCodes.usage, 'wrong arguments, or a file that was not written'],
      ]),
    )
    .action(async (hosts: readonly string[], options: InstallOptions) => {
      const { installMcp } = await import('../mcp/install/install');
      setExitCode(installMcp(hosts, { ...mcp.opts<McpOptions>(), ...options }));
    });
}
