import { isRecord } from '@rulebook/json/is-record';
import { isExpression, parseExpression, piecesOf, type Expression } from './expressions';
import {
  selectorType,
  type Action,
  type ArazzoDocument,
  type Parameter,
  type Step,
  type Workflow,
} from './read-arazzo';
import { findTarget, inputSchema, type KnownSource } from './sources';

/** What a value comes from. */
export type Resolved =
  | { readonly kind: 'constant'; readonly value: unknown }
  /** An input of the workflow that is run. */
  | { readonly kind: 'input'; readonly name: string; readonly within: readonly string[] }
  /** A part of what was sent or received for the request of this name. */
  | {
      readonly kind: 'exchange';
      readonly block: string;
      readonly of: 'request' | 'response';
      readonly part: 'header' | 'body' | 'status' | 'url' | 'method';
      readonly name?: string;
      readonly within: readonly string[];
      readonly selector?: { readonly type: string; readonly text: string };
    }
  | { readonly kind: 'text'; readonly pieces: readonly (string | Resolved)[] };

/** A workflow in its place: called by a step of another one, or itself. */
export interface Instance {
  readonly document: ArazzoDocument;
  readonly sources: readonly KnownSource[];
  readonly workflow: Workflow;
  /** What its caller gives it; absent: it is the one that is run. */
  readonly given?: { readonly parameters: readonly Parameter[]; readonly scope: Scope };
  readonly depth: number;
  /** The names of the requests of its steps. */
  readonly names: Map<string, string>;
  /** The workflows that its steps and actions call, by their pointers. */
  readonly called: Map<string, Instance>;
  readonly program: Program;
  /** The request that was sent last for it. */
  last?: string;
}

/** All workflows of a run. */
export interface Program {
  readonly taken: Set<string>;
  /** The workflows that were run before others, by their ids. */
  readonly done: Map<string, Instance>;
}

/** Where an expression is evaluated. */
export interface Scope {
  readonly instance: Instance;
  readonly step?: Step;
}

/** Workflows call others at most so deep. */
const deepest = 20;

/** Returns a workflow as the one that is run. */
export function createInstance(
  workflow: Workflow,
  document: ArazzoDocument,
  sources: readonly KnownSource[],
  program: Program = { taken: new Set(), done: new Map() },
): Instance {
  return { document, sources, workflow, depth: 0, names: new Map(), called: new Map(), program };
}

/** Returns the name of the request of a step, which no other request of the run has. */
export function blockName(instance: Instance, step: Step): string {
  const known = instance.names.get(step.id);
  if (known !== undefined) return known;
  const wanted = step.id.replace(/[^\w-]/g, '_') || 'step';
  const { taken } = instance.program;
  let name = wanted;
  const prefix = instance.workflow.id.replace(/[^\w-]/g, '_');
  if (taken.has(name)) name = `${prefix}-${wanted}`;
  for (let number = 2; taken.has(name); number++) name = `${prefix}-${wanted}-${number}`;
  taken.add(name);
  instance.names.set(step.id, name);
  return name;
}

/** Returns the workflow that a step or an action calls, in its place; undefined where it calls none that is known, or too many call each other. */
export function calledBy(instance: Instance, caller: Step | Action, step?: Step): Instance | undefined {
  const known = instance.called.get(caller.pointer);
  if (known !== undefined) return known;
  const id =
    'target' in caller ? (caller.target?.kind === 'workflowId' ? caller.target.value : undefined) : caller.workflowId;
  if (id === undefined || instance.depth >= deepest) return undefined;
  const { document, sources } = instance;
  const found = findTarget({ kind: 'workflowId', value: id, pointer: '' }, document, sources);
  if (found.kind !== 'workflow') return undefined;
  const scope: Scope = { instance, ...(step && { step }) };
  const made: Instance = {
    ...createInstance(found.workflow, found.document, found.sources, instance.program),
    given: { parameters: caller.parameters, scope },
    depth: instance.depth + 1,
  };
  instance.called.set(caller.pointer, made);
  return made;
}

/** Returns what a value comes from, as it is written in a scope; undefined where nothing is known of it. */
export function resolveValue(value: unknown, scope: Scope, depth = 0): Resolved | undefined {
  if (typeof value === 'string') {
    if (isExpression(value)) return resolveText(value, scope, depth);
    const pieces = piecesOf(value);
    if (pieces.every((piece) => 'literal' in piece)) return { kind: 'constant', value };
    const resolved = pieces.map((piece) =>
      'literal' in piece ? piece.literal : resolveText(piece.expression, scope, depth),
    );
    return resolved.some((one) => one === undefined)
      ? undefined
      : { kind: 'text', pieces: resolved.flatMap((one) => (one === undefined ? [] : [one])) };
  }
  if (isSelector(value)) {
    const of = resolveText(String(value['context']), scope, depth);
    const text = String(value['selector']);
    const { type = 'jsonpath' } = selectorType(value['type']);
    if (of?.kind !== 'exchange') return undefined;
    return type === 'jsonpointer'
      ? within(
          of,
          text
            .split('/')
            .slice(1)
            .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
        )
      : { ...of, selector: { type, text } };
  }
  return { kind: 'constant', value };
}

/** Returns whether a value is a selector object of version 1.1. */
export function isSelector(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isRecord(value) && typeof value['context'] === 'string' && typeof value['selector'] === 'string' && 'type' in value
  );
}

function resolveText(text: string, scope: Scope, depth: number): Resolved | undefined {
  const expression = parseExpression(text);
  return 'problem' in expression ? undefined : resolveExpression(expression, scope, depth);
}

/** Returns what an expression refers to. */
export function resolveExpression(expression: Expression, scope: Scope, depth = 0): Resolved | undefined {
  if (depth > 50) return undefined;
  const { instance, step } = scope;
  switch (expression.kind) {
    case 'self':
      return { kind: 'constant', value: instance.document.self };
    case 'statusCode':
      return exchangeOf(scope, 'response', 'status');
    case 'url':
    case 'method':
      return exchangeOf(scope, 'request', expression.kind);
    case 'message':
      return ofMessage(expression, scope, depth);
    case 'inputs':
      return ofInput(expression.name, expression.within, instance, depth);
    case 'outputs': {
      const called = step && calledBy(instance, step, step);
      return ofOutputs(expression, { instance: called ?? instance }, (called ?? instance).workflow.outputs, depth);
    }
    case 'steps': {
      const other = instance.workflow.steps.find(({ id }) => id === expression.step);
      return other && ofOutputs(expression, { instance, step: other }, other.outputs, depth);
    }
    case 'workflows': {
      const other = instance.program.done.get(expression.workflow);
      if (other === undefined) return undefined;
      return expression.field === 'inputs'
        ? ofInput(expression.name, expression.within, other, depth)
        : ofOutputs(expression, { instance: other }, other.workflow.outputs, depth);
    }
    case 'sourceDescriptions': {
      const source = instance.document.sources.find(({ name }) => name === expression.source);
      const value =
        expression.reference === 'url' ? source?.url : expression.reference === 'type' ? source?.type : undefined;
      return value === undefined ? undefined : { kind: 'constant', value };
    }
    case 'components':
      return undefined;
  }
}

type OfMessage = Extract<Expression, { kind: 'message' }>;

function ofMessage(expression: OfMessage, scope: Scope, depth: number): Resolved | undefined {
  const { of, part, name, within: steps } = expression;
  if (of === 'message') return undefined;
  if (part === 'query' || part === 'path') {
    const given = [...(scope.step?.parameters ?? []), ...scope.instance.workflow.parameters];
    const parameter = given.find((one) => one.in === part && one.name === name);
    return parameter && resolveValue(parameter.value, scope, depth + 1);
  }
  const found = exchangeOf(scope, of, part === 'header' ? 'header' : 'body');
  return found && { ...found, ...(name !== undefined && { name }), within: steps };
}

/** Returns a part of the exchange of the step; of one that calls a workflow, of its last step. */
function exchangeOf(
  { instance, step }: Scope,
  of: 'request' | 'response',
  part: 'header' | 'body' | 'status' | 'url' | 'method',
): Extract<Resolved, { kind: 'exchange' }> | undefined {
  if (step === undefined) return undefined;
  const called = calledBy(instance, step, step);
  if (called === undefined) return { kind: 'exchange', block: blockName(instance, step), of, part, within: [] };
  if (called.last !== undefined) return { kind: 'exchange', block: called.last, of, part, within: [] };
  const last = called.workflow.steps.at(-1);
  return exchangeOf({ instance: called, ...(last && { step: last }) }, of, part);
}

function ofInput(name: string, steps: readonly string[], instance: Instance, depth: number): Resolved | undefined {
  const schema = inputSchema(instance.workflow, instance.document);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const [own, rest] = splitName(name, Object.keys(properties));
  const path = [...rest, ...steps];
  if (instance.given === undefined) return { kind: 'input', name: own, within: path };
  const given = instance.given.parameters.find((one) => one.name === own);
  const found = given && resolveValue(given.value, instance.given.scope, depth + 1);
  if (found !== undefined) return within(found, path);
  const property = properties[own];
  const value = isRecord(property) ? property['default'] : undefined;
  return value === undefined ? undefined : within({ kind: 'constant', value }, path);
}

function ofOutputs(
  { name, within: steps }: { readonly name: string; readonly within: readonly string[] },
  scope: Scope,
  outputs: readonly { readonly name: string; readonly value: unknown }[],
  depth: number,
): Resolved | undefined {
  const [own, rest] = splitName(
    name,
    outputs.map((one) => one.name),
  );
  const output = outputs.find((one) => one.name === own);
  const found = output && resolveValue(output.value, scope, depth + 1);
  return found && within(found, [...rest, ...steps]);
}

/** A name may have dots, and may be followed by names of members behind dots. */
function splitName(name: string, known: readonly string[]): readonly [string, readonly string[]] {
  if (known.includes(name)) return [name, []];
  const own = known
    .filter((one) => name.startsWith(`${one}.`) || name.startsWith(`${one}[`))
    .sort((a, b) => b.length - a.length)[0];
  return own === undefined ? [name, []] : [own, name.slice(own.length).match(/[^.[\]]+/g) ?? []];
}

/** Returns what is within a value. */
function within(found: Resolved, steps: readonly string[]): Resolved {
  if (steps.length === 0 || found.kind === 'text') return found;
  if (found.kind === 'constant') return { kind: 'constant', value: valueAt(found.value, steps) };
  return { ...found, within: [...found.within, ...steps] };
}

/** Returns the value to which names and indices lead. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) {
    if (Array.isArray(found)) found = /^\d+$/.test(step) ? (found as readonly unknown[])[Number(step)] : undefined;
    else found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** Returns the name of the variable of an input, or of a value within it. */
export function variableOfInput({
  name,
  within: steps,
}: {
  readonly name: string;
  readonly within: readonly string[];
}): string {
  return [name, ...steps].join('_').replace(/[^\w-]/g, '_');
}

/** Returns what stands for a value in a request file: a variable, or the text of a constant. */
export function referenceText(resolved: Resolved): string {
  switch (resolved.kind) {
    case 'constant':
      return typeof resolved.value === 'string' ? resolved.value : (JSON.stringify(resolved.value) ?? '');
    case 'input':
      return `{{${variableOfInput(resolved)}}}`;
    case 'text':
      return resolved.pieces.map((piece) => (typeof piece === 'string' ? piece : referenceText(piece))).join('');
    case 'exchange': {
      const { block, of, part, name } = resolved;
      const place = `${block}.${of}`;
      if (part === 'header') return `{{${place}.headers.${name ?? ''}}}`;
      if (part !== 'body') return `{{${place}.${part}}}`;
      return `{{${place}.body.${pathOfBody(resolved)}}}`;
    }
  }
}

function pathOfBody({ within: steps, selector }: Extract<Resolved, { kind: 'exchange' }>): string {
  if (selector?.type === 'xpath') return selector.text;
  const base = selector?.text ?? '$';
  const path = steps.map((step) =>
    /^\d+$/.test(step) ? `[${step}]` : /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${quoted(step)}]`,
  );
  return base === '$' && path.length === 0 ? '*' : `${base}${path.join('')}`;
}

function quoted(step: string): string {
  return `'${step.replace(/['\\]/g, '\\$&')}'`;
}
