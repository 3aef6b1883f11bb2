import { type Command, Option } from 'commander';
import { playedServers } from '@rulebook/services';
import type { DescribeOptions } from '../describe';
import { withDescription, type FetchOptions } from '../configuration/with-description';
import { exitCodes } from '../exit-codes';
import { fetchOption } from './sending-options';
import { exampleHelp, exitCodeHelp } from '../help';

/** Adds the command `describe`. */
export function addDescribe(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('describe')
    .summary('Show what a description of a service says, or all about a request')
    .description(
      'Show the operations of a description, and every part of it that is wrong or not understood, by its JSON pointer. Of a request, show its parameters, the members of its body and its responses, as Markdown.',
    )
    .argument(
      '<subject>',
      "file or URL of a description, service of rulebook.json, documented service, published description (elasticsearch, github), or a request such as 'PUT /_snapshot/backup'",
    )
    .option(
      '--resources',
      'of a service: its resources, as they are derived from its operations, and what is not known',
    )
    .option('--part <pointer>', 'of a request: only the part of its body at this JSON pointer')
    .addOption(fetchOption())
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      exampleHelp([
        ['see what a request takes', "rulebook describe 'PUT /_snapshot/backup'"],
        ['look at a description before rulebook.json names it', 'rulebook describe openapi.yaml'],
        [
          'look at what a service on this machine says of itself',
          'rulebook describe http://localhost:8000/openapi.json',
        ],
        [
          'count the operations of a documented service by layers',
          `rulebook describe ${playedServers[0]?.service ?? ''}`,
        ],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the description contradicts itself nowhere'],
        [
          exitCodes.findings,
          'the description has errors, or the file is something else, such as a collection of Postman',
        ],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read'],
      ]),
    )
    .action(async (subject: string, options: DescribeOptions & FetchOptions) => {
      const { describe } = await import('../describe');
      setExitCode(
        await withDescription(subject, options, (path) =>
          describe(path, { ...options, ...(path !== subject && { url: subject }) }),
        ),
      );
    });
}
