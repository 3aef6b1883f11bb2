import type { AssertResult } from '../asserts/assert-result';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { AssertContext, ExpressionValue, SchemaDifferences } from '../asserts/evaluate-asserts';
import type { PlannedAssert, PlannedUntil, RequestPlan } from '../plan/plan';
import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse } from '../plan/response';
import { describeResponse } from '../response/describe-response';
import { valueInIteration } from '../variables/iterations';
import type { createFiller } from '../variables/resolve-variables';
import { ofOneRequest } from '../variables/system-variables';
import type { Difference, Outcome, WrittenFiles } from './outcome';
import { decideUses } from '../send/prepare-request';
import { sendPlan, type SendPorts } from '../send/send-plan';
import { unmetCondition } from './conditions';
import { createPolling, type Polling } from './poll';
import type { ScriptFailure } from '../scripts/run-scripts';
import { scriptsFor, type ScriptPorts, type ScriptsOfRequest } from './scripts-for';

/** The files that a request names for its response (`>> file`). */
export interface ResponseWriter {
  /** Appends a piece of the body; the files are opened with the first one. Never throws. */
  readonly write: (bytes: Uint8Array) => void;
  /** Ends the files of a response; an empty body makes empty files. */
  readonly end: () => WrittenFiles;
  /** Ends the files of a request without a response: what was not begun stays as it was. */
  readonly abandon: () => void;
}

type Awaitable<T> = T | Promise<T>;

/** What runs a plan, in addition to what sends it. */
export interface RunPorts extends SendPorts, ScriptPorts {
  /** Returns what writes the response into the files that the request names; undefined when it names none. Absent: the sender writes no files. */
  readonly writerOf?:
    | ((plan: RequestPlan, values: Parameters<typeof createFiller>) => ResponseWriter | undefined)
    | undefined;
  readonly evaluateAsserts: (
    asserts: readonly PlannedAssert[],
    context: AssertContext,
  ) => Awaitable<readonly AssertResult[]>;
  /** Returns where a shown response differs from what is known about its operation; undefined where nothing is known. */
  readonly compare: (shown: string, operation: string) => Awaitable<readonly Difference[] | undefined>;
  /**
   * Returns where the body of a shown response differs from a JSON Schema, by the path of its file as written, or why that is not known. Absent:
   * there are no files.
   */
  readonly compareWithSchema?:
    | ((shown: string, file: string) => Awaitable<readonly Difference[] | { readonly problem: string }>)
    | undefined;
  /** The user wants to know of differences, also where no assert asks for them. */
  readonly isCompared?: boolean | undefined;
  readonly acceptsRedirects?: boolean | undefined;
  /** A request that has failed keeps later ones from being sent, so what its asserts have read decides about these. */
  readonly stopsAtFailure?: boolean | undefined;
}

/** Sends a plan, writes its response into the files that it names, and evaluates its asserts. All senders run plans by this function. */
export async function runPlan(ports: RunPorts): Promise<Outcome> {
  const { plan, answers } = ports;
  const missing = answers.refusedOf(plan.dependsOn ?? []);
  const outcome = missing === undefined ? await runOne(ports) : { plan, sent: unsentAfter(missing), asserts: [] };
  const { sent } = outcome;
  if (plan.name !== undefined && sent.kind === 'unsent' && sent.isOmitted !== true) answers.refuse(plan.name);
  return outcome;
}

/** What was refused for one request must not happen in another one that comes with it. */
function unsentAfter(name: string): Outcome['sent'] {
  return { kind: 'unsent', problem: `it depends on the request ${name}, which was not sent` };
}

async function runOne(given: RunPorts): Promise<Outcome> {
  const ports = { ...given, system: ofOneRequest(given.system) };
  const { resolve, system, writerOf } = ports;
  // The files for the response are written here, so nothing is left out.
  const plan = writerOf === undefined || ports.plan.outputs === undefined ? ports.plan : withoutOutputs(ports.plan);
  const scripts = scriptsFor(ports);
  const before = await scripts.before();
  if (before.problem !== undefined)
    return { plan, sent: unsentFor(before.problem), asserts: before.tests, log: before.log };
  const { answers } = scripts;
  // A script in front of the request may set the variables.
  const unmet = plan.omission ? undefined : unmetCondition({ ...ports, answers });
  if (unmet !== undefined) return { plan, sent: { kind: 'unsent', ...unmet }, asserts: before.tests, log: before.log };
  const polling = pollingFor(ports, scripts);
  let writer: ResponseWriter | undefined;
  const sent = await sendPlan({
    ...ports,
    ...(polling && { transport: polling.transport }),
    answers,
    plan: before.pause > 0 ? { ...plan, pause: (plan.pause ?? 0) + before.pause } : plan,
    observe: (secrets, place) => {
      const observer = ports.observe?.(secrets, place) ?? {};
      const opened = writerOf?.(ports.plan, [
        resolve,
        system,
        (name) => valueInIteration(plan.turn, name) ?? answers.resolve(name),
      ]);
      if (opened === undefined) return observer;
      writer = opened;
      return {
        ...observer,
        onBytes: (bytes) => {
          opened.write(bytes);
          return observer.onBytes?.(bytes);
        },
      };
    },
  });
  if (sent.kind !== 'answered') {
    writer?.abandon();
    return { plan, sent, asserts: [], log: before.log };
  }
  const { response, secrets } = sent;
  const after = await scripts.after(sent);
  const { asserts = [], until } = plan;
  const carry = ports.stopsAtFailure === true ? answers.kept.carry : () => undefined;
  const isCompared = ports.isCompared === true || asserts.some(({ text }) => isDescription.test(text));
  const differences = isCompared ? await differencesOf(ports, response, secrets) : undefined;
  const context = {
    ...contextFor(ports, response, secrets),
    answers,
    onUses: carry,
    differences: () => messagesOf(differences),
    ...(await schemasFor(asserts, ports, sent)),
    ...(await expressionsFor(asserts, scripts, sent, carry)),
  };
  const isUntil = polling && until ? await pollResult(ports, until, polling, context, scripts) : [];
  return {
    ...{ plan, sent, acceptsRedirects: ports.acceptsRedirects, written: writer?.end() },
    asserts: [
      ...before.tests,
      ...isUntil,
      ...(asserts.length === 0 ? [] : await ports.evaluateAsserts(asserts, context)),
      ...after.tests,
    ],
    log: [...before.log, ...after.log],
    ...(ports.isCompared === true && differences && { differences }),
  };
}

const isDescription = /^matches\s+description/;

/** Returns what sends the request again until its assert holds; undefined where it is sent once. */
function pollingFor(ports: RunPorts, scripts: ScriptsOfRequest): Polling | undefined {
  const { until } = ports.plan;
  const { answers } = scripts;
  if (until === undefined) return undefined;
  const holds = async (response: ReceivedResponse): Promise<boolean> => {
    const differences = isDescription.test(until.assert) ? await differencesOf(ports, response, []) : undefined;
    const asserts = [{ text: until.assert, line: until.line }];
    const received = { response, secrets: [] };
    const schemas = await schemasFor(asserts, ports, received);
    const context = {
      ...contextFor(ports, response, []),
      ...{ answers, differences: () => messagesOf(differences), ...schemas },
      // When the request is over, and with which result, is up to what the expression has read.
      ...(await expressionsFor(asserts, scripts, received, answers.kept.carry)),
    };
    const results = await ports.evaluateAsserts(asserts, context);
    return results.every(({ outcome }) => outcome === 'passed');
  };
  const refuses = async (request: PreparedRequest): Promise<string | undefined> => {
    const refusal = await decideUses(answers.carried(), request, ports);
    return refusal === undefined ? undefined : (refusal.problem ?? 'you did not allow it');
  };
  return createPolling({ transport: ports.transport, until, holds, refuses, now: ports.system.now });
}

/** Returns the result of `# @until` about the last response. */
async function pollResult(
  ports: RunPorts,
  { assert, line }: PlannedUntil,
  polling: Polling,
  context: AssertContext,
  scripts: ScriptsOfRequest,
): Promise<readonly AssertResult[]> {
  const differences = isDescription.test(assert)
    ? await differencesOf(ports, context.response, context.secrets)
    : undefined;
  const asserts = [{ text: assert, line }];
  const own = {
    ...context,
    differences: () => messagesOf(differences),
    ...(await schemasFor(asserts, ports, context)),
    ...(await expressionsFor(asserts, scripts, context, () => undefined)),
  };
  return (await ports.evaluateAsserts(asserts, own)).map(polling.resultOf);
}

function contextFor({ resolve, system }: RunPorts, response: ReceivedResponse, secrets: readonly string[]) {
  return { response, secrets, resolve, system };
}

async function differencesOf(
  { plan: { operation }, compare }: RunPorts,
  response: ReceivedResponse,
  secrets: readonly string[],
): Promise<readonly Difference[] | undefined> {
  if (operation === undefined) return undefined;
  return compare(describeResponse({ ...response, redirects: [] }, { secrets }), operation);
}

function messagesOf(differences: readonly Difference[] | undefined): readonly string[] | undefined {
  return differences?.map((one) => one.message);
}

/** Compares a response with the JSON Schemas that its asserts name. */
async function schemasFor(
  asserts: readonly PlannedAssert[],
  { compareWithSchema }: RunPorts,
  { response, secrets }: Pick<AssertContext, 'response' | 'secrets'>,
): Promise<Pick<AssertContext, 'schemaDifferences'>> {
  const files = new Set(
    asserts.flatMap(({ text }) => {
      const parsed = parseAssert(text);
      return parsed.kind === 'assert' && parsed.subject.kind === 'schema' ? [parsed.subject.file.text] : [];
    }),
  );
  if (files.size === 0 || compareWithSchema === undefined) return {};
  // A schema is about the body alone, which is JSON whatever its type says.
  const headers = [['Content-Type', 'application/json']] as const;
  const shown = describeResponse({ ...response, headers, redirects: [] }, { secrets });
  const found = new Map<string, SchemaDifferences>();
  for (const file of files) {
    const result = await compareWithSchema(shown, file);
    found.set(file, 'problem' in result ? result : { differences: result.map(({ message }) => message) });
  }
  return { schemaDifferences: (file) => found.get(file) };
}

/** Evaluates the expressions of JavaScript of asserts; `onUses` takes the private values that they have read. */
async function expressionsFor(
  asserts: readonly PlannedAssert[],
  { evaluate }: ScriptsOfRequest,
  received: Parameters<ScriptsOfRequest['evaluate']>[1],
  onUses: NonNullable<AssertContext['onUses']>,
): Promise<Pick<AssertContext, 'expressions'>> {
  const found = new Map<string, ExpressionValue | undefined>();
  for (const { text } of asserts) {
    const parsed = parseAssert(text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'expression') continue;
    const { text: code } = parsed.subject.code;
    const value = await evaluate(code, received);
    onUses(value?.uses ?? []);
    found.set(code, value);
  }
  return found.size === 0 ? {} : { expressions: (code) => found.get(code) };
}

/** A request whose script has failed might not be the one that was meant. */
function unsentFor({ message, place }: ScriptFailure): Outcome['sent'] {
  return { kind: 'unsent', problem: `the script before it has failed (${place}): ${message}` };
}

function withoutOutputs({ outputs: _outputs, ...plan }: RequestPlan): RequestPlan {
  return plan;
}
