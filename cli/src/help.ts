import type { Option } from 'commander';
import { exitCodes } from './exit-codes';

/** Describes an option with its choices and its default; commander's own text quotes them, and names empty lists. */
export function describeOption({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices ? `: ${argChoices.join(', ')}` : '';
  const isShown = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  return `${description}${choices}${isShown ? ` (default: ${defaultValue})` : ''}`;
}

/** Returns a section at the end of a command's help: names with what they mean. */
export function tableHelp(title: string, rows: readonly (readonly [name: string | number, meaning: string])[]): string {
  const width = Math.max(...rows.map(([name]) => String(name).length)) + 2;
  return ['', `${title}:`, ...rows.map(([name, meaning]) => `  ${String(name).padEnd(width)}${meaning}`)].join('\n');
}

/** Returns the section of exit codes: those of the command, and those that every command has. */
export function exitCodeHelp(own: readonly (readonly [code: number, meaning: string])[]): string {
  return tableHelp('Exit codes', [
    ...own,
    [exitCodes.internal, 'Rulebook itself failed; standard error says where'],
    [exitCodes.unwritable, 'the output cannot be written, as on a full disk'],
    [exitCodes.closedOutput, 'the reader of the output closed it early'],
  ]);
}

/** Returns the section of examples. */
export function exampleHelp(examples: readonly (readonly [effect: string, command: string])[]): string {
  return ['', 'Examples:', ...examples.flatMap(([effect, command]) => [`  # ${effect}`, `  ${command}`])].join('\n');
}

/** Says where credentials come from. */
export const credentialHelp = `
Credentials:
  The environment variable RULEBOOK_CREDENTIAL_<ENDPOINT> holds the credential
  of an endpoint. Any rulebook.json can define an endpoint of that name, so you
  confirm once that its address may receive the credential: on the terminal
  (the answer is remembered), with --trust-endpoint, or with the variable
  RULEBOOK_ENDPOINT_<ENDPOINT>, which holds the base URL and overrides
  rulebook.json. The credentials of a running sandbox are found automatically.`;

/** Says what can be done with a running sandbox. */
export const controlHelp = `
Control:
  GET /_sandbox, with the credential of a server, lists how to control it:
  reset, clock, faults, events, export and import.`;
