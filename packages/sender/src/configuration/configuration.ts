import { membersOfObject, nodeAt, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { noService, type Endpoint } from '@rulebook/checker/binding/model';
import type { ServiceId, Severity } from '@rulebook/catalogue/facts';
import type { DeclaredNames } from '@rulebook/catalogue/masking';
import type { SchemaUse } from '@rulebook/catalogue/service';
import type { DescriptionForm } from '@rulebook/description/own-description';
import { playedServers } from '@rulebook/services/played-servers';
import type { BodyAssociation } from '@rulebook/request-file/syntax/model';
import type { Span } from '@rulebook/text/span';
import { withoutTrailing } from '@rulebook/text/trim';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { problemOfAuthentication } from './authentication-problem';
import { configurationShape, defaultEndpoints, type WrittenConfiguration } from './description';
import { readValue, whole, type Complain } from './read-value';

/** What `rulebook.json` says, without any credential. */
export interface Configuration {
  readonly endpoints: readonly Endpoint[];
  readonly defaults: Readonly<Record<ServiceId, string | undefined>>;
  /** Those of the defaults that the file itself names; absent where it names none. */
  readonly namedDefaults?: Readonly<Record<ServiceId, string | undefined>>;
  /** The services whose endpoint was chosen apart from the file, the last one first. */
  readonly chosenServices?: readonly ServiceId[];
  /** The services of declared endpoints, in whose place a sandbox is. */
  readonly replacedServices?: readonly ServiceId[];
  /** JSON files that are bodies: a glob from the folder of `rulebook.json`, and the request. */
  readonly bodies: readonly { readonly files: string; readonly association: BodyAssociation }[];
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Services with descriptions of their own. */
  readonly services: readonly OwnService[];
  /** JSON Schemas for bodies, as what stands for them among the services. Absent: there are none. */
  readonly schemas?: readonly OwnService[];
  /** Files with the team's own rules, as paths from the folder of `rulebook.json`. */
  readonly rulesets: readonly string[];
  /** The names of the environments that are protected; absent where none is. */
  readonly protectedEnvironments?: readonly string[];
  /** What is masked by its name, next to what sounds like a secret, and what is not; absent where the file says nothing. */
  readonly secretNames?: DeclaredNames;
}

/** A service that `rulebook.json` defines by a description, or whose description it replaces. */
export interface OwnService {
  readonly id: ServiceId;
  /** Absent: the title of the description. */
  readonly title?: string;
  /** The file, as its path from the folder of `rulebook.json`. */
  readonly description: string;
  /** Where the description was fetched from, of which the file is a copy. */
  readonly source?: string;
  /** The hash of the copy. */
  readonly sha256?: string;
  /** Files that correct the description, as paths from the same folder. */
  readonly overlays: readonly string[];
  /** The file is a JSON Schema, and this says for which bodies; `name` is that in `rulebook.json`. */
  readonly schema?: SchemaUse & { readonly name: string };
  /** The file is a schema of GraphQL, and this is the first endpoint that names it. */
  readonly graphql?: { readonly endpoint: string };
}

/** Returns all files that describe services, bodies or documents of GraphQL. */
export function ownFilesOf({
  services,
  schemas = [],
  endpoints,
}: Pick<Configuration, 'services' | 'schemas' | 'endpoints'>): readonly OwnService[] {
  const byFile = new Map<string, OwnService>();
  for (const { name, graphql } of endpoints) {
    if (graphql === undefined || byFile.has(graphql)) continue;
    const id = `graphql/${graphql}`;
    byFile.set(graphql, { id, description: graphql, overlays: [], graphql: { endpoint: name } });
  }
  return schemas.length + byFile.size === 0 ? services : [...services, ...schemas, ...byFile.values()];
}

/** Returns what a file of `rulebook.json` is; undefined for the description of a service. */
export function formOf({ schema, graphql }: Pick<OwnService, 'schema' | 'graphql'>): DescriptionForm | undefined {
  return schema !== undefined ? 'json-schema' : graphql !== undefined ? 'graphql' : undefined;
}

/** Something in `rulebook.json` that cannot be used; the rest of the file still applies. */
export interface ConfigurationProblem {
  readonly message: string;
  /** An error when a setting has no effect that the user expects, a warning when something is superfluous. */
  readonly severity: Severity;
  /** The rule that reports it; absent for what cannot be used. */
  readonly rule?: string;
  /** Counts from the start of the file. */
  readonly span: Span;
}

/** The first port of `rulebook sandbox`. */
export const usualPort = 9270;

/** The endpoints of `rulebook sandbox` on its usual ports; an endpoint of the same name replaces them. */
export const sandboxEndpoints: readonly Endpoint[] = playedServers.map(({ endpoint, service, portOffset }) => ({
  name: endpoint,
  service,
  baseUrl: `http://127.0.0.1:${usualPort + portOffset}`,
  isBuiltIn: true,
}));

/** The name of the file of the configuration. */
export const configurationName = 'rulebook.json';

/** The configuration without a `rulebook.json`. */
export const defaultConfiguration: Configuration = {
  endpoints: sandboxEndpoints,
  defaults: defaultEndpoints,
  bodies: [],
  rules: {},
  services: [],
  rulesets: [],
};

/** What else the names in a configuration can mean. */
export interface KnownNames {
  /** With it, a rule of another id is a problem. */
  readonly ruleIds?: readonly string[] | undefined;
  /** Services that are defined elsewhere; for the editor's settings, those of `rulebook.json`. */
  readonly services?: readonly string[];
}

/**
 * Reads the text of a `rulebook.json`, comments allowed; what is missing or unusable is as in `defaultConfiguration`. Never throws.
 */
export function parseConfiguration(
  text: string,
  { ruleIds, services = [] }: KnownNames = {},
): {
  readonly configuration: Configuration;
  readonly problems: readonly ConfigurationProblem[];
} {
  const problems: ConfigurationProblem[] = [];
  const complain: Complain = (node, message, severity = 'error') => {
    problems.push({ message, severity, span: { start: node.offset, end: node.offset + node.length } });
  };
  const { root, problems: mistakes, isTooDeep } = readJsonTree(text);
  const [first] = mistakes;
  if (first) {
    problems.push({
      message: isTooDeep
        ? 'The file is nested too deeply here, so nothing of it is used. Remove what no setting needs.'
        : 'The file is not valid JSON from here on. Only comments and trailing commas are allowed in addition to JSON.',
      severity: 'error',
      span: first.span,
    });
  }
  const shape = configurationShape(ruleIds?.map((id) => ({ id })));
  const namesIn = (member: string): readonly string[] => [
    ...namesOfMember(root, member),
    ...(member === 'services' ? services : []),
  ];
  const written = root && readValue(root, shape, whole, { complain, namesIn });
  if (!root || !written) return { configuration: defaultConfiguration, problems };
  for (const [name, { authentication }] of Object.entries(written.endpoints ?? {})) {
    const problem = authentication && problemOfAuthentication(authentication);
    const node = nodeAt(root, ['endpoints', name, 'authentication']);
    if (problem !== undefined && node) complain(node, problem);
  }
  for (const [name, { headers = {} }] of Object.entries(written.endpoints ?? {}))
    for (const [field, value] of Object.entries(headers)) {
      const node = nodeAt(root, ['endpoints', name, 'headers', field]);
      if (node && isSecretMember(field) && value !== '' && !value.includes('{{'))
        complain(
          node,
          'A credential does not belong here. Write a variable in its place, such as `{{token}}`, whose value is kept outside of this file.',
        );
    }
  for (const [name, { path, contentType }] of Object.entries(written.schemas ?? {})) {
    const node = path === undefined && contentType === undefined ? nodeAt(root, ['schemas', name]) : undefined;
    if (node) complain(node, 'Say for which bodies this schema is: by `path`, `contentType` or both.', 'warning');
  }
  const configuration = configurationOf(written);
  for (const [service, name] of Object.entries(written.defaults ?? {})) {
    if (configuration.endpoints.some((endpoint) => endpoint.name === name)) continue;
    const node = nodeAt(root, ['defaults', service]);
    if (node) complain(node, 'There is no endpoint of this name. Define it in `endpoints`.');
  }
  return { configuration, problems };
}

/** Returns where the value of a member is, for example of `services`, `shop`, `description`. */
export function spanInConfiguration(text: string, path: readonly (string | number)[]): Span | undefined {
  return spanOf(nodeInConfiguration(text, path));
}

/** Returns where the member itself is, from its name on. */
export function keySpanInConfiguration(text: string, path: readonly (string | number)[]): Span | undefined {
  return spanOf(nodeInConfiguration(text, path)?.parent);
}

function nodeInConfiguration(text: string, path: readonly (string | number)[]): JsonNode | undefined {
  return nodeAt(readJsonTree(text).root, path);
}

function spanOf(node: JsonNode | undefined): Span | undefined {
  return node && { start: node.offset, end: node.offset + node.length };
}

/** Returns the name of the environment that a request uses if the configuration protects it. */
export function protectedEnvironment(
  { protectedEnvironments = [] }: Pick<Configuration, 'protectedEnvironments'>,
  name: string | undefined,
): string | undefined {
  return name !== undefined && protectedEnvironments.includes(name) ? name : undefined;
}

/** Returns the configuration with the overrides' endpoints, defaults and rules before its own; `bodies` of both hold. */
export function mergeConfiguration(base: Configuration, overrides: Partial<Configuration>): Configuration {
  const first = overrides.endpoints ?? [];
  const names = new Set(first.map(({ name }) => name));
  return {
    endpoints: [...first, ...base.endpoints.filter(({ name }) => !names.has(name))],
    defaults: { ...usualEndpoints(base.endpoints, first), ...base.namedDefaults, ...overrides.defaults },
    ...(base.namedDefaults && { namedDefaults: base.namedDefaults }),
    ...(base.chosenServices && { chosenServices: base.chosenServices }),
    bodies: [...(overrides.bodies ?? []), ...base.bodies],
    rules: { ...base.rules, ...overrides.rules },
    services: base.services,
    ...(base.schemas && { schemas: base.schemas }),
    rulesets: base.rulesets,
    ...(base.protectedEnvironments && { protectedEnvironments: base.protectedEnvironments }),
    ...(base.secretNames && { secretNames: base.secretNames }),
  };
}

/** Returns the services whose endpoint someone has chosen, as a context says it: choices of a user, then `defaults` of the file. */
export function chosenServicesOf({
  chosenServices = [],
  namedDefaults = {},
}: Pick<Configuration, 'chosenServices' | 'namedDefaults'>): readonly (readonly ServiceId[])[] {
  const named = Object.keys(namedDefaults);
  return [...chosenServices.map((service) => [service]), ...(named.length > 0 ? [named] : [])];
}

/** Names that are written twice or wrongly count, too: the message about them is enough. */
function namesOfMember(root: JsonNode | undefined, member: string): readonly string[] {
  const node = nodeAt(root, [member]);
  return node ? membersOfObject(node).map(({ key }) => key) : [];
}

function configurationOf(written: WrittenConfiguration): Configuration {
  const {
    endpoints = {},
    defaults,
    bodies = [],
    rules = {},
    services = {},
    schemas = {},
    rulesets = [],
    environments = {},
    secretNames,
  } = written;
  const guarded = Object.entries(environments).flatMap(([name, one]) => (one.protected === true ? [name] : []));
  const declared = Object.entries(endpoints).map(([name, endpoint]): Endpoint => ({
    name,
    service: noService,
    ...endpoint,
    baseUrl: withoutTrailing(endpoint.baseUrl, '/'),
  }));
  const others = sandboxEndpoints.filter((builtIn) => !declared.some(({ name }) => name === builtIn.name));
  return {
    endpoints: [...declared, ...others],
    defaults: { ...usualEndpoints(declared), ...defaults },
    ...(defaults && { namedDefaults: defaults }),
    bodies: bodies.map(({ files, request, at = '' }) => {
      const [method = '', target = ''] = request.trim().split(/\s+/);
      return { files, association: { method: method.toUpperCase(), target, at } };
    }),
    rules,
    services: Object.entries(services).map(([id, { overlays = [], ...service }]) => ({ id, ...service, overlays })),
    ...(Object.keys(schemas).length > 0 && { schemas: Object.entries(schemas).map(schemaOf) }),
    rulesets,
    ...(guarded.length > 0 && { protectedEnvironments: guarded }),
    ...(secretNames && { secretNames }),
  };
}

/** A schema has no name that a service could have. */
function schemaOf([name, { file, ...use }]: [
  string,
  NonNullable<WrittenConfiguration['schemas']>[string],
]): OwnService {
  return { id: `schemas/${name}`, description: file, overlays: [], schema: { name, ...use } };
}

/**
 * Returns the endpoint of each service for requests that name none, where nothing else says it: the first one of the service. Those of the sandbox
 * are the usual ones only where no endpoint is declared, since no request goes to a place that no one has chosen.
 */
function usualEndpoints(declared: readonly Endpoint[], more: readonly Endpoint[] = []): Configuration['defaults'] {
  const own = [...declared, ...more].filter(({ isBuiltIn }) => isBuiltIn !== true);
  // An endpoint with a name of the sandbox's says where that is.
  const others = own.filter(({ name }) => !sandboxEndpoints.some((builtIn) => builtIn.name === name));
  if (others.length === 0) return defaultConfiguration.defaults;
  const ofServices = own.filter(({ service }) => service !== noService);
  return Object.fromEntries(ofServices.reverse().map(({ service, name }) => [service, name]));
}
