import { nearest } from '@rulebook/text';
import { isRecord } from '@rulebook/json/is-record';
import { checkCriteria } from './check-criteria';
import { checkExpressions, type Scope } from './check-expressions';
import { checkStructure, fixOf, maxProblems, type ArazzoProblem, type Complain } from './check-structure';
import { readArazzo, type Action, type ArazzoDocument, type Parameter, type Step, type Workflow } from './read-arazzo';
import {
  fieldsAt,
  findTarget,
  findWorkflow,
  inputNames,
  inputSchema,
  type FoundTarget,
  type KnownSource,
} from './sources';

/** Returns what is wrong with the tree of an Arazzo document, by the descriptions that it refers to. */
export function checkArazzo(tree: unknown, sources: readonly KnownSource[]): readonly ArazzoProblem[] {
  const found = new Map<string, ArazzoProblem>();
  const complain: Complain = (pointer, message, severity = 'error', fix) => {
    if (found.size < maxProblems)
      found.set(`${pointer} ${message}`, { severity, message, pointer, ...(fix && { fix }) });
  };
  checkStructure(tree, complain);
  const document = readArazzo(tree);
  for (const { name, pointer } of document.sources) {
    const known = sources.find((one) => one.name === name);
    if (known?.cause !== undefined)
      complain(
        `${pointer}/url`,
        `The source description is not read: ${known.cause}. Its operations are not checked.`,
        'information',
      );
    if (known?.kind === 'asyncapi')
      complain(pointer, 'Steps of an AsyncAPI description are neither checked nor run.', 'information');
  }
  reportTwice(document.sources, 'name', 'source description', complain);
  reportTwice(document.workflows, 'workflowId', 'workflow', complain);
  for (const workflow of document.workflows) checkWorkflow(workflow, { document, sources, complain });
  reportCircles(
    document.workflows.map(({ id, dependsOn }) => ({ id, dependsOn })),
    complain,
  );
  return [...found.values()];
}

interface Checking {
  readonly document: ArazzoDocument;
  readonly sources: readonly KnownSource[];
  readonly complain: Complain;
}

function reportTwice(
  items: readonly { readonly name?: string; readonly id?: string; readonly pointer: string }[],
  key: string,
  what: string,
  complain: Complain,
): void {
  const known = new Set<string>();
  for (const { name, id, pointer } of items) {
    const own = id ?? name ?? '';
    if (known.has(own)) complain(`${pointer}/${key}`, `Another ${what} has the name \`${own}\`; each needs its own.`);
    known.add(own);
  }
}

function checkWorkflow(workflow: Workflow, checking: Checking): void {
  const { document, sources, complain } = checking;
  reportTwice(workflow.steps, 'stepId', 'step of the workflow', complain);
  for (const { value, pointer } of workflow.dependsOn) {
    const found = findWorkflow(value, document, sources);
    if (found.kind === 'missing') complainOfTarget(found, value, pointer, complain);
  }
  reportTwiceGiven(workflow.parameters, complain);
  const jumps = [...workflow.steps.flatMap(({ onSuccess, onFailure }) => [...onSuccess, ...onFailure])];
  const canJump = [...jumps, ...workflow.successActions, ...workflow.failureActions].some(
    ({ type, stepId }) => (type === 'goto' || type === 'retry') && stepId !== undefined,
  );
  for (const [index, step] of workflow.steps.entries()) {
    const isOrdered = !canJump && workflow.steps.every(({ dependsOn }) => dependsOn.length === 0);
    checkStep(step, { workflow, document, index, isOrdered }, checking);
  }
  for (const action of [...workflow.successActions, ...workflow.failureActions])
    checkAction(action, workflow, checking);
  const scope: Scope = { workflow, document };
  for (const { value, pointer } of workflow.outputs) checkOutput(value, pointer, scope, complain);
  for (const { value, pointer } of workflow.parameters) checkExpressions(value, `${pointer}/value`, scope, complain);
  reportCircles(
    workflow.steps.map(({ id, dependsOn }) => ({ id, dependsOn })),
    complain,
  );
}

function checkStep(step: Step, scope: Scope, checking: Checking): void {
  const { workflow, document } = scope;
  const { sources, complain } = checking;
  const { target, parameters, body } = step;
  if (target === undefined)
    complain(
      `${step.pointer}/stepId`,
      'A step needs one of `operationId`, `operationPath`, `workflowId` and, for AsyncAPI, `channelPath`, and no two of them.',
    );
  reportTwiceGiven(parameters, complain);
  const found: FoundTarget = target === undefined ? { kind: 'unknown' } : findTarget(target, document, sources);
  if (target?.kind === 'operationId' && !target.value.startsWith('$')) {
    const others = document.sources.filter(({ type }) => type !== 'arazzo');
    if (others.length > 1)
      complain(
        target.pointer,
        'With several source descriptions, `operationId` has the form `$sourceDescriptions.NAME.OPERATION`.',
      );
  }
  if (found.kind === 'missing' && target) complainOfTarget(found, target.value, target.pointer, complain);
  if (target?.kind === 'operationId' || target?.kind === 'operationPath')
    for (const one of parameters)
      if (one.in === undefined && found.kind !== 'async')
        complain(
          one.pointer,
          'The parameter of an operation needs `in`: `path`, `query`, `querystring`, `header` or `cookie`.',
        );
  if (found.kind === 'operation') checkCall(step, found, workflow, complain);
  if (found.kind === 'workflow') {
    checkInputs(parameters, found, step.pointer, complain);
    if (body !== undefined)
      complain(body.pointer, 'A workflow takes no request body; give it `parameters`.', 'warning');
  }
  for (const { value, pointer } of step.dependsOn)
    if (!value.startsWith('$') && !workflow.steps.some(({ id }) => id === value))
      complainOfStep(value, workflow, pointer, complain);
  for (const one of parameters) checkExpressions(one.value, `${one.pointer}/value`, scope, complain);
  if (body !== undefined) {
    checkExpressions(body.payload, `${body.pointer}/payload`, scope, complain);
    for (const [index, one] of body.replacements.entries())
      checkExpressions(one.value, `${body.pointer}/replacements/${index}/value`, scope, complain);
  }
  // What is judged after the response may look at the step itself.
  const after = { workflow, document };
  checkCriteria(step.criteria, after, complain);
  for (const action of [...step.onSuccess, ...step.onFailure]) checkAction(action, workflow, checking);
  for (const { value, pointer } of step.outputs) checkOutput(value, pointer, after, complain);
}

function reportTwiceGiven(parameters: readonly Parameter[], complain: Complain): void {
  const known = new Set<string>();
  for (const { name, in: place = '', pointer } of parameters) {
    const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`;
    if (known.has(key)) complain(pointer, `The parameter \`${name}\` is given twice; leave one out.`);
    known.add(key);
  }
}

/** Compares what a step gives with what its operation takes. */
function checkCall(
  { parameters, body, pointer, target }: Step,
  { operation, source }: Extract<FoundTarget, { kind: 'operation' }>,
  workflow: Workflow,
  complain: Complain,
): void {
  const given = [...parameters, ...workflow.parameters];
  const name = `\`${operation.methods[0] ?? ''} ${operation.path}\``;
  for (const one of parameters) {
    const fields = fieldsAt(operation, one.in);
    const common = one.in === 'query' ? commonQuery(source) : [];
    if (fields === undefined || fields.some((field) => field.name === one.name) || common.includes(one.name)) continue;
    const close = nearest(
      one.name,
      fields.map((field) => field.name),
    );
    const message = `${name} has no parameter \`${one.name}\` in its ${one.in === 'path' ? 'path' : 'query'}.${adviceOf(close)}`;
    complain(`${one.pointer}/name`, message, 'warning', fixOf(one.name, close));
  }
  const has = (place: string, wanted: string): boolean =>
    given.some(
      (one) =>
        one.in === place &&
        (place === 'header' ? one.name.toLowerCase() === wanted.toLowerCase() : one.name === wanted),
    );
  const at = target?.pointer ?? pointer;
  const hasWhole = given.some((one) => one.in === 'querystring');
  for (const field of operation.pathParameters ?? [])
    if (!has('path', field.name)) complain(at, `${name} needs the parameter \`${field.name}\` in its path.`);
  for (const field of operation.query ?? [])
    if (field.required && !hasWhole && !has('query', field.name))
      complain(at, `${name} needs the query parameter \`${field.name}\`.`, 'warning');
  for (const field of operation.headers ?? [])
    if (field.required && !has('header', field.name) && !/^(?:accept|content-type|authorization)$/i.test(field.name))
      complain(at, `${name} needs the header field \`${field.name}\`.`, 'warning');
  if (body === undefined && operation.body?.required) complain(at, `${name} needs a request body.`, 'warning');
  if (body !== undefined && operation.body === undefined)
    complain(body.pointer, `${name} takes no request body.`, 'warning');
}

function commonQuery({ description }: KnownSource): readonly string[] {
  const keys = (description?.credentials ?? []).flatMap((one) => ('name' in one ? [String(one.name)] : []));
  return [...(description?.commonQuery ?? []).map(({ name }) => name), ...keys];
}

/** Compares what is given to a workflow with its inputs. */
function checkInputs(
  parameters: readonly Parameter[],
  { workflow, document }: Extract<FoundTarget, { kind: 'workflow' }>,
  pointer: string,
  complain: Complain,
): void {
  const names = inputNames(workflow, document);
  const { required } = inputSchema(workflow, document);
  for (const one of parameters) {
    if (names === undefined || names.includes(one.name)) continue;
    const close = nearest(one.name, [...names]);
    const message = `The workflow \`${workflow.id}\` has no input \`${one.name}\`.${adviceOf(close)}`;
    complain(`${one.pointer}/name`, message, 'warning', fixOf(one.name, close));
  }
  for (const name of Array.isArray(required) ? required : [])
    if (typeof name === 'string' && !parameters.some((one) => one.name === name))
      complain(`${pointer}/workflowId`, `The workflow \`${workflow.id}\` needs the input \`${name}\`.`);
}

function checkAction(action: Action, workflow: Workflow, { document, sources, complain }: Checking): void {
  const { type, stepId, workflowId, pointer } = action;
  if (stepId !== undefined && workflowId !== undefined)
    complain(pointer, 'An action leads to a step or to a workflow; leave out `stepId` or `workflowId`.');
  if (type === 'goto' && stepId === undefined && workflowId === undefined)
    complain(pointer, 'An action `goto` needs `stepId` or `workflowId`.');
  if (stepId !== undefined && !workflow.steps.some(({ id }) => id === stepId))
    complainOfStep(stepId, workflow, `${pointer}/stepId`, complain);
  if (workflowId !== undefined) {
    const found = findWorkflow(workflowId, document, sources);
    if (found.kind === 'missing') complainOfTarget(found, workflowId, `${pointer}/workflowId`, complain);
    if (found.kind === 'workflow') checkInputs(action.parameters, found, pointer, complain);
  }
  if (type !== 'retry' && (action.retryAfter !== undefined || action.retryLimit !== undefined))
    complain(pointer, '`retryAfter` and `retryLimit` count for an action `retry` only.', 'warning');
  for (const one of action.parameters)
    if (one.in !== undefined)
      complain(one.pointer, 'The parameter of an action has no `in`: it is an input of the workflow.');
  checkCriteria(action.criteria, { workflow, document }, complain);
}

function checkOutput(value: unknown, pointer: string, scope: Scope, complain: Complain): void {
  if (typeof value === 'string' && !value.includes('$'))
    complain(pointer, 'An output is a runtime expression such as `$response.body#/id`.', 'warning');
  else if (isRecord(value) && !('context' in value && 'selector' in value && 'type' in value))
    complain(pointer, 'An output that is an object selects a value: it needs `context`, `selector` and `type`.');
  else checkExpressions(value, pointer, scope, complain);
}

function complainOfTarget(
  { problem, candidates }: Extract<FoundTarget, { kind: 'missing' }>,
  written: string,
  pointer: string,
  complain: Complain,
): void {
  const [front = ''] = /^\$sourceDescriptions\.[\w-]+\.(?!.*#)/.exec(written) ?? [];
  const close = nearest(written.slice(front.length), [...candidates]);
  // Of a place in a description, only what is behind `#` is replaced.
  const hash = written.indexOf('#');
  const from = hash === -1 ? written : written.slice(hash);
  const isWhole = close?.startsWith('$') === true;
  complain(
    pointer,
    `${problem}${adviceOf(close)}`,
    undefined,
    close === undefined || (isWhole && hash !== -1) ? undefined : fixOf(from, isWhole ? close : `${front}${close}`),
  );
}

function complainOfStep(written: string, { steps }: Workflow, pointer: string, complain: Complain): void {
  const close = nearest(
    written,
    steps.map(({ id }) => id),
  );
  complain(pointer, `The workflow has no step \`${written}\`.${adviceOf(close)}`, undefined, fixOf(written, close));
}

function adviceOf(close: string | undefined): string {
  return close === undefined ? '' : ` Did you mean \`${close}\`?`;
}

interface Depending {
  readonly id: string;
  readonly dependsOn: readonly { readonly value: string; readonly pointer: string }[];
}

/** Reports what waits for itself. */
function reportCircles(items: readonly Depending[], complain: Complain): void {
  const byId = new Map(items.map((one) => [one.id, one]));
  const done = new Set<string>();
  for (const { id } of items) {
    const path: string[] = [];
    const visit = (name: string): void => {
      if (done.has(name)) return;
      path.push(name);
      for (const { value, pointer } of byId.get(name)?.dependsOn ?? []) {
        const at = path.indexOf(value);
        if (at === -1) visit(value);
        else complain(pointer, `\`dependsOn\` leads in a circle: ${[...path.slice(at), value].join(' → ')}.`);
      }
      path.pop();
      done.add(name);
    };
    visit(id);
  }
}
