import { resolve } from 'node:path';
import type { Endpoint } from '@rulebook/engine';
import {
  evaluate,
  inputSchema,
  referenceText,
  stepRequest,
  textOfValue,
  variableOfInput,
  type LocatedSource,
  type SentStep,
  type StepExchange,
  type ShowValue,
} from '@rulebook/exchange/arazzo';
import { createDescribedService, type Service } from '@rulebook/services';
import type { RunOptions } from './run-options';
import type { RunFolder } from './run-session';

/** What the steps of a workflow know. */
export interface StepState {
  readonly exchanges: Map<string, StepExchange>;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The values of variables, as text. */
  readonly given: Map<string, string>;
  current?: SentStep;
}

/** Where the operations of a source description go. */
export interface StepServer {
  readonly source: string;
  /** The name of an endpoint; absent: it is said for the run. */
  readonly endpoint?: string;
  /** An endpoint for a description that `rulebook.json` does not name. */
  readonly made?: { readonly endpoint: Endpoint; readonly service: Service };
}

/** Returns where the steps go: what the user says, the endpoint of the service in `rulebook.json`, or the first server of the description. */
export function serversOf(
  sources: readonly LocatedSource[],
  { settings, configuration }: RunFolder,
  { server: said = [], endpoint, sandbox = false }: RunOptions,
): readonly StepServer[] | string {
  const servers = new Map<string, string>();
  for (const one of said) {
    const [, name = '', url = ''] = /^(?:([\w-]+)=)?(https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?)$/i.exec(one) ?? [];
    if (url === '')
      return `--server ${one} is not an http or https URL without user name and query; use URL or NAME=URL`;
    servers.set(name, url.replace(/\/+$/, ''));
  }
  const found: StepServer[] = [];
  for (const { name, kind, description, path } of sources) {
    if (kind !== 'openapi' || description === undefined) continue;
    const own = configuration.services.find((one) => resolve(settings.root, one.description) === path);
    const given = servers.get(name) ?? servers.get('');
    const usual = own && configuration.defaults[own.id];
    const ofOwn =
      own &&
      (configuration.endpoints.find((one) => one.name === usual) ??
        configuration.endpoints.find((one) => one.service === own.id));
    if (given === undefined && (endpoint !== undefined || ofOwn !== undefined)) {
      found.push({ source: name, ...(endpoint === undefined && ofOwn && { endpoint: ofOwn.name }) });
      continue;
    }
    if (sandbox) return `the sandbox plays services of rulebook.json; add the description of ${name} to \`services\``;
    const baseUrl = given ?? description.baseUrls?.[0]?.replace(/\/+$/, '');
    if (baseUrl === undefined)
      return `it is not known where ${name} is; add --server URL, or an endpoint to rulebook.json`;
    const id = own?.id ?? `arazzo-${name.toLowerCase()}`;
    const made = {
      endpoint: { name: `arazzo-${name}`, service: id, baseUrl },
      service: createDescribedService(description, { id }),
    };
    found.push({ source: name, endpoint: made.endpoint.name, made });
  }
  return found;
}

/** Returns the request of a step as the text of a request file. What comes from responses stays a reference, so that it is guarded like one. */
export function textOfStep(
  { step, operation, scope, source, name }: SentStep,
  state: StepState,
  servers: readonly StepServer[],
  isKnown: (variable: string) => boolean,
): string {
  const known = { exchanges: state.exchanges, inputs: state.inputs };
  const show: ShowValue = (resolved, written) => {
    if (resolved === undefined)
      return written.startsWith('$inputs.')
        ? { text: '', isAbsent: true }
        : { text: `{{${written.replace(/[^\w.-]/g, '_').slice(1)}}}` };
    const value = evaluate(resolved, known);
    if (resolved.kind === 'constant') return { text: textOfValue(value), isString: typeof value === 'string', value };
    if (resolved.kind !== 'input') return { text: referenceText(resolved), isString: typeof value === 'string', value };
    const variable = variableOfInput(resolved);
    if (value !== undefined) {
      state.given.set(variable, textOfValue(value));
      return { text: `{{${variable}}}`, isString: typeof value === 'string', value };
    }
    const { required } = inputSchema(scope.instance.workflow, scope.instance.document);
    const isRequired =
      scope.instance.given === undefined && Array.isArray(required) && required.includes(resolved.name);
    if (!isKnown(variable) && !isRequired) return { text: '', isAbsent: true };
    return { text: `{{${variable}}}`, isString: true };
  };
  const { method, target, headers, body } = stepRequest(step, operation, scope, show);
  const endpoint = servers.find((one) => one.source === source.name)?.endpoint;
  const title = step.description?.split('\n', 1)[0]?.trim() ?? name;
  const awaitsRedirect = step.criteria.some(({ condition }) => /\$statusCode\s*==\s*3\d\d/.test(condition));
  return [
    `### ${title}`,
    `# @name ${name}`,
    ...(endpoint === undefined ? [] : [`# @endpoint ${endpoint}`]),
    ...(step.timeout === undefined ? [] : [`# @timeout ${step.timeout} ms`]),
    ...(awaitsRedirect ? ['# @no-redirect'] : []),
    `${method} ${target}`,
    ...headers.map((field) => field.join(': ')),
    ...(body === undefined ? [] : ['', body]),
    '',
  ].join('\n');
}
