import { evaluate, evaluateCriterion, type CriterionResult, type Known, type StepExchange } from './evaluate';
import type { Action, Criterion, Step } from './read-arazzo';
import { blockName, calledBy, createInstance, resolveValue, type Instance, type Scope } from './references';
import { findTarget, findWorkflow, type KnownSource, type StepOperation } from './sources';

/** A step that is to be sent. */
export interface SentStep {
  readonly name: string;
  readonly step: Step;
  readonly scope: Scope;
  readonly operation: StepOperation;
  readonly source: KnownSource;
  /** How often it was sent before, since it has failed. */
  readonly attempt: number;
}

/** What has become of a request: its exchange; or nothing came back. */
export type StepEnd = { readonly exchange: StepExchange } | { readonly isUnsent: true };

/** What has become of a step, once its criteria are judged. */
export interface JudgedStep {
  readonly sent: SentStep;
  readonly passed: boolean;
  /** An action after the failure sends it again or goes on elsewhere. */
  readonly isHandled: boolean;
  /** What is done next, for people; absent: the next step. */
  readonly next?: string;
  readonly results: readonly CriterionResult[];
}

/** What sends the steps of a workflow. */
export interface WalkPorts {
  /** Sends a step, and evaluates its criteria by the function once it has an exchange. */
  readonly send: (sent: SentStep) => Promise<StepEnd>;
  readonly onJudged: (judged: JudgedStep) => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly isCancelled: () => boolean;
}

/** How a workflow has ended. */
export interface WalkEnd {
  readonly passed: boolean;
  /** Why it has ended early, as a sentence. */
  readonly reason?: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Steps of one run, so that a circle of actions ends. */
const maxSteps = 1000;
/** In milliseconds: a longer pause is not made. */
const longestPause = 300_000;

/** What a run of workflows shares. */
interface Walking {
  readonly ports: WalkPorts;
  readonly exchanges: Map<string, StepExchange>;
  readonly known: Known;
  steps: number;
}

/** Runs a workflow, with those that it depends on before it. */
export async function walkWorkflow(
  instance: Instance,
  inputs: Readonly<Record<string, unknown>>,
  ports: WalkPorts,
): Promise<WalkEnd> {
  const exchanges = new Map<string, StepExchange>();
  const walking: Walking = { ports, exchanges, known: { exchanges, inputs }, steps: 0 };
  const before = await runNeeded(instance, walking, new Set([instance.workflow.id]));
  if (before !== undefined) return { passed: false, reason: before, outputs: {} };
  const end = await runInstance(instance, walking);
  return { ...end, outputs: outputsOf(instance, walking.known) };
}

/** Runs the workflows that one depends on; returns why it cannot be run. */
async function runNeeded(instance: Instance, walking: Walking, open: Set<string>): Promise<string | undefined> {
  const { document, sources, workflow, program } = instance;
  for (const { value } of workflow.dependsOn) {
    if (program.done.has(value) || open.has(value)) continue;
    open.add(value);
    const found = findWorkflow(value, document, sources);
    if (found.kind !== 'workflow')
      return `The workflow \`${value}\`, on which \`${workflow.id}\` depends, is not found.`;
    const other = createInstance(found.workflow, found.document, found.sources, program);
    const reason = await runNeeded(other, walking, open);
    if (reason !== undefined) return reason;
    const end = await runInstance(other, walking);
    program.done.set(value, other);
    if (!end.passed) return `The workflow \`${value}\`, on which \`${workflow.id}\` depends, has failed.`;
  }
  return undefined;
}

/** How a workflow or a step has ended. */
interface InstanceEnd {
  readonly passed: boolean;
  readonly reason?: string;
}

async function runInstance(instance: Instance, walking: Walking): Promise<InstanceEnd> {
  const { steps } = instance.workflow;
  /** How often each failure action has sent its step again. */
  const retries = new Map<Action, number>();
  const attempts = new Map<string, number>();
  for (let at = 0; at < steps.length;) {
    const step = steps[at];
    if (step === undefined) break;
    if (walking.ports.isCancelled()) return { passed: false, reason: 'The run was cancelled.' };
    if (++walking.steps > maxSteps)
      return { passed: false, reason: `The run ends after ${maxSteps} steps; its actions may lead in a circle.` };
    const done = await runStep(step, instance, walking, attempts.get(step.id) ?? 0, retries);
    if (done.next === 'end') return { passed: done.passed, ...(done.reason !== undefined && { reason: done.reason }) };
    if (done.next === 'retry') {
      attempts.set(step.id, (attempts.get(step.id) ?? 0) + 1);
      continue;
    }
    attempts.delete(step.id);
    if (typeof done.next === 'object' && 'workflow' in done.next) return runInstance(done.next.workflow, walking);
    if (typeof done.next === 'object') {
      const { stepId } = done.next;
      at = steps.findIndex(({ id }) => id === stepId);
      if (at === -1) return { passed: false, reason: `The workflow has no step \`${stepId}\`.` };
    } else at++;
  }
  return { passed: true };
}

interface StepDone {
  readonly passed: boolean;
  readonly next: 'next' | 'end' | 'retry' | { readonly stepId: string } | { readonly workflow: Instance };
  readonly reason?: string;
}

async function runStep(
  step: Step,
  instance: Instance,
  walking: Walking,
  attempt: number,
  retries: Map<Action, number>,
): Promise<StepDone> {
  const { ports, known } = walking;
  const scope: Scope = { instance, step };
  const called = calledBy(instance, step, step);
  const target = step.target && findTarget(step.target, instance.document, instance.sources);
  let sent: SentStep | undefined;
  let isAnswered = true;
  if (called !== undefined) {
    const end = await runInstance(called, walking);
    if (!end.passed) return { passed: false, next: 'end', ...(end.reason !== undefined && { reason: end.reason }) };
    if (called.last !== undefined) instance.last = called.last;
  } else if (target?.kind === 'operation') {
    const { operation, source } = target;
    sent = { name: blockName(instance, step), step, scope, operation, source, attempt };
    const end = await ports.send(sent);
    isAnswered = 'exchange' in end;
    if ('exchange' in end) walking.exchanges.set(sent.name, end.exchange);
    instance.last = sent.name;
  } else
    return {
      passed: false,
      next: 'end',
      reason:
        target?.kind === 'async'
          ? `The step \`${step.id}\` is of an AsyncAPI description, whose messages are not sent.`
          : notFound(step, instance.sources),
    };
  const results = step.criteria.map((one) => evaluateCriterion(one, scope, known));
  const isError =
    step.criteria.length === 0 && sent !== undefined && (known.exchanges.get(sent.name)?.response.status ?? 0) >= 400;
  const passed = isAnswered && !isError && results.every((one) => one.passed);
  const action = actionAfter(step, scope, known, passed, retries);
  const next = await follow(action, instance, step, walking, retries);
  const done: StepDone = next ?? (passed ? { passed, next: 'next' } : { passed, next: 'end' });
  const isHandled = !passed && done.next !== 'end' && isAnswered;
  const said = action === undefined ? {} : { next: wordsOfAction(action) };
  if (sent !== undefined) await ports.onJudged({ sent, passed, isHandled, results, ...said });
  if (next !== undefined && done.next === 'retry')
    await ports.wait(pauseOf(action, known.exchanges.get(sent?.name ?? '')));
  const reason = passed ? undefined : `The step \`${step.id}\` has failed.`;
  return { ...done, passed: done.next === 'end' ? passed : true, ...(reason !== undefined && { reason }) };
}

/** Returns the first action whose criteria hold. Those of a step come before those of its workflow that have other names. */
function actionAfter(
  step: Step,
  scope: Scope,
  known: Known,
  passed: boolean,
  retries: ReadonlyMap<Action, number>,
): Action | undefined {
  const own = passed ? step.onSuccess : step.onFailure;
  const { workflow } = scope.instance;
  const names = new Set(own.map(({ name }) => name));
  const usual = (passed ? workflow.successActions : workflow.failureActions).filter(({ name }) => !names.has(name));
  const holds = (criterion: Criterion): boolean => evaluateCriterion(criterion, scope, known).passed;
  return [...own, ...usual].find((action) => {
    const isUsedUp = action.type === 'retry' && (retries.get(action) ?? 0) >= (action.retryLimit ?? 1);
    return !isUsedUp && action.criteria.every(holds);
  });
}

async function follow(
  action: Action | undefined,
  instance: Instance,
  step: Step,
  walking: Walking,
  retries: Map<Action, number>,
): Promise<StepDone | undefined> {
  if (action === undefined) return undefined;
  if (action.type === 'end') return { passed: true, next: 'end' };
  if (action.type === 'retry') {
    retries.set(action, (retries.get(action) ?? 0) + 1);
    const called = calledBy(instance, action, step);
    if (called !== undefined) await runInstance(called, walking);
    const other = instance.workflow.steps.find(({ id }) => id === action.stepId);
    if (other !== undefined && other !== step) await runStep(other, instance, walking, 0, new Map());
    return { passed: true, next: 'retry' };
  }
  if (action.stepId !== undefined) return { passed: true, next: { stepId: action.stepId } };
  const called = calledBy(instance, action, step);
  return called === undefined ? undefined : { passed: true, next: { workflow: called } };
}

function pauseOf(action: Action | undefined, exchange: StepExchange | undefined): number {
  const said = exchange?.response.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const seconds = said !== undefined && /^\d+$/.test(said) ? Number(said) : (action?.retryAfter ?? 0);
  return Math.min(seconds * 1000, longestPause);
}

function wordsOfAction({ name, type, stepId, workflowId }: Action): string {
  const where = stepId ?? workflowId;
  return `${name}: ${type}${where === undefined ? '' : ` ${where}`}`;
}

/** Returns the outputs of a workflow. */
export function outputsOf(instance: Instance, known: Known): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    instance.workflow.outputs.flatMap(({ name, value }) => {
      const found = evaluate(resolveValue(value, { instance }), known);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** Says that a step calls nothing that is known, and which of its source descriptions cannot be read. */
function notFound({ id }: Step, sources: readonly KnownSource[]): string {
  const unread = sources.find(({ kind }) => kind === 'unread');
  const why =
    unread === undefined
      ? ''
      : `: the source description \`${unread.name}\` cannot be read, since ${unread.cause ?? 'it is not known'}`;
  return `What the step \`${id}\` calls is not found${why}.`;
}
