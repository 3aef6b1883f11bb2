import type { ImportedFile, ImportedRequest } from '@rulebook/request-file/syntax/curl/imported';
import { isRecord } from '@rulebook/json/is-record';
import { writeRequests, type WriteOptions, type WrittenRequests } from '../import/write-requests';
import { parseCondition, type Condition } from './conditions';
import type { Expression } from './expressions';
import type { ArazzoDocument, Criterion, Step, Workflow } from './read-arazzo';
import {
  blockName,
  calledBy,
  createInstance,
  referenceText,
  variableOfInput,
  type Instance,
  type Resolved,
} from './references';
import { findTarget, inputSchema, type KnownSource } from './sources';
import { stepRequest } from './step-request';

/** Where the operations of the source descriptions go, by their names: an endpoint, or a URL in front of their paths. */
type BaseUrls = ReadonlyMap<string, { readonly endpoint: string } | { readonly url: string }>;

/** Returns the workflows of a document as requests: each step is one, which takes values from the responses of those before. */
function importArazzo(
  document: ArazzoDocument,
  sources: readonly KnownSource[],
  baseUrls: BaseUrls,
  problems: string[],
  wanted?: string,
): ImportedFile | { readonly problem: string } {
  const called = new Set(
    document.workflows.flatMap(({ steps }) =>
      steps.flatMap(({ target }) => (target?.kind === 'workflowId' ? [target.value] : [])),
    ),
  );
  // A workflow that others call is a part of them.
  const roots = document.workflows.filter(({ id }) => (wanted === undefined ? !called.has(id) : id === wanted));
  if (roots.length === 0)
    return { problem: wanted === undefined ? 'it has no workflow' : `it has no workflow ${wanted}` };
  const taken = new Set<string>();
  const requests: ImportedRequest[] = [];
  const variables = new Map<string, string>();
  const notes: string[] = [];
  for (const workflow of roots) {
    for (const [name, value] of defaultsOf(workflow, document)) variables.set(name, value);
    if (workflow.dependsOn.length > 0)
      notes.push(
        `the workflow ${workflow.id} depends on ${workflow.dependsOn.map(({ value }) => value).join(', ')}, whose requests are to be sent first`,
      );
    const instance = createInstance(workflow, document, sources, { taken, done: new Map() });
    const own = requestsOf(instance, baseUrls, variables, { notes, problems });
    const [first, ...others] = own.requests;
    if (first === undefined) continue;
    const sequence = `# @sequence ${workflow.id}: ${own.names.join(', ')}`;
    requests.push({ ...first, directives: [sequence, ...(first.directives ?? [])] }, ...others);
  }
  return {
    source: 'an Arazzo document',
    ...(document.title !== '' && { title: document.title }),
    variables: [...variables].map(([name, value]) => ({ name, value })),
    ...{ requests, notes, keepsSecrets: false },
  };
}

function defaultsOf(workflow: Workflow, document: ArazzoDocument): readonly (readonly [string, string])[] {
  const { properties } = inputSchema(workflow, document);
  return Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, schema]) => {
    const value = isRecord(schema) ? (schema['default'] ?? schema['example']) : undefined;
    const variable = variableOfInput({ name, within: [] });
    return value === undefined || typeof value === 'object' ? [] : [[variable, String(value)] as const];
  });
}

/** What is said of the steps. */
interface Said {
  readonly notes: string[];
  /** Why a step cannot be sent, as half a sentence. */
  readonly problems: string[];
}

interface OfInstance {
  readonly requests: readonly ImportedRequest[];
  readonly names: readonly string[];
}

function requestsOf(instance: Instance, baseUrls: BaseUrls, variables: Map<string, string>, said: Said): OfInstance {
  const requests: ImportedRequest[] = [];
  const names: string[] = [];
  for (const step of instance.workflow.steps) {
    const called = calledBy(instance, step, step);
    if (called !== undefined) {
      const inner = requestsOf(called, baseUrls, variables, said);
      requests.push(...inner.requests);
      names.push(...inner.names);
      continue;
    }
    const found = step.target && findTarget(step.target, instance.document, instance.sources);
    if (found?.kind !== 'operation') {
      const why = found?.kind === 'async' ? 'is of an AsyncAPI description' : 'calls what is not found';
      said.notes.push(`the step ${step.id} is left out, because it ${why}`);
      said.problems.push(`the step ${step.id} ${why}`);
      continue;
    }
    const scope = { instance, step };
    const request = stepRequest(step, found.operation, scope, (resolved, written) =>
      resolved === undefined && written.startsWith('$inputs.')
        ? { text: '', isAbsent: true }
        : shownValue(resolved, instance),
    );
    const name = blockName(instance, step);
    const place = baseUrls.get(found.source.name);
    if (place === undefined || ('url' in place && place.url === ''))
      said.problems.push(
        `nothing says where the source description ${found.source.name} is; name it as a service with an endpoint in rulebook.json`,
      );
    names.push(name);
    const asserts = step.criteria.map((one) => assertOf(one, instance));
    const left = step.criteria.filter((_, index) => asserts[index] === undefined).map(({ condition }) => condition);
    requests.push({
      title: step.description?.split('\n', 1)[0]?.trim() ?? name,
      method: request.method,
      url: `${place !== undefined && 'url' in place ? place.url : ''}${request.target}`,
      headers: request.headers,
      ...(request.body !== undefined && { body: { kind: 'text' as const, text: request.body } }),
      directives: [
        `# @name ${name}`,
        ...(place !== undefined && 'endpoint' in place ? [`# @endpoint ${place.endpoint}`] : []),
      ],
      asserts: asserts.flatMap((one) => one ?? []),
      notes: [
        ...request.problems,
        ...left.map((condition) => `the criterion ${condition} has no counterpart`),
        ...actionsOf(step),
      ],
    });
  }
  return { requests, names };
}

/** What is known while nothing was sent: the type of a value by the schema of the inputs. */
function shownValue(resolved: Resolved | undefined, { workflow, document }: Instance) {
  if (resolved === undefined || resolved.kind === 'constant') return undefined;
  const text = referenceText(resolved).replaceAll('{{', '{{\ufdd0');
  if (resolved.kind !== 'input' || resolved.within.length > 0)
    return { text, isString: resolved.kind === 'text' || undefined };
  const { properties } = inputSchema(workflow, document);
  const schema = isRecord(properties) ? properties[resolved.name] : undefined;
  return { text, isString: isRecord(schema) ? schema['type'] === 'string' : undefined };
}

function actionsOf({ onSuccess, onFailure }: Step): readonly string[] {
  return [
    ...onSuccess.map(
      ({ name, type, stepId, workflowId }) =>
        `the success action ${name} (${[type, stepId ?? workflowId].join(' ').trim()}) has no counterpart`,
    ),
    ...onFailure.map(
      ({ name, type, stepId, workflowId }) =>
        `the failure action ${name} (${[type, stepId ?? workflowId].join(' ').trim()}) has no counterpart`,
    ),
  ];
}

/** Returns the line of an assert that says what a criterion says; undefined where none does. */
function assertOf({ type, condition, context }: Criterion, instance: Instance): string | undefined {
  if (type === 'jsonpath' && context === '$response.body' && !condition.includes('{$')) return `?? ${condition} exists`;
  if (type !== 'simple') return undefined;
  const read = parseCondition(condition);
  if ('problem' in read || read.kind !== 'compare' || read.left.kind !== 'value') return undefined;
  const subject = subjectOf(read.left.expression);
  if (subject === undefined) return undefined;
  const expected = expectedOf(read.right, instance);
  return expected === undefined ? undefined : `?? ${subject} ${read.operator} ${expected}`;
}

function subjectOf(expression: Expression): string | undefined {
  if (expression.kind === 'statusCode') return 'status';
  if (expression.kind !== 'message' || expression.of !== 'response') return undefined;
  if (expression.part === 'header') return `header ${expression.name ?? ''}`;
  if (expression.part !== 'body' || expression.within.length === 0) return undefined;
  const path = expression.within.map((step) =>
    /^\d+$/.test(step) ? `[${step}]` : /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${step}']`,
  );
  return `$${path.join('')}`;
}

/** Returns a literal, or the variable of an input. */
function expectedOf(condition: Condition, instance: Instance): string | undefined {
  if (condition.kind === 'literal') return JSON.stringify(condition.value);
  if (condition.kind !== 'value' || condition.expression.kind !== 'inputs' || instance.given !== undefined)
    return undefined;
  return `{{${variableOfInput(condition.expression)}}}`;
}

/** Returns the workflows of a document as a request file, or why that is not possible, as half a sentence. */
export function arazzoRequests(
  document: ArazzoDocument,
  sources: readonly KnownSource[],
  {
    baseUrl,
    endpoints,
    workflow,
    isToRun = false,
    ...options
  }: WriteOptions & {
    readonly baseUrl?: string | undefined;
    /** The names of endpoints by those of source descriptions; absent: requests have the URLs of the descriptions. */
    readonly endpoints?: ReadonlyMap<string, string>;
    readonly workflow?: string | undefined;
    /** They are sent at once, so that each step must be there and have a place. */
    readonly isToRun?: boolean;
  },
): WrittenRequests | { readonly problem: string } {
  const baseUrls: BaseUrls = new Map(
    sources.map(({ name, description }) => {
      const endpoint = endpoints?.get(name);
      const url = (baseUrl ?? description?.baseUrls?.[0] ?? '').replace(/\/+$/, '');
      return [name, endpoint === undefined ? { url } : { endpoint }] as const;
    }),
  );
  const problems: string[] = [];
  const imported = importArazzo(document, sources, baseUrls, problems, workflow);
  if ('problem' in imported) return imported;
  const [problem] = problems;
  if (isToRun && problem !== undefined) return { problem };
  if (imported.requests.length === 0) return { problem: imported.notes[0] ?? 'it has no step' };
  return writeRequests(imported, options);
}
