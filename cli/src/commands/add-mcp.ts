import type { Command } from 'commander';
import { collectOption } from '../arguments';
import { exitCodes } from '../exit-codes';
import { exampleHelp, exitCodeHelp } from '../help';
import type { McpOptions } from '../mcp/serve';

/** Adds the command `mcp`. */
export function addMcp(program: Command, setExitCode: (code: number) => void): void {
  program
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
    .addHelpText(
      'after',
      exampleHelp([
        ['let a client of the protocol start it', 'rulebook mcp'],
        ['let the model send to the sandbox, too', 'rulebook mcp --allow-sending'],
        ['and to an endpoint of rulebook.json', 'rulebook mcp --allow-sending --allow-endpoint staging'],
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
}
