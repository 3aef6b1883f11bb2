import type { Endpoint } from '@rulebook/engine';
import { headingOf } from '@rulebook/sender/send';
import type { Outcome, Sender } from '@rulebook/sender/outcome';
import type { RecordedExchange } from '@rulebook/exchange';
import type { RequestPlan } from '@rulebook/sender/plan';
import type { Output } from '../output';
import { printWhileArriving, type FollowedResponse } from './follow-response';
import type { RunFacts } from './request-result';
import type { RunOptions } from './run-options';
import { saveBody } from './save-body';

/** What all requests of a run share. */
export interface RunContext {
  readonly options: RunOptions;
  readonly sender: Sender;
  /** Returns the endpoint for the path of a request. */
  readonly endpointOf: (plan: RequestPlan) => Endpoint | undefined;
  readonly output: Output;
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

/** Sends one request, unless there is a reason not to, and returns what became of it. */
export async function runRequest(plan: RequestPlan, context: RunContext, turn: Promise<void>): Promise<RequestEnd> {
  const { sender, options, output } = context;
  const saved = options.output === undefined ? undefined : saveBody(options.output);
  let followed: FollowedResponse | undefined;
  const outcome = await sender.send(plan, (secrets) => {
    if (options.format === 'text' && saved === undefined && plan.turn === undefined)
      followed = printWhileArriving({
        ...{ output, turn, secrets, title: () => headingOf({ ...plan, outputs: [] }, secrets) },
        showsSecrets: options.showSecrets === true,
      });
    return { ...followed?.observer, ...saved?.observer };
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
