import { placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import { count } from '@rulebook/text/count';
import type { EndpointRights, NeedyRequest, Right, RightReason, UnknownNeed } from './file-rights';
import { descriptorJson, roleDescriptorOf } from './role-descriptor';
import { workflowPermissions } from './workflow-permissions';

/** More requests of a right are counted. */
const maxReasons = 5;

/** Returns the rights of all endpoints as text for people. */
export function rightsText(endpoints: readonly EndpointRights[]): string {
  return endpoints.map(textOfEndpoint).join('\n');
}

function textOfEndpoint(endpoint: EndpointRights): string {
  const { requests, rights, unknown } = endpoint;
  const lines = [`# ${titleOf(endpoint)}`, ''];
  const isKnown = new Set(unknown.map(({ request }) => request)).size < requests.length;
  if (rights.length === 0)
    lines.push(isKnown ? 'No rights are needed, as far as it is known.' : 'Which rights are needed is not known.', '');
  for (const right of rights) lines.push(lineOf(right), ...reasonsOf(right), '');
  const remarks = remarksOn(endpoint);
  if (remarks.length > 0) lines.push(...remarks.map((remark) => `Note: ${remark}`), '');
  if (unknown.length > 0) lines.push(`Not known (${unknown.length}):`, ...unknown.map(lineOfUnknown), '');
  return lines.join('\n');
}

/** Returns what the list is about: the requests to an endpoint, or a remote cluster. */
export function titleOf({ endpoint, service, remote, requests, unknown }: EndpointRights): string {
  if (remote !== undefined)
    return `On the remote cluster${remote === '' ? '' : ` ${remote}`} of ${endpoint ?? service}`;
  const place = endpoint ?? (service === '' ? 'no endpoint' : service);
  const known = requests.length - new Set(unknown.map(({ request }) => request)).size;
  return `${place}: ${count(requests.length, 'request')}, the needs of ${known} of them are known`;
}

/** Returns a right in one line: what it is, and on what. */
export function lineOf({ kind, name, title = name, access, on, isConditional }: Right): string {
  const what = {
    cluster: `cluster privilege ${name}`,
    index: `index privilege ${name}`,
    application: `application privilege ${name}`,
    permission: `permission ${title}: ${access ?? 'read'}`,
    scope: `scope ${name} (classic token)`,
    role: `role ${name}`,
  }[kind];
  const conditional = isConditional ? ' (in some cases only)' : '';
  return `${what}${on.length === 0 ? '' : ` on ${on.join(', ')}`}${conditional}`;
}

function reasonsOf({ reasons }: Right): readonly string[] {
  const shown = reasons.slice(0, maxReasons).map(({ request, condition }) => {
    return `  ${placeOfRequest(request)}${condition === undefined ? '' : ` (if ${condition})`}`;
  });
  const more = reasons.length - shown.length;
  const sources = [...new Set(reasons.map(sourceOf))];
  return [
    ...shown,
    ...(more > 0 ? [`  and ${count(more, 'more request')}`] : []),
    ...sources.map((source) => `  Source: ${source}`),
  ];
}

function sourceOf({ provenance }: RightReason): string {
  const section = placeInSource(provenance);
  const source = `${sourceName(provenance)}${section === undefined ? '' : `, ${section}`}`;
  return provenance.kind === 'reference' ? `${provenance.source} (reference, not in the document)` : source;
}

function lineOfUnknown({ request, reason }: UnknownNeed): string {
  return `  ${placeOfRequest(request)}: ${reason}`;
}

function placeOfRequest({ label, file, line }: NeedyRequest): string {
  const place = [file, line === undefined ? undefined : line + 1].filter((part) => part !== undefined).join(':');
  return place === '' ? label : `${place} ${label}`;
}

/** What a reader must know before the rights are granted. */
export function remarksOn({ requests, rights, remote }: EndpointRights): readonly string[] {
  const remarks: string[] = [];
  const isMakingKeys = requests.some(({ operation = '' }) => makesKeys.test(operation));
  if (isMakingKeys && remote === undefined) {
    remarks.push(
      'These requests make API keys. A key that a key has made holds no privileges, so grant these rights to a user, by a role.',
    );
  }
  if (rights.some(({ name }) => name === 'manage_own_api_key'))
    remarks.push('`manage_own_api_key` is for the keys of the caller only; other keys need `manage_api_key`.');
  const names = rights.flatMap(({ on }) => on);
  const variables = [...new Set(names.flatMap((name) => name.match(/\{\{[^{}]*\}\}/g) ?? []))];
  if (variables.length > 0) remarks.push(`Known at run time only: ${variables.join(', ')}.`);
  if (remote !== undefined)
    remarks.push('These rights belong to the user or the cross-cluster key that the remote cluster knows.');
  const { others } = workflowPermissions({ rights });
  if (others.length > 0) remarks.push(`The token of a GitHub Actions workflow cannot have ${others.join(', ')}.`);
  return remarks;
}

const makesKeys = /(?:^|\.)api-key\.create$|security\.(?:create|grant)_api_key/;

/** Returns the request that creates a key with just these rights, as it belongs into a request file. */
export function keyRequest(endpoint: EndpointRights, name: string): string {
  const descriptor = roleDescriptorOf(endpoint);
  const key = JSON.stringify(name);
  const body = `{\n  "name": ${key},\n  "role_descriptors": {\n    ${key}: ${descriptorJson(descriptor, '    ')}\n  }\n}`;
  const directive = endpoint.endpoint === undefined ? '' : `# @endpoint ${endpoint.endpoint}\n`;
  return `### Create a key with just the rights that ${name} needs\n${directive}POST /_security/api_key\nContent-Type: application/json\n\n${body}\n`;
}

/** Returns the permissions of a token as a checklist, by repository and organization, and the block of a workflow. */
export function permissionList({ rights }: EndpointRights): string {
  return [...permissionChecklist({ rights }), workflowPermissions({ rights }).block].join('\n');
}

/** Returns the permissions of a token as checklists: one for each repository, organization and account, and the scopes instead. */
export function permissionChecklist({ rights }: Pick<EndpointRights, 'rights'>): readonly string[] {
  const places = new Map<string, string[]>();
  for (const right of rights.filter(({ kind }) => kind === 'permission' || kind === 'role')) {
    for (const place of right.on.length === 0 ? ['the account'] : right.on)
      places.set(place, [...(places.get(place) ?? []), lineOf({ ...right, on: [] })]);
  }
  const lists = [...places].map(([place, lines]) => `${place}\n${lines.map((line) => `- [ ] ${line}`).join('\n')}\n`);
  const scopes = rights.filter(({ kind }) => kind === 'scope').map(({ name }) => name);
  return [...lists, ...(scopes.length === 0 ? [] : [`A classic token instead: ${scopes.join(', ')}\n`])];
}

/** Returns the rights of all endpoints as JSON. */
export function rightsJson(endpoints: readonly EndpointRights[]): readonly Readonly<Record<string, unknown>>[] {
  const requestJson = ({ label, file, line }: NeedyRequest): Readonly<Record<string, unknown>> => ({
    label,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line: line + 1 }),
  });
  return endpoints.map((endpoint) => ({
    service: endpoint.service,
    endpoint: endpoint.endpoint ?? null,
    ...(endpoint.remote !== undefined && { remote: endpoint.remote }),
    requests: endpoint.requests.length,
    rights: endpoint.rights.map(({ reasons, ...right }) => ({
      ...right,
      reasons: reasons.map(({ request, provenance, condition }) => ({
        ...requestJson(request),
        ...(condition !== undefined && { condition }),
        document: sourceName(provenance),
        section: placeInSource(provenance) ?? null,
        layer: provenance.kind,
      })),
    })),
    unknown: endpoint.unknown.map(({ request, reason }) => ({ ...requestJson(request), reason })),
    notes: remarksOn(endpoint),
    ...(endpoint.rights.some(({ kind }) => kind === 'cluster' || kind === 'index') && {
      descriptor: roleDescriptorOf(endpoint),
    }),
  }));
}
