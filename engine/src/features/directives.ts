import { deployments } from '../binding/target';

/** A directive that the engine knows. All others are left to the tools that know them. */
export interface DirectiveInfo {
  readonly name: string;
  readonly summary: string;
  /** A description of the argument behind the name. */
  readonly argument: string;
  readonly values?: readonly string[];
}

/** The directives `# @name …` in the order in which they are offered. */
export const directives: readonly DirectiveInfo[] = [
  { name: 'name', summary: 'Names the request, so that other requests can use its response.', argument: 'a name' },
  {
    name: 'endpoint',
    summary: 'Sends the request to this endpoint from `rulebook.json` or the editor settings.',
    argument: 'the name of an endpoint',
  },
  {
    name: 'target',
    summary: 'Checks the request against this version of the service.',
    argument: 'a version such as `8.12` or `8.15.0`',
  },
  {
    name: 'deployment',
    summary: 'Checks the request against this kind of deployment.',
    argument: deployments.map((name) => `\`${name}\``).join(' or '),
    values: deployments,
  },
  { name: 'no-redirect', summary: 'Shows a redirect response instead of following it.', argument: 'none' },
  { name: 'no-log', summary: 'Keeps the request and its response out of the history of the editor.', argument: 'none' },
  { name: 'no-cookie-jar', summary: 'Neither sends nor stores cookies with this request.', argument: 'none' },
];

/** Returns what is known about a directive. */
export function directiveNamed(name: string): DirectiveInfo | undefined {
  return directives.find((directive) => directive.name === name);
}

/** The variables that have a value without a definition. */
export const systemVariables: readonly { readonly name: string; readonly summary: string }[] = [
  { name: '$guid', summary: 'A new UUID.' },
  {
    name: '$datetime',
    summary:
      'The current time in UTC, as `iso8601`, `rfc1123` or a quoted format. An offset (amount and unit) can follow.',
  },
  { name: '$localDatetime', summary: 'The current local time. It has the same arguments as `$datetime`.' },
  { name: '$timestamp', summary: 'The current time in seconds since 1970. An offset (amount and unit) can follow.' },
  { name: '$isoTimestamp', summary: 'The current time in the ISO 8601 format.' },
  { name: '$randomInt', summary: 'A random integer from the first bound up to, but not including, the second bound.' },
  { name: '$dotenv', summary: 'A variable from the nearest `.env` file. Its name follows.' },
  {
    name: '$secret',
    summary:
      'A secret that the editor keeps in its secret storage, or the environment variable `RULEBOOK_SECRET_<NAME>`. Its name follows.',
  },
  { name: '$processEnv', summary: 'An environment variable of the process. Its name follows.' },
];
