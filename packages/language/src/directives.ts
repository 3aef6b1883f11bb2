import { deployments } from '@rulebook/checker/binding/target';
import type { SendingDirective } from '@rulebook/request-file/syntax/sending-directives';

/** A directive that the engine knows. All others are left to the tools that know them. */
interface DirectiveInfo {
  readonly name: string;
  readonly summary: string;
  /** A description of the argument behind the name. */
  readonly argument: string;
  readonly values?: readonly string[];
}

/** Directives that are not about sending; `test/unit/features/directives.test.ts` tries that each has an effect. */
type OtherDirective =
  | 'sequence'
  | 'tag'
  | 'name'
  | 'endpoint'
  | 'header'
  | 'target'
  | 'deployment'
  | 'prompt'
  | 'secret'
  | 'import'
  | 'rights-of';

/** The name of a directive, as it is offered. */
export type DirectiveName = SendingDirective | OtherDirective;

/** What is known about each directive; one that is carried out needs an entry, and so does an entry something that carries it out. */
const described: Readonly<Record<DirectiveName, Omit<DirectiveInfo, 'name'>>> = {
  name: { summary: 'Names the request, so that other requests can use its response.', argument: 'a name' },
  endpoint: {
    summary:
      'Sends the request to this endpoint from `rulebook.json` or the editor settings; above the first `###`, where no request is, all paths of the file that name none.',
    argument: 'the name of an endpoint',
  },
  header: {
    summary:
      'Above the first `###`, where no request is: adds this header field to all requests of the file that have none of its name.',
    argument: 'a header field such as `Accept-Language: de`',
  },
  target: {
    summary: 'Checks the request against this version of the service.',
    argument: 'a version such as `8.12` or `8.15.0`',
  },
  deployment: {
    summary: 'Checks the request against this kind of deployment.',
    argument: deployments.map((name) => `\`${name}\``).join(' or '),
    values: deployments,
  },
  'no-redirect': { summary: 'Shows a redirect response instead of following it.', argument: 'none' },
  'no-log': { summary: 'Keeps the request and its response out of the history of the editor.', argument: 'none' },
  'no-cookie-jar': { summary: 'Neither sends nor stores cookies with this request.', argument: 'none' },
  timeout: {
    summary: 'Waits so long for the response. A number alone is in seconds; from 1,000 on it is in milliseconds.',
    argument: 'a time such as `10 s`, `500 ms` or `2 m`',
  },
  'connection-timeout': {
    summary: 'Waits so long for the connection. A number alone is read as for `@timeout`.',
    argument: 'a time such as `5 s`',
  },
  delay: {
    summary: 'Waits before the request is sent. `# @sleep` does the same.',
    argument: 'milliseconds, or a time such as `2 s`',
  },
  ratelimit: {
    summary: 'Waits until the requests of the same slot leave room: so long after the one before, so many in a time.',
    argument: '`minIdleTime 500`, `max 10 expire 60000`, or both, in milliseconds; `slot name` before them',
  },
  loop: {
    summary: 'Sends the request several times; `{{$index}}` counts from 0.',
    argument: '`for 3`, `for id of ["a", "b"]`, or `for id of ids` with the variable `ids`',
  },
  for: {
    summary:
      'Sends the request once for each row of a file; the columns are variables, and so is the row: `{{row.name}}`.',
    argument: '`file users.csv`, `file users.json`, or `user of file users.csv`',
  },
  until: {
    summary: 'Sends the request again until an assert about its response holds, or the time is over.',
    argument:
      'an assert such as `status == 200` or `$.state == "done"`; behind it `within 60 s` (30 s otherwise) and `every 2 s` (1 s otherwise)',
  },
  if: {
    summary: 'Sends the request only if this holds of a variable; otherwise it is left out, which is not a failure.',
    argument: 'a variable, and an operator of asserts: `{{stage}} == prod`, `{{token}} exists`',
  },
  disabled: {
    summary: 'Switches the request off: runs leave it out, and it is sent only if you insist.',
    argument: 'none, or when it is switched off: `!token`, `stage == "prod"`',
  },
  prompt: {
    summary: 'Asks for the value of a variable before the request is sent.',
    argument: 'a name, a question, and `[a, b]` to choose from',
  },
  secret: { summary: 'Asks for the value of a variable, and hides what is typed.', argument: 'a name and a question' },
  import: {
    summary: 'Makes the variables and the names of the requests of another file known.',
    argument: 'the path of a request file',
  },
  'rights-of': {
    summary:
      'Says which request files use the key or role that the request makes, so that it is compared with what they need.',
    argument: 'paths of request files, with commas between them',
  },
  sequence: {
    summary: 'Names some requests, which are sent together in this order with those that they need.',
    argument: 'a name and the names of requests: `deploy: login, create, check`',
  },
  tag: {
    summary: 'Puts the request into groups, which `rulebook run --tag` sends and `--not-tag` leaves out.',
    argument: 'words with commas between them: `smoke, slow`',
  },
  ref: {
    summary: 'Sends the named request before this one, once in a run; the editor reuses its response.',
    argument: 'the name of a request',
  },
  forceRef: { summary: 'Sends the named request before this one, each time.', argument: 'the name of a request' },
  note: { summary: 'Asks this before the request is sent.', argument: 'a question, or none' },
  insecure: {
    summary: 'Does not verify the certificate of the server for this request; asks before.',
    argument: 'none',
  },
};

/** The directives `# @name …` in the order in which they are offered. */
export const directives: readonly DirectiveInfo[] = Object.entries(described).map(([name, info]) => ({
  name,
  ...info,
}));

/** Returns what is known about a directive. */
export function directiveNamed(name: string): DirectiveInfo | undefined {
  return directives.find((directive) => directive.name === name);
}
