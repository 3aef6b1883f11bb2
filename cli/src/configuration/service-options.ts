import { Option, type Command } from 'commander';
import type { PlayedOption } from '@rulebook/services';
import { collectOption } from '../arguments';

/** What a user wrote for the options of services, by the members that get it. */
export type ServiceValues<Value> = Readonly<Record<string, Value>>;

/** Adds options of services to a command, in its present group of options. */
export function addServiceOptions(command: Command, options: readonly PlayedOption[], repeatable = false): Command {
  for (const { flags, summary } of options) {
    const option = new Option(flags, summary);
    command.addOption(repeatable ? option.argParser(collectOption).default([]) : option);
  }
  return command;
}

/** Returns the values of options of services by their members; options that were not written are left out. */
export function serviceValues<Value>(
  options: readonly (PlayedOption & { readonly member: string })[],
  written: object,
): ServiceValues<Value> {
  const values = new Map(Object.entries(written) as readonly (readonly [string, Value])[]);
  return Object.fromEntries(
    options.flatMap(({ flags, member }) => {
      const value = values.get(new Option(flags).attributeName());
      return value === undefined ? [] : [[member, value]];
    }),
  );
}
