import type { AssertResult } from '../asserts/assert-result';
import type { AssertContext } from '../asserts/evaluate-asserts';
import type { PlannedAssert, PlannedUntil, RequestPlan } from '../plan/plan';
import { reasonOf, refused } from '../refusal';
import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse } from '../plan/response';
import type { ResponseWriter } from '../ports/files';
import type { Difference } from '../ports/responses';
import { describeResponse } from '../response/describe-response';
import type { ScriptFailure } from '../scripts/run-scripts';
import { decideUses } from '../send/allowed-ways';
import type { Follow } from '../send/exchange';
import { sendPlan } from '../send/send-plan';
import type { Sending } from '../send/sending';
import { fillerPartsOf, type RequestValues } from '../variables/request-values';
import { fillEffects } from '../variables/shown-values';
import { expressionsFor, schemasFor, snapshotsFor } from './assert-context';
import { unmetCondition } from './conditions';
import type { Outcome } from './outcome';
import { createPolling, type Polling } from './poll';
import { scriptsFor, type ScriptsOfRequest } from './scripts-for';

/** Runs a plan: its scripts around the sending, its response into the files that it names, and its asserts. */
export async function runPlan(started: Sending, follow?: Follow): Promise<Outcome> {
  const { ports, policy, endpoint } = started;
  const { writerOf } = ports.files;
  // The files for the response are written here, so nothing is left out.
  const plan =
    writerOf === undefined || started.plan.outputs === undefined ? started.plan : withoutOutputs(started.plan);
  const scripts = scriptsFor(started);
  const before = await scripts.before();
  if (before.problem !== undefined)
    return { plan, sent: unsentFor(before.problem), asserts: before.tests, log: before.log };
  const { answers } = scripts;
  const values = { ...started.values, answers };
  // A script in front of the request may set the variables.
  const unmet = plan.omission ? undefined : unmetCondition({ plan, values });
  if (unmet !== undefined)
    return { plan, sent: { kind: 'unsent', refusal: unmet }, asserts: before.tests, log: before.log };
  const sending = { plan: started.plan, endpoint, values, ports, policy };
  const polling = pollingFor(sending, scripts);
  let writer: ResponseWriter | undefined;
  const sent = await sendPlan(
    {
      endpoint,
      values,
      policy,
      ports: polling ? { ...ports, transport: { ...ports.transport, send: polling.send } } : ports,
      plan: planToSend(plan, before.pause, values),
    },
    (secrets, place) => {
      const observer = follow?.(secrets, place) ?? {};
      const opened = writerOf?.(started.plan, fillerPartsOf(plan, values));
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
  );
  if (sent.kind !== 'answered') {
    writer?.abandon();
    return { plan, sent, asserts: [], log: before.log };
  }
  const after = await scripts.after(sent);
  const { asserts = [], until } = plan;
  const carry = policy.stopsAtFailure === true ? answers.kept.carry : () => undefined;
  const judged = { sending, scripts, received: sent };
  const { results, differences } =
    asserts.length === 0 && policy.isCompared !== true ? unjudged : await judgeAsserts(asserts, judged, carry);
  const { response, secrets } = sent;
  const last = { ...judged, received: { response, secrets } };
  const isUntil =
    polling && until ? (await evaluateUntil(last, until, () => undefined, carry)).map(polling.resultOf) : [];
  return {
    plan,
    sent,
    acceptsRedirects: policy.acceptsRedirects,
    written: writer?.end(),
    asserts: [...before.tests, ...isUntil, ...results, ...after.tests],
    log: [...before.log, ...after.log],
    ...(policy.isCompared === true && differences && { differences }),
  };
}

/** Returns a plan with the pause of its scripts, and with the values in what it destroys: only a loss is asked about. */
function planToSend(plan: RequestPlan, pause: number, values: RequestValues): RequestPlan {
  const paused = pause > 0 ? { ...plan, pause: (plan.pause ?? 0) + pause } : plan;
  const isLosing = plan.effects?.some(({ kind }) => kind === 'loss') === true;
  return isLosing ? { ...paused, effects: fillEffects(plan.effects ?? [], values) } : paused;
}

const isDescription = /^matches\s+description/;

/** A response whose asserts are evaluated. */
interface Judged {
  readonly sending: Sending;
  readonly scripts: ScriptsOfRequest;
  readonly received: Parameters<ScriptsOfRequest['evaluate']>[1];
}

/** What asserts have found. */
interface JudgedAsserts {
  readonly results: readonly AssertResult[];
  readonly differences?: readonly Difference[] | undefined;
}

const unjudged: JudgedAsserts = { results: [] };

/** Evaluates the asserts of a request, and compares its response where the policy asks for that. */
async function judgeAsserts(
  asserts: readonly PlannedAssert[],
  judged: Judged,
  onUses: NonNullable<AssertContext['onUses']>,
): Promise<JudgedAsserts> {
  const { ports, policy } = judged.sending;
  const { differences, ...found } = await contextFor(asserts, judged, onUses, policy.isCompared);
  const context = { ...found, onUses, differences: () => messagesOf(differences) };
  return {
    results: asserts.length === 0 ? [] : await ports.responses.evaluateAsserts(asserts, context),
    differences,
  };
}

/** Returns what asserts are evaluated with; `onUses` takes the private values that their expressions have read. */
async function contextFor(
  asserts: readonly PlannedAssert[],
  { sending, scripts, received }: Judged,
  onUses: NonNullable<AssertContext['onUses']>,
  isCompared = false,
) {
  const { response, secrets } = received;
  const isAsked = isCompared || asserts.some(({ text }) => isDescription.test(text));
  const differences = isAsked ? await differencesOf(sending, response, secrets) : undefined;
  return {
    ...{ ...sending.values, response, secrets, differences },
    ...(await schemasFor(asserts, sending, received)),
    ...(await snapshotsFor(asserts, sending, received)),
    ...(await expressionsFor(asserts, scripts, received, onUses)),
  };
}

/** Returns what sends the request again until its assert holds; undefined where it is sent once. */
function pollingFor(sending: Sending, scripts: ScriptsOfRequest): Polling | undefined {
  const { plan, values, ports } = sending;
  const { until } = plan;
  const { answers } = values;
  if (until === undefined) return undefined;
  const holds = async (response: ReceivedResponse): Promise<boolean> => {
    const received = { response, secrets: [] };
    // When the request is over, and with which result, is up to what the expression has read.
    const results = await evaluateUntil({ sending, scripts, received }, until, answers.kept.carry);
    return results.every(({ outcome }) => outcome === 'passed');
  };
  const refuses = async (request: PreparedRequest): Promise<string | undefined> => {
    const refusal = await decideUses(answers.carried(), request, sending, ports.ways.privateWays);
    return refusal && (refusal.kind === 'cancelled' ? 'you did not allow it' : reasonOf(refusal));
  };
  return createPolling({ send: ports.transport.send, until, holds, refuses, now: values.system.now });
}

/** Evaluates the assert of `# @until`. */
async function evaluateUntil(
  judged: Judged,
  { assert, line }: PlannedUntil,
  onUsesOfExpression: NonNullable<AssertContext['onUses']>,
  onUses?: AssertContext['onUses'],
): Promise<readonly AssertResult[]> {
  const asserts = [{ text: assert, line }];
  const { differences, ...found } = await contextFor(asserts, judged, onUsesOfExpression);
  const context = { ...found, differences: () => messagesOf(differences), ...(onUses && { onUses }) };
  return judged.sending.ports.responses.evaluateAsserts(asserts, context);
}

async function differencesOf(
  { plan: { operation }, ports }: Sending,
  response: ReceivedResponse,
  secrets: readonly string[],
): Promise<readonly Difference[] | undefined> {
  if (operation === undefined) return undefined;
  return ports.responses.compare(describeResponse({ ...response, redirects: [] }, { secrets }), operation);
}

function messagesOf(differences: readonly Difference[] | undefined): readonly string[] | undefined {
  return differences?.map((one) => one.message);
}

/** A request whose script has failed might not be the one that was meant. */
function unsentFor({ message, place }: ScriptFailure): Outcome['sent'] {
  return { kind: 'unsent', refusal: refused(`the script before it has failed (${place}): ${message}`) };
}

function withoutOutputs({ outputs: _outputs, ...plan }: RequestPlan): RequestPlan {
  return plan;
}
