import { deployments } from '../binding/target';

/** A directive that the engine knows; all others are left to the tools that know them. */
export interface DirectiveInfo {
  readonly name: string;
  readonly summary: string;
  /** What follows the name, for people. */
  readonly argument: string;
  readonly values?: readonly string[];
}

/** The directives `# @name …` in the order in which they are offered. */
export const directives: readonly DirectiveInfo[] = [
  { name: 'name', summary: 'Names the request, so that others can refer to it.', argument: 'a name' },
  {
    name: 'endpoint',
    summary: 'Sends the request to an endpoint of `rulebook.json` or of the settings.',
    argument: 'the name of an endpoint',
  },
  {
    name: 'target',
    summary: 'The version of the service that the request is checked against.',
    argument: 'a version such as `8.12` or `8.15.0`',
  },
  {
    name: 'deployment',
    summary: 'The kind of deployment that the request is checked against.',
    argument: deployments.map((name) => `\`${name}\``).join(' or '),
    values: deployments,
  },
  { name: 'no-redirect', summary: 'Shows the answer of a redirect and does not follow it.', argument: 'none' },
  { name: 'no-cookie-jar', summary: 'Neither sends nor keeps cookies with this request.', argument: 'none' },
];

/** Returns what is known about a directive. */
export function directiveNamed(name: string): DirectiveInfo | undefined {
  return directives.find((directive) => directive.name === name);
}

/** The variables that have a value without being defined, with what they stand for. */
export const systemVariables: readonly { readonly name: string; readonly summary: string }[] = [
  { name: '$guid', summary: 'A new UUID.' },
  {
    name: '$datetime',
    summary: 'The time in UTC as `iso8601`, `rfc1123` or a quoted format; an amount and a unit can follow.',
  },
  { name: '$localDatetime', summary: 'The local time, written like `$datetime`.' },
  { name: '$timestamp', summary: 'Seconds since 1970; an amount and a unit can follow.' },
  { name: '$isoTimestamp', summary: 'The time in ISO 8601.' },
  { name: '$randomInt', summary: 'A whole number from the first bound up to, not including, the second.' },
  { name: '$dotenv', summary: 'A variable of the nearest `.env` file, whose name follows.' },
  { name: '$processEnv', summary: 'A variable of the environment, whose name follows.' },
];
