import type { Deployment, ServiceId, Severity } from '../catalogue/model';

// What `rulebook.json` may say. The reader and the schema both go by this table.

/** The services that an endpoint can be of. */
export const serviceIds: readonly ServiceId[] = ['search-cluster', 'code-hosting'];

/** How a service can be run. */
export const deployments: readonly Deployment[] = ['self-managed', 'serverless'];

/** What a rule can be set to. */
export const ruleSettings: readonly (Severity | 'off')[] = ['error', 'warning', 'information', 'hint', 'off'];

/** The longest glob of `bodies`, in UTF-16 code units. */
export const longestGlob = 1_000;

/** The forms of texts, as sources of regular expressions that JSON schemas understand too. */
export const textForms = {
  baseUrl: '^[hH][tT][tT][pP][sS]?://[^/?#\\s@]+(/[^?#\\s]*)?$',
  version: '^\\d+\\.\\d+\\.\\d+$',
  vendor: '^[A-Za-z][A-Za-z0-9-]*$',
  request: '^\\s*[A-Za-z]+\\s+\\S+\\s*$',
  pointer: '^(/.*)?$',
} as const;

/** A member of an object of `rulebook.json`. */
export interface MemberOf<K extends string> {
  readonly name: K;
  readonly description: string;
  readonly required?: boolean;
}

/** The members of the file itself. */
export const fileMembers: readonly MemberOf<'endpoints' | 'defaults' | 'bodies' | 'rules'>[] = [
  {
    name: 'endpoints',
    description:
      'Where requests go, by name. Credentials do not belong here: the editor and the environment keep them.',
  },
  { name: 'defaults', description: 'The endpoint of each service for requests that name none.' },
  { name: 'bodies', description: 'JSON files that are bodies of requests; the first entry that fits a file counts.' },
  { name: 'rules', description: 'The severity of rules by their ids; `off` silences a rule.' },
];

/** The members of an endpoint. */
export const endpointMembers: readonly MemberOf<
  'service' | 'baseUrl' | 'version' | 'deployment' | 'vendor' | 'protected' | 'insecure'
>[] = [
  { name: 'service', description: 'The service whose document requests are checked against.', required: true },
  {
    name: 'baseUrl',
    description: 'An http or https URL without user name, query and fragment; the paths of requests go behind it.',
    required: true,
  },
  { name: 'version', description: 'The version of the service, so that newer elements are reported.' },
  { name: 'deployment', description: 'How the service is run, where that decides what is allowed.' },
  {
    name: 'vendor',
    description: 'Turns neutral header names into those of a vendor: `X-Vendor-…` into `X-GitHub-…` for `github`.',
  },
  { name: 'protected', description: 'Asks before each request that changes something.' },
  { name: 'insecure', description: "Does not verify the server's TLS certificate." },
];

/** The members of an entry of `bodies`. */
export const bodyMembers: readonly MemberOf<'files' | 'request' | 'at'>[] = [
  {
    name: 'files',
    description: 'A glob from the folder of this file: `*` inside a folder, `**` across folders, `{a,b}` either.',
    required: true,
  },
  {
    name: 'request',
    description:
      'Method and path of the request, for example `PUT /_security/api_key`; `{{name}}` stands for any word.',
    required: true,
  },
  { name: 'at', description: 'A JSON pointer to the part of the body that the files hold; `*` stands for any key.' },
];

/** Returns the members' names as a list in words. */
export function namesOf(members: readonly { readonly name: string }[]): string {
  const names = members.map(({ name }) => `\`${name}\``);
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`;
}
