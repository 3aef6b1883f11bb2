import type { Command } from 'commander';
import { eventOptions, eventServers } from '@rulebook/services';
import { collectOption } from '../arguments';
import type { EventOptions } from '../sandbox/event';
import { exitCodes } from '../exit-codes';
import { credentialHelp, exitCodeHelp } from '../help';
import { addServiceOptions, serviceValues } from '../configuration/service-options';
import { inWords } from './in-words';

/** Adds the command `event`. */
export function addEvent(program: Command, setExitCode: (code: number) => void): void {
  const places = inWords(
    eventServers.map(({ title }) => title),
    'or',
  );
  const receivers = inWords(
    eventServers.map(({ events }) => `${events.receiver}s`),
    'or',
  );
  const usual = eventServers.flatMap(({ events }) => events.usual);
  const command = program
    .command('event')
    .summary(`Raise an event on the ${places} of a sandbox`)
    .description(
      `Raise an event on the ${places} of a sandbox, and deliver it to the ${receivers} that subscribe to it.`,
    )
    .argument('<event>', `name of the event, such as ${inWords(usual, 'or')}`)
    .optionsGroup('Event:');
  addServiceOptions(command, eventOptions)
    .optionsGroup('Destination:')
    .option('--endpoint <name>', `endpoint of the ${places}`, eventServers[0]?.endpoint)
    .option(
      '--trust-endpoint <name>',
      'let this endpoint receive its credential from the environment; repeatable',
      collectOption,
      [],
    )
    .addHelpText('after', credentialHelp)
    .addHelpText(
      'after',
      exitCodeHelp([
        [exitCodes.success, 'the event was raised'],
        [exitCodes.findings, 'the sandbox refused it'],
        [exitCodes.usage, 'wrong arguments, an input that cannot be read, or no running sandbox'],
        [exitCodes.unsent, 'the sandbox did not respond'],
      ]),
    )
    .action(async (name: string, options: EventOptions) => {
      const { event } = await import('../sandbox/event');
      setExitCode(await event(name, { ...options, ofServices: serviceValues(eventOptions, options) }));
    });
}
