import { type Command, Option } from 'commander';
import { collectOption, positiveInteger, positiveSeconds } from '../arguments';
import { withDescription, type FetchOptions } from '../configuration/with-description';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exampleHelp, exitCodeHelp } from '../help';
import type { TestServiceOptions } from '../test-service/test-options';
import {
  authoritiesOption,
  certificateOption,
  fetchOption,
  guardedWayOption,
  keyOption,
  onlyWayOption,
  originOption,
  trustOption,
} from './sending-options';

/** Adds the command `test`. */
export function addTest(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('test')
    .summary('Test a service by its description')
    .description(
      'Send requests that the description of a service allows and forbids, follow its resources from their creation to their end, and write each mistake of the service as a request file that fails. Only what the tests created is changed or removed.',
    )
    .argument('<service>', 'name of a service of rulebook.json, or a description: a file or a URL')
    .optionsGroup('Destination:')
    .option(
      '--endpoint <endpoint>',
      'endpoint of rulebook.json, or URL; a protected endpoint is never tested (default: that of the service)',
    )
    .option(
      '--header <field>',
      'send this header field with each request, such as "Api-Key: {{key}}"; repeatable',
      collectOption,
      [],
    )
    .addOption(trustOption())
    .addOption(originOption())
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--timeout <seconds>', 'request timeout (default: that of the endpoint, or 30)', positiveSeconds)
    .addOption(certificateOption())
    .addOption(keyOption())
    .addOption(authoritiesOption())
    .optionsGroup('Tests:')
    .option(
      '--only <pattern>',
      'test the operations whose id, path, or method and path are like this, such as "POST *"; repeatable',
      collectOption,
      [],
    )
    .option(
      '--requests <path>',
      'take the bodies of the requests of this file, folder or glob, too: as they are, and as what others are made of; repeatable',
      collectOption,
      [],
    )
    .addOption(
      new Option('--seed <number>', 'the same number gives the same requests').argParser(positiveInteger).default(1),
    )
    .addOption(
      new Option('--max-requests <number>', 'send at most so many requests').argParser(positiveInteger).default(5000),
    )
    .addOption(new Option('--max-time <seconds>', 'end after this time').argParser(positiveSeconds).default(300))
    .optionsGroup('Findings:')
    .addOption(new Option('--output <folder>', 'write the findings there').default('rulebook-findings'))
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .option(
      '--report <file>',
      'write a report of the operations: JUnit (.xml), a page (.html) or JSON (.json); repeatable',
      collectOption,
      [],
    )
    .optionsGroup('Safeguards:')
    .option('--yes', 'test a service that is not on this machine')
    .addOption(fetchOption())
    .addOption(onlyWayOption())
    .addOption(guardedWayOption())
    .addOption(new Option('--guarded-environment <name>').argParser(collectOption).hideHelp())
    .addOption(new Option('--reads-only', 'outside the sandbox, send only requests that read').hideHelp())
    .addOption(new Option('--ask-parent').hideHelp())
    .addHelpText(
      'after',
      exampleHelp([
        ['test a service on this machine', 'rulebook test openapi.yaml --endpoint http://127.0.0.1:8080'],
        [
          'test one collection of a service of rulebook.json',
          'rulebook test shop --endpoint staging --yes --only "* /orders*"',
        ],
        ['send a finding again', 'rulebook run --all --yes rulebook-findings/post-orders-status.http'],
      ]),
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'nothing was found'],
        [exitCodes.findings, 'the service differs from its description'],
        [exitCodes.usage, 'wrong arguments, a protected endpoint, or a description that cannot be used'],
        [exitCodes.unsent, 'the service does not answer, or the findings cannot be written'],
        [exitCodes.cancelled, 'Ctrl-C cancelled the tests'],
      ]),
    )
    .action(async (service: string, options: TestServiceOptions & FetchOptions) => {
      const { testService } = await import('../test-service/test-service');
      setExitCode(await withDescription(service, options, (path) => testService(path, options)));
    });
}
