import { dirname } from 'node:path';
import { createMasker } from '@rulebook/catalogue/masking';
import {
  createInstance,
  evaluateCriterion,
  inputSchema,
  textOfValue,
  walkWorkflow,
  type ArazzoDocument,
  type JudgedStep,
  type SentStep,
  type StepEnd,
  type Workflow,
} from '@rulebook/exchange/arazzo';
import type { RecordedExchange } from '@rulebook/exchange';
import type { AssertResult } from '@rulebook/sender/asserts';
import { createSender, hasFailed, type Sender } from '@rulebook/sender/outcome';
import { createNamedResponses, resolveIn, variableLayers } from '@rulebook/sender/variables';
import { createServiceFinder } from '../configuration/own-services';
import { exitCodes } from '../exit-codes';
import type { Output } from '../output';
import { readDocument, type ReadDocument } from '../arazzo/read-document';
import { createPromptedValues } from '../requests/ask-values';
import { openRequests } from '../requests/named-requests';
import { valuesOf } from '../requests/variable-layers';
import { createDurations } from './durations';
import type { FileProblem } from './prepare-file';
import { runRequest, type RequestEnd, type RunContext } from './run-request';
import type { RunFolder, RunSession } from './run-session';
import { receive, type Sending, type SentFile } from './send-file';
import { sendPolicyOf, stopsAtFailure } from './send-policy';
import { filesIn, senderPortsOf } from './sender-ports';
import { serversOf, textOfStep, type StepServer, type StepState } from './step-text';

/** How a document is run. */
interface DocumentRun {
  readonly session: RunSession;
  readonly start: number;
  readonly record: ((exchange: Omit<RecordedExchange, 'ended'>) => void) | undefined;
  readonly output: Output;
  readonly isCompact: boolean;
  readonly isStopped: () => boolean;
}

/** Runs a workflow of an Arazzo document: each step is planned, judged and sent as the requests of other files are. */
export async function runDocument(path: string, text: string, run: DocumentRun): Promise<SentFile | FileProblem> {
  const { session } = run;
  const { options } = session;
  const folder = await session.folderOf(dirname(path));
  if (typeof folder === 'string') return usage(folder);
  const described = await createServiceFinder()(folder.settings);
  const read = await readDocument(path, text, described.settings);
  if ('message' in read) return usage(`${path}: ${read.message}`);
  const workflows = chooseWorkflows(read.document, options.workflow, options.all === true);
  if (typeof workflows === 'string') return usage(`${path}: ${workflows}`);
  const servers = serversOf(read.sources, folder, options);
  if (typeof servers === 'string') return usage(servers);
  const begun = performance.now();
  const file: Sending = { context: { ...run, options }, results: [], reported: [], marked: [] };
  let started = 0;
  let isFailed = false;
  let isIncomplete = false;
  for (const workflow of workflows) {
    const { end, count } = await runWorkflow(workflow, { path, read, folder, servers, run, file });
    started += count;
    isFailed ||= !end.passed;
    // The reports name each request that has failed.
    isIncomplete ||= !end.passed && !file.marked.some(({ described }) => hasFailed(described.verdict));
    await sayEnd(workflow, end, run);
    if (run.isStopped() || session.signal.isCancelled) break;
  }
  const { results, reported, marked } = file;
  return {
    path,
    reported,
    results,
    marked,
    started,
    duration: performance.now() - begun,
    isStopped: isFailed && stopsAtFailure(options),
    ...(isIncomplete && { isIncomplete }),
  };
}

function usage(message: string): FileProblem {
  return { message, code: exitCodes.usage };
}

/** Returns the workflows to run, or why they are not known. */
function chooseWorkflows(
  { workflows }: ArazzoDocument,
  wanted: string | undefined,
  isAll: boolean,
): readonly Workflow[] | string {
  const ids = workflows.map(({ id }) => id).join(', ');
  if (wanted !== undefined) {
    const found = workflows.filter(({ id }) => id === wanted);
    return found.length > 0 ? found : `there is no workflow ${wanted}; the workflows are ${ids}`;
  }
  if (workflows.length === 0) return 'the document has no workflow';
  return isAll || workflows.length === 1
    ? workflows
    : `the document has several workflows; choose one by --workflow, or run all of them by --all: ${ids}`;
}

interface WorkflowRun {
  readonly path: string;
  readonly read: ReadDocument;
  readonly folder: RunFolder;
  readonly servers: readonly StepServer[];
  readonly run: DocumentRun;
  readonly file: Sending;
}

async function runWorkflow(workflow: Workflow, parts: WorkflowRun) {
  const { path, read, run, file } = parts;
  const { session } = run;
  const given = valuesOf(session.options.var);
  const inputs = inputsOf(workflow, read.document, given);
  const state: StepState = { exchanges: new Map(), inputs, given: new Map(given) };
  const tools = senderFor(parts, state);
  const context: RunContext = {
    ...{ options: session.options, sender: tools.sender, durations: tools.durations, signal: session.signal },
    ...{ endpointOf: tools.endpointOf, output: run.output, isCompact: run.isCompact, record: run.record },
  };
  let ended: RequestEnd | undefined;
  let count = 0;
  const send = async (sent: SentStep): Promise<StepEnd> => {
    const written = textOfStep(sent, state, parts.servers, tools.isKnown);
    const opened = openRequests(session.engine, path, written);
    const plan = session.engine.plan(opened, 0, tools.checkOptions);
    if (plan === undefined) return { isUnsent: true };
    const { step, scope, name } = sent;
    const line = lineAt(read, step.pointer);
    count++;
    state.current = sent;
    ended = await runRequest(
      {
        ...plan,
        ...{ label: step.description === undefined ? name : plan.label, line },
        asserts: step.criteria.map(({ condition, pointer }) => ({
          text: condition,
          line: scope.instance.document === read.document ? lineAt(read, pointer) : line,
        })),
      },
      context,
      Promise.resolve(),
    );
    const exchange = state.exchanges.get(name);
    return ended.outcome.sent.kind === 'answered' && exchange !== undefined ? { exchange } : { isUnsent: true };
  };
  const onJudged = async (judged: JudgedStep): Promise<void> => {
    if (ended === undefined) return;
    await receive(judged.isHandled ? handled(ended, judged) : ended, file, undefined);
    ended = undefined;
  };
  const end = await walkWorkflow(createInstance(workflow, read.document, read.sources), inputs, {
    ...{ send, onJudged },
    wait: (milliseconds) => pause(milliseconds, session.signal),
    isCancelled: () => session.signal.isCancelled || run.isStopped(),
  });
  return { end, count };
}

/** A failure after which an action goes on elsewhere is none of the run; the report says what was done. */
function handled(end: RequestEnd, { next = '', results }: JudgedStep): RequestEnd {
  const failed = results.filter(({ passed }) => !passed).map(({ text }) => text);
  const line = end.outcome.plan.line ?? 0;
  const message = `The step has failed${failed.length === 0 ? '' : ` (${failed.join('; ')})`}, and its action follows.`;
  const assert: AssertResult = {
    text: `onFailure ${next}`,
    line,
    outcome: 'passed',
    message,
    isTest: true,
    judgesStatus: true,
  };
  return { ...end, outcome: { ...end.outcome, asserts: [assert] } };
}

/** Returns what sends the steps. Their criteria are evaluated in the place of asserts. */
function senderFor({ path, folder, servers, run }: WorkflowRun, state: StepState) {
  const { session } = run;
  const { options, tools } = session;
  const { settings, endpoint, environments } = folder;
  const made = servers.flatMap(({ made: one }) => one ?? []);
  const configuration = {
    ...folder.configuration,
    endpoints: [...folder.configuration.endpoints, ...made.map((one) => one.endpoint)],
  };
  const { context } = folder.checkOptions;
  const checkOptions = {
    ...folder.checkOptions,
    context: {
      ...context,
      endpoints: [...context.endpoints, ...made.map((one) => one.endpoint)],
      services: [...(context.services ?? []), ...made.map((one) => one.service)],
    },
  };
  const ports = senderPortsOf(tools, {
    configuration,
    endpoint,
    folder: dirname(path),
    signal: session.signal,
    root: settings.root,
  });
  const prompted = createPromptedValues(new Set(state.given.keys()));
  const layers = () =>
    variableLayers({ answers: prompted.values, given: state.given, text: '', environments, environment: options.env });
  const named = createNamedResponses();
  const durations = createDurations(1);
  const sender: Sender = createSender(
    {
      ...ports,
      values: { ...ports.values, resolveFor: () => resolveIn(layers()), askForPrompts: prompted.ask },
      ways: { ...ports.ways, judge: (request) => session.engine.judge(request, checkOptions) },
      files: filesIn(() => ({ bases: [dirname(path)], allowed: [] })),
      responses: {
        ...ports.responses,
        answers: {
          ...named,
          withEarlierSecrets: session.withEarlierSecrets,
          keep: (name, response, request, ...more) => {
            named.keep(name, response, request, ...more);
            if (request !== undefined)
              state.exchanges.set(name, { request: { ...request, body: bodyText(request.body) }, response });
          },
        },
        isKept: () => true,
        evaluateAsserts: (asserts, { response }) => {
          const { current } = state;
          if (current === undefined) return [];
          const former = state.exchanges.get(current.name);
          const exchange = { request: former?.request ?? noRequest, response };
          const known = { inputs: state.inputs, exchanges: new Map(state.exchanges).set(current.name, exchange) };
          return current.step.criteria.map((criterion, index): AssertResult => {
            const { passed, received, problem, text } = evaluateCriterion(criterion, current.scope, known);
            const outcome = passed ? 'passed' : problem === undefined ? 'failed' : 'unevaluated';
            const message = passed ? '' : (problem ?? `The criterion does not hold; found: ${received}.`);
            return {
              text,
              line: asserts[index]?.line ?? 0,
              outcome,
              message,
              received,
              isTest: true,
              judgesStatus: true,
            };
          });
        },
        compare: (shown, operation) => session.engine.checkAnswer(shown, operation, checkOptions),
      },
    },
    sendPolicyOf(options, configuration),
  );
  const isKnown = (name: string): boolean => resolveIn(layers())(name) !== undefined;
  return { sender, durations, checkOptions, isKnown, endpointOf: ports.ways.endpointOf };
}

const noRequest = { method: '', url: '', headers: [], body: '' };

function bodyText(body: string | readonly (string | Uint8Array)[] | undefined): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  return body.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
}

/** Returns the inputs by what is given, in the types of their schema, with its defaults. */
function inputsOf(
  workflow: Workflow,
  document: ArazzoDocument,
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const { properties } = inputSchema(workflow, document);
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(
    typeof properties === 'object' && properties !== null ? properties : {},
  )) {
    const value: unknown =
      typeof schema === 'object' && schema !== null && 'default' in schema ? schema.default : undefined;
    if (value !== undefined) found[name] = value;
  }
  for (const [name, text] of given) {
    const schema: unknown =
      typeof properties === 'object' && properties !== null ? Reflect.get(properties, name) : undefined;
    const type: unknown = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
    found[name] = type === 'string' ? text : readValue(text);
  }
  return found;
}

function readValue(text: string): unknown {
  if (!/^\s*(?:[[{"]|-?\d|true$|false$|null$)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the line of a place in the document, counted from 0. */
function lineAt({ spanAt, text }: ReadDocument, pointer: string): number {
  return text.slice(0, spanAt(pointer).start).split('\n').length - 1;
}

async function sayEnd(
  workflow: Workflow,
  { reason, outputs }: { readonly reason?: string; readonly outputs: Readonly<Record<string, unknown>> },
  { session, output }: DocumentRun,
): Promise<void> {
  if (reason !== undefined) await output.say(`rulebook: ${workflow.id}: ${reason}`);
  const names = Object.keys(outputs);
  if (names.length === 0 || session.options.format === 'json') return;
  const lines = names.map((name) => `# ${workflow.id} ${name} = ${textOfValue(outputs[name])}\n`).join('');
  const masker = createMasker(session.withEarlierSecrets([]));
  await output.write(session.options.showSecrets === true ? lines : masker.text(lines));
}

function pause(milliseconds: number, signal: RunSession['signal']): Promise<void> {
  if (milliseconds <= 0 || signal.isCancelled) return Promise.resolve();
  return new Promise((settle) => {
    const timer = setTimeout(settle, milliseconds);
    signal.onCancel(() => {
      clearTimeout(timer);
      settle();
    });
  });
}
