import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { Endpoint } from '../binding/model';
import type { Deployment, ServiceId, Severity, Version } from '../catalogue/model';
import type { BodyAssociation } from '../syntax/model';
import { nearest } from '../text/edit-distance';
import type { Span } from '../text/span';
import {
  bodyMembers,
  deployments,
  endpointMembers,
  fileMembers,
  longestGlob,
  namesOf,
  ruleSettings,
  serviceIds,
  textForms,
} from './configuration-members';
import { withoutTrailing } from '../text/trim';

/** What `rulebook.json` says, without any credential. */
export interface Configuration {
  readonly endpoints: readonly Endpoint[];
  readonly defaults: Partial<Record<ServiceId, string>>;
  /** JSON files that are bodies: a glob from the folder of `rulebook.json`, and the request. */
  readonly bodies: readonly { readonly files: string; readonly association: BodyAssociation }[];
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
}

/** Something in `rulebook.json` that cannot be used; the rest of the file holds all the same. */
export interface ConfigurationProblem {
  readonly message: string;
  /** An error where something that the user wanted does not come about, a warning where something is only needless. */
  readonly severity: 'error' | 'warning';
  /** Counts from the start of the file. */
  readonly span: Span;
}

/** The endpoints of `rulebook sandbox` on its usual ports; an endpoint of the same name replaces them. */
export const sandboxEndpoints: readonly Endpoint[] = [
  { name: 'sandbox-cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270', isBuiltIn: true },
  { name: 'sandbox-leader', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9271', isBuiltIn: true },
  { name: 'sandbox-hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272', isBuiltIn: true },
];

/** What holds where there is no `rulebook.json`. */
export const defaultConfiguration: Configuration = {
  endpoints: sandboxEndpoints,
  defaults: { 'search-cluster': 'sandbox-cluster', 'code-hosting': 'sandbox-hub' },
  bodies: [],
  rules: {},
};

type Complain = (node: Node, message: string, severity?: ConfigurationProblem['severity']) => void;

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
      message: 'The file is not valid JSON from here on; comments and trailing commas are allowed, nothing else.',
      severity: 'error',
      span: { start: first.offset, end: first.offset + first.length },
    });
  }
  if (root?.type !== 'object') {
    if (root) complain(root, 'The configuration must be an object such as `{ "endpoints": {} }`.');
    return { configuration: defaultConfiguration, problems };
  }

  const declared: Endpoint[] = [];
  const defaults: Partial<Record<ServiceId, string>> = {};
  const defaultNodes: Node[] = [];
  const bodies: Configuration['bodies'][number][] = [];
  const rules: Record<string, Severity | 'off'> = {};
  for (const { key, keyNode, value } of membersOf(root)) {
    if (key === 'endpoints') {
      if (!isObject(value, '`endpoints` must be an object from endpoint name to endpoint.', complain)) continue;
      for (const member of membersOf(value)) {
        const endpoint = readEndpoint(member.key, member.value, complain);
        if (declared.some(({ name }) => name === member.key)) {
          complain(member.keyNode, `The endpoint \`${member.key}\` is already defined above.`);
        } else if (endpoint) declared.push(endpoint);
      }
    } else if (key === 'defaults') {
      if (!isObject(value, '`defaults` must be an object from service to endpoint name.', complain)) continue;
      for (const member of membersOf(value)) {
        if (!isService(member.key)) {
          complain(member.keyNode, `\`${member.key}\` is no service; write \`search-cluster\` or \`code-hosting\`.`);
          continue;
        }
        const name = readText(member.value, `\`defaults.${member.key}\``, complain);
        if (name === undefined) continue;
        defaults[member.key] = name;
        defaultNodes.push(member.value);
      }
    } else if (key === 'bodies') {
      if (value.type !== 'array') {
        complain(value, '`bodies` must be an array of `{ "files", "request", "at" }`.');
        continue;
      }
      for (const item of value.children ?? []) {
        const body = readBody(item, complain);
        if (body) bodies.push(body);
      }
    } else if (key === 'rules') {
      if (!isObject(value, '`rules` must be an object from rule id to severity.', complain)) continue;
      for (const member of membersOf(value)) {
        if (ruleIds && !ruleIds.includes(member.key))
          complain(member.keyNode, unknownRule(member.key, ruleIds), 'warning');
        const severity: unknown = member.value.value;
        if (isSeverity(severity)) rules[member.key] = severity;
        else {
          complain(
            member.value,
            `The severity of \`${member.key}\` must be \`error\`, \`warning\`, \`information\`, \`hint\` or \`off\`.`,
          );
        }
      }
    } else if (key !== '$schema') {
      complain(
        keyNode,
        `\`${key}\` is not known here; there are ${namesOf(fileMembers)}.${didYouMean(key, fileMembers)}`,
        'warning',
      );
    }
  }

  const endpoints = [
    ...declared,
    ...sandboxEndpoints.filter((builtIn) => !declared.some(({ name }) => name === builtIn.name)),
  ];
  for (const node of defaultNodes) {
    if (!endpoints.some(({ name }) => name === node.value)) complain(node, 'There is no endpoint of this name.');
  }
  return {
    configuration: { endpoints, defaults: { ...defaultConfiguration.defaults, ...defaults }, bodies, rules },
    problems,
  };
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

function readEndpoint(name: string, node: Node, complain: Complain): Endpoint | undefined {
  if (!isObject(node, `The endpoint \`${name}\` must be an object with \`service\` and \`baseUrl\`.`, complain)) {
    return undefined;
  }
  let service: ServiceId | undefined;
  let baseUrl: string | undefined;
  let version: Version | undefined;
  let deployment: Deployment | undefined;
  let vendor: string | undefined;
  const flags: { protected?: boolean; insecure?: boolean } = {};
  let isUsable = true;
  const refuse = (at: Node, message: string): void => {
    isUsable = false;
    complain(at, message);
  };
  for (const { key, keyNode, value } of membersOf(node)) {
    const text: unknown = value.value;
    if (key === 'service') {
      if (isService(text)) service = text;
      else refuse(value, `The service of \`${name}\` must be \`search-cluster\` or \`code-hosting\`.`);
    } else if (key === 'baseUrl') {
      if (hasForm(text, 'baseUrl')) baseUrl = withoutTrailing(text, '/');
      else {
        refuse(
          value,
          `The \`baseUrl\` of \`${name}\` must be an http or https URL without user name, query and fragment.`,
        );
      }
    } else if (key === 'version') {
      if (isVersion(text)) version = text;
      else complain(value, `The \`version\` of \`${name}\` must have three numbers, for example \`8.15.0\`.`);
    } else if (key === 'deployment') {
      if (isDeployment(text)) deployment = text;
      else complain(value, `The \`deployment\` of \`${name}\` must be \`self-managed\` or \`serverless\`.`);
    } else if (key === 'vendor') {
      if (hasForm(text, 'vendor')) vendor = text;
      else complain(value, `The \`vendor\` of \`${name}\` must be a word, for example \`github\`.`);
    } else if (key === 'protected' || key === 'insecure') {
      if (typeof text === 'boolean') flags[key] = text;
      else complain(value, `\`${key}\` of \`${name}\` must be \`true\` or \`false\`.`);
    } else {
      complain(
        keyNode,
        `An endpoint has no \`${key}\`.${isSecretKey(key) ? secretHint : didYouMean(key, endpointMembers)}`,
        isSecretKey(key) ? 'error' : 'warning',
      );
    }
  }
  if (!isUsable) return undefined;
  if (!service || !baseUrl) {
    complain(node, `The endpoint \`${name}\` lacks ${service ? '`baseUrl`' : '`service`'}.`);
    return undefined;
  }
  return {
    name,
    service,
    baseUrl,
    ...(version && { version }),
    ...(deployment && { deployment }),
    ...(vendor && { vendor }),
    ...flags,
  };
}

function isSecretKey(key: string): boolean {
  return /secret|token|credential|password|key/i.test(key);
}

const secretHint = ' Credentials do not belong in this file: the editor and the environment keep them.';

function readBody(node: Node, complain: Complain): Configuration['bodies'][number] | undefined {
  if (!isObject(node, 'An entry of `bodies` must be an object with `files` and `request`.', complain)) return undefined;
  let files: string | undefined;
  let request: { method: string; target: string } | undefined;
  let at: string | undefined = '';
  for (const { key, keyNode, value } of membersOf(node)) {
    if (key === 'files') files = readGlob(value, complain);
    else if (key === 'request') {
      const [, method, target] = /^([A-Za-z]+)\s+(\S+)$/.exec(String(value.value).trim()) ?? [];
      if (method && target) request = { method: method.toUpperCase(), target };
      else complain(value, '`request` must be a method and a path, for example `PUT /_security/api_key`.');
    } else if (key === 'at') {
      at = hasForm(value.value, 'pointer') ? value.value : undefined;
      if (at === undefined) complain(value, '`at` must be a JSON pointer, for example `/role_descriptors`.');
    } else complain(keyNode, `An entry of \`bodies\` has no \`${key}\`; there are ${namesOf(bodyMembers)}.`, 'warning');
  }
  if (files === undefined || !request || at === undefined) {
    if (!membersOf(node).some(({ key }) => key === 'files')) complain(node, 'This entry of `bodies` lacks `files`.');
    if (!membersOf(node).some(({ key }) => key === 'request'))
      complain(node, 'This entry of `bodies` lacks `request`.');
    return undefined;
  }
  return { files, association: { ...request, at } };
}

function membersOf(node: Node): { readonly key: string; readonly keyNode: Node; readonly value: Node }[] {
  const members = [];
  for (const property of node.children ?? []) {
    const [keyNode, value] = property.children ?? [];
    // A member whose value is still being typed has no second child.
    if (keyNode && value) members.push({ key: String(keyNode.value), keyNode, value });
  }
  return members;
}

function isObject(node: Node, message: string, complain: Complain): boolean {
  if (node.type !== 'object') complain(node, message);
  return node.type === 'object';
}

function readGlob(node: Node, complain: Complain): string | undefined {
  const glob = readText(node, '`files`', complain);
  if (glob === undefined || glob.length <= longestGlob) return glob;
  complain(node, `\`files\` must be at most ${longestGlob} characters long.`);
  return undefined;
}

function readText(node: Node, what: string, complain: Complain): string | undefined {
  if (typeof node.value === 'string' && node.value !== '') return node.value;
  complain(node, `${what} must be a text.`);
  return undefined;
}

function unknownRule(id: string, ids: readonly string[]): string {
  const near = nearest(id, ids);
  return `There is no rule \`${id.slice(0, 80)}\`.${near ? ` Did you mean \`${near}\`?` : ''}`;
}

function didYouMean(key: string, members: readonly { readonly name: string }[]): string {
  const near = nearest(
    key,
    members.map(({ name }) => name),
  );
  return near ? ` Did you mean \`${near}\`?` : '';
}

function hasForm(value: unknown, form: keyof typeof textForms): value is string {
  return typeof value === 'string' && new RegExp(textForms[form]).test(value);
}

function isService(value: unknown): value is ServiceId {
  return serviceIds.some((id) => id === value);
}

function isDeployment(value: unknown): value is Deployment {
  return deployments.some((deployment) => deployment === value);
}

function isVersion(value: unknown): value is Version {
  return hasForm(value, 'version');
}

function isSeverity(value: unknown): value is Severity | 'off' {
  return ruleSettings.some((setting) => setting === value);
}
