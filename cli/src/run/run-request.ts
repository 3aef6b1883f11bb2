import type { Endpoint } from '@rulebook/engine';
import { headingOf } from '@rulebook/sender/send';
import { describeOutcome, hasFailed, judge, type Outcome, type Sender } from '@rulebook/sender/outcome';
import type { RecordedExchange } from '@rulebook/exchange';
import type { CancelSignal, RequestPlan } from '@rulebook/sender/plan';
import type { Output } from '../output';
import type { Durations } from './durations';
import { printWhileArriving, type FollowedResponse } from './follow-response';
import type { RunFacts } from './request-result';
import type { RunOptions } from './run-options';
import { saveBody } from './save-body';

/** What all requests of a run share. */
export interface RunContext {
  readonly options: RunOptions;
  readonly sender: Sender;
  readonly durations: Durations;
  readonly signal: CancelSignal;
  /** Returns the endpoint for the path of a request. */
  readonly endpointOf: (plan: RequestPlan) => Endpoint | undefined;
  readonly output: Output;
  /** A response is printed in one line, with those of the other files. */
  readonly isCompact: boolean;
  /** Receives each request that was answered. */
  readonly record?: ((exchange: Omit<RecordedExchange, 'ended'>) => void) | undefined;
}

/** What became of a request, not yet in words: they are written while the next one is out. */
export interface RequestEnd {
  readonly outcome: Outcome;
  readonly facts: RunFacts;
  /** When the response was complete, by the clock of the run. */
  readonly ended: number;
}

/** Sends one request, unless there is a reason not to, and returns what became of it: if the user wants that, of the last of several times. */
export async function runRequest(plan: RequestPlan, context: RunContext, turn: Promise<void>): Promise<RequestEnd> {
  const { retryFailed = 0 } = context.options;
  context.durations.begin(plan);
  const earlier: string[] = [];
  let end = await sendOnce(plan, context, turn);
  while (earlier.length < retryFailed && mayBeSentAgain(end.outcome, context)) {
    earlier.push(causeOf(end.outcome));
    end = await sendOnce(plan, context, turn);
  }
  context.durations.end(plan);
  return earlier.length === 0 ? end : { ...end, facts: { ...end.facts, earlier } };
}

/** What was not sent for a reason has the same reason again. What changes something is repeated only where the user asks for just that. */
function mayBeSentAgain(outcome: Outcome, { options, signal }: RunContext): boolean {
  const { sent, plan } = outcome;
  if (signal.isCancelled || sent.kind === 'unsent' || !hasFailed(judge(outcome).verdict)) return false;
  const changes = plan.isUnsafe || plan.effects?.some(({ kind }) => kind === 'loss') === true;
  return !changes || options.retryChanges === true;
}

function causeOf(outcome: Outcome): string {
  const { reason, objections, failedAsserts } = describeOutcome(outcome);
  return [...(reason === undefined ? [] : [reason]), ...objections, ...failedAsserts][0] ?? '';
}

async function sendOnce(plan: RequestPlan, context: RunContext, turn: Promise<void>): Promise<RequestEnd> {
  const { sender, options, output } = context;
  const saved = options.output === undefined ? undefined : saveBody(options.output);
  let followed: FollowedResponse | undefined;
  const isFollowed =
    options.format === 'text' &&
    saved === undefined &&
    plan.turn === undefined &&
    !context.isCompact &&
    !options.retryFailed;
  const outcome = await sender.send(plan, (secrets) => {
    if (isFollowed)
      followed = printWhileArriving({
        output,
        turn,
        secrets,
        title: () => headingOf({ ...plan, outputs: [] }, secrets),
        showsSecrets: options.showSecrets === true,
      });
    // Only one of them is there.
    return followed?.observer ?? saved?.observer ?? {};
  });
  const { sent } = outcome;
  const ended = performance.now();
  if (sent.kind === 'answered') context.record?.(sent);
  const isWritten = (await followed?.end(sent.kind === 'answered' ? sent.response : undefined)) ?? false;
  const file =
    saved && options.output !== undefined && sent.kind === 'answered'
      ? { path: options.output, size: saved.end() }
      : undefined;
  return { outcome, ended, facts: { options, endpoint: context.endpointOf(plan), isWritten, file } };
}
