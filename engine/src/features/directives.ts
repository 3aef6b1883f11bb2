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
  {
    name: 'timeout',
    summary: 'Waits so long for the response. A number alone is in seconds; from 1,000 on it is in milliseconds.',
    argument: 'a time such as `10 s`, `500 ms` or `2 m`',
  },
  {
    name: 'connection-timeout',
    summary: 'Waits so long for the connection. A number alone is read as for `@timeout`.',
    argument: 'a time such as `5 s`',
  },
  {
    name: 'delay',
    summary: 'Waits before the request is sent. `# @sleep` does the same.',
    argument: 'milliseconds, or a time such as `2 s`',
  },
  {
    name: 'ratelimit',
    summary: 'Waits until the requests of the same slot leave room: so long after the one before, so many in a time.',
    argument: '`minIdleTime 500`, `max 10 expire 60000`, or both, in milliseconds; `slot name` before them',
  },
  {
    name: 'loop',
    summary: 'Sends the request several times; `{{$index}}` counts from 0.',
    argument: '`for 3`, `for id of ["a", "b"]`, or `for id of ids` with the variable `ids`',
  },
  {
    name: 'disabled',
    summary: 'Switches the request off: runs leave it out, and it is sent only if you insist.',
    argument: 'none',
  },
  {
    name: 'prompt',
    summary: 'Asks for the value of a variable before the request is sent.',
    argument: 'a name, a question, and `[a, b]` to choose from',
  },
  {
    name: 'secret',
    summary: 'Asks for the value of a variable, and hides what is typed.',
    argument: 'a name and a question',
  },
  {
    name: 'import',
    summary: 'Makes the variables and the names of the requests of another file known.',
    argument: 'the path of a request file',
  },
  {
    name: 'ref',
    summary: 'Sends the named request before this one, once in a run.',
    argument: 'the name of a request',
  },
  {
    name: 'forceRef',
    summary: 'Sends the named request before this one, each time.',
    argument: 'the name of a request',
  },
  { name: 'note', summary: 'Asks this before the request is sent.', argument: 'a question, or none' },
  {
    name: 'insecure',
    summary: 'Does not verify the certificate of the server for this request; asks before.',
    argument: 'none',
  },
];

/** Returns what is known about a directive. */
export function directiveNamed(name: string): DirectiveInfo | undefined {
  return directives.find((directive) => directive.name === name);
}
