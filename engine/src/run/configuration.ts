import { findNodeAtLocation, parseTree, type ParseError } from 'jsonc-parser';
import type { Endpoint } from '../binding/model';
import type { ServiceId, Severity } from '../catalogue/facts';
import { playedServers } from '../services/played-servers';
import type { BodyAssociation } from '../syntax/model';
import type { Span } from '../text/span';
import { withoutTrailing } from '../text/trim';
import { configurationShape, defaultEndpoints, type WrittenConfiguration } from './configuration/description';
import { readValue, whole, type Complain } from './configuration/read-value';

/** What `rulebook.json` says, without any credential. */
export interface Configuration {
  readonly endpoints: readonly Endpoint[];
  readonly defaults: Readonly<Record<ServiceId, string | undefined>>;
  /** JSON files that are bodies: a glob from the folder of `rulebook.json`, and the request. */
  readonly bodies: readonly { readonly files: string; readonly association: BodyAssociation }[];
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
}

/** Something in `rulebook.json` that cannot be used; the rest of the file still applies. */
export interface ConfigurationProblem {
  readonly message: string;
  /** An error when a setting has no effect that the user expects, a warning when something is superfluous. */
  readonly severity: 'error' | 'warning';
  /** Counts from the start of the file. */
  readonly span: Span;
}

/** The first port of `rulebook sandbox`. */
const usualPort = 9270;

/** The endpoints of `rulebook sandbox` on its usual ports; an endpoint of the same name replaces them. */
export const sandboxEndpoints: readonly Endpoint[] = playedServers.map(({ endpoint, service, portOffset }) => ({
  name: endpoint,
  service,
  baseUrl: `http://127.0.0.1:${usualPort + portOffset}`,
  isBuiltIn: true,
}));

/** The configuration without a `rulebook.json`. */
export const defaultConfiguration: Configuration = {
  endpoints: sandboxEndpoints,
  defaults: defaultEndpoints,
  bodies: [],
  rules: {},
};

/**
 * Reads the text of a `rulebook.json`, comments allowed; what is missing or unusable is as in `defaultConfiguration`. With
 * `ruleIds`, a rule of another id is a problem. Never throws.
 */
export function parseConfiguration(
  text: string,
  ruleIds?: readonly string[],
): {
  readonly configuration: Configuration;
  readonly problems: readonly ConfigurationProblem[];
} {
  const problems: ConfigurationProblem[] = [];
  const complain: Complain = (node, message, severity = 'error') => {
    problems.push({ message, severity, span: { start: node.offset, end: node.offset + node.length } });
  };
  const errors: ParseError[] = [];
  const source = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) {
    problems.push({
      message: 'The file is not valid JSON from here on. Only comments and trailing commas are allowed beside JSON.',
      severity: 'error',
      span: { start: first.offset, end: first.offset + first.length },
    });
  }
  const shape = configurationShape(ruleIds?.map((id) => ({ id })));
  const written = root && readValue(root, shape, whole, complain);
  if (!root || !written) return { configuration: defaultConfiguration, problems };
  const configuration = configurationOf(written);
  for (const [service, name] of Object.entries(written.defaults ?? {})) {
    if (configuration.endpoints.some((endpoint) => endpoint.name === name)) continue;
    const node = findNodeAtLocation(root, ['defaults', service]);
    if (node) complain(node, 'There is no endpoint of this name. Define it in `endpoints`.');
  }
  return { configuration, problems };
}

/** Returns the configuration with the overrides' endpoints, defaults and rules before its own; `bodies` of both hold. */
export function mergeConfiguration(base: Configuration, overrides: Partial<Configuration>): Configuration {
  const first = overrides.endpoints ?? [];
  return {
    endpoints: [...first, ...base.endpoints.filter(({ name }) => !first.some((other) => other.name === name))],
    defaults: { ...base.defaults, ...overrides.defaults },
    bodies: [...(overrides.bodies ?? []), ...base.bodies],
    rules: { ...base.rules, ...overrides.rules },
  };
}

function configurationOf({ endpoints = {}, defaults, bodies = [], rules = {} }: WrittenConfiguration): Configuration {
  const declared = Object.entries(endpoints).map(([name, endpoint]): Endpoint => ({
    name,
    ...endpoint,
    baseUrl: withoutTrailing(endpoint.baseUrl, '/'),
  }));
  const others = sandboxEndpoints.filter((builtIn) => !declared.some(({ name }) => name === builtIn.name));
  return {
    endpoints: [...declared, ...others],
    defaults: { ...defaultConfiguration.defaults, ...defaults },
    bodies: bodies.map(({ files, request, at = '' }) => {
      const [method = '', target = ''] = request.trim().split(/\s+/);
      return { files, association: { method: method.toUpperCase(), target, at } };
    }),
    rules,
  };
}
