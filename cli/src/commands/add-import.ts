import { type Command, Option } from 'commander';
import { importFormats } from '@rulebook/exchange';
import { withDescription, type FetchOptions } from '../configuration/with-description';
import { exitCodes } from '../exit-codes';
import { fetchOption } from './sending-options';
import { exampleHelp, exitCodeHelp } from '../help';
import type { ImportOptions } from '../convert/import';

/** Adds the command `import`. */
export function addImport(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('import')
    .summary('Print curl commands, recordings, collections, descriptions or workflows as a request file')
    .description(
      'Print curl commands, a HAR recording, a collection of Postman, Bruno, Insomnia, Hurl or Thunder Client, the operations of an OpenAPI or Swagger description, or the workflows of an Arazzo document as a request file. Standard error says what is not taken over.',
    )
    .argument(
      '<file>',
      'file to import, the folder of a collection of Postman or Bruno, or URL of a description; - reads standard input',
    )
    .addOption(
      new Option('--from <format>', 'format of the file; by default, its content says it').choices([
        ...importFormats,
        'openapi',
        'arazzo',
      ]),
    )
    .option(
      '--to <folder>',
      'write request files, one for each folder of a collection, and environment files, in place of printing',
    )
    .option('--base-url <url>', 'where the requests of a description go; by default, to its first server')
    .option(
      '--stories',
      'of a description: create, read, list, change and remove an item of each collection, with asserts',
    )
    .option('--no-asserts', 'of a recording: write no asserts about its responses')
    .addOption(fetchOption())
    .addHelpText(
      'after',
      exampleHelp([
        ['import a collection', 'rulebook import shop.postman_collection.json > shop.http'],
        ['import its folders as files', 'rulebook import --to requests shop.postman_collection.json'],
        ['write a request for each operation', 'rulebook import openapi.yaml > pets.http'],
        ['write the life of its resources', 'rulebook import --stories openapi.yaml > stories.http'],
        ['import a command', "echo 'curl -d a=b https://example.com' | rulebook import -"],
      ]),
    )
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'everything was imported, or standard error names what cannot be'],
        [exitCodes.findings, 'a request or its body had to be left out'],
        [exitCodes.usage, 'wrong arguments, or a file that cannot be read'],
      ]),
    )
    .action(async (file: string, options: ImportOptions & FetchOptions) => {
      const { importFile } = await import('../convert/import');
      setExitCode(await withDescription(file, options, (path) => importFile(path, options)));
    });
}
