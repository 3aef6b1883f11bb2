import { type Command, Option } from 'commander';
import { collectOption, positiveSeconds, retryCount } from '../arguments';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exitCodeHelp } from '../help';
import { authoritiesOption, certificateOption, keyOption } from './sending-options';

/** Adds the options that `apply` and `undo` have in common. */
export function addApplyOptions(command: Command): Command {
  return command
    .option(
      '--trust-endpoint <name>',
      'let this endpoint receive its credential from the environment; repeatable',
      collectOption,
      [],
    )
    .option('--timeout <seconds>', 'request timeout (default: that of the endpoint, or 30)', positiveSeconds)
    .option(
      '--retries <count>',
      'send a request that reads again, at most 10 times (default: that of the endpoint, or 0)',
      retryCount,
    )
    .addOption(certificateOption())
    .addOption(keyOption())
    .addOption(authoritiesOption())
    .optionsGroup('Variables:')
    .option('--env <name>', 'use this environment of http-client.env.json')
    .option('--var <name=value>', 'set a variable; repeatable', collectOption, [])
    .optionsGroup('Safeguards:')
    .option('--dry-run', 'stop after the rehearsal: nothing is changed and nothing is written')
    .option('--skip-rehearsal', 'send without a rehearsal in a sandbox')
    .option('--undo-file <file>', 'write what undoes it to this new file (default: undo-ENDPOINT-TIME.http)')
    .option('--accept-losses', 'do it although something cannot be undone')
    .option('--yes', 'do not ask')
    .addOption(new Option('--ask-parent', 'let the program that started this one ask its user').hideHelp())
    .option('--send-anyway', 'change something at a protected endpoint')
    .option(
      '--allow-outside-files',
      'read body files that are outside the folders of the request file and of rulebook.json',
    );
}

/** The end of the help of `apply` and `undo`. */
export function addApplyHelp(command: Command): Command {
  return command.addHelpText('after', credentialHelp).addHelpText(
    'after',
    exitCodeHelp([
      [exitCodes.success, 'nothing is left to do, or `--dry-run` has shown it'],
      [exitCodes.findings, 'a request was refused, by the sandbox or the endpoint'],
      [exitCodes.usage, 'wrong arguments, or an input that cannot be read'],
      [exitCodes.unsent, 'it was not confirmed, or could not be sent'],
      [exitCodes.cancelled, 'Ctrl-C cancelled it'],
    ]),
  );
}
