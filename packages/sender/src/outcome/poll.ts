import { count } from '@rulebook/text/count';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { AssertResult } from '../asserts/assert-result';
import type { PlannedUntil } from '../plan/plan';
import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse, TransportFailure } from '../plan/response';
import type { ResponseObserver, Transport } from '../plan/transport';
import { describeDuration } from '../response/measures';

/** What sends a request again until its assert holds. */
export interface Polling extends Transport {
  /** Returns the result of the assert about the last response with how often the request was sent. */
  readonly resultOf: (result: AssertResult) => AssertResult;
}

/** What polling needs. */
interface PollPorts extends Transport {
  readonly until: PlannedUntil;
  readonly holds: (response: ReceivedResponse) => Promise<boolean>;
  /** Returns why the request is not sent again, in a part of a sentence. */
  readonly refuses?: (request: PreparedRequest) => Promise<string | undefined>;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/** Of these kinds are the failures of a service that is not there yet. */
const passing: ReadonlySet<TransportFailure['kind']> = new Set(['refused', 'reset', 'timeout', 'unknown-host']);
/** In milliseconds: the usual time to wait for a response, and what an attempt has at least before the time is over. */
const waits = { usual: 30_000, least: 1000 };

type Outcome = Awaited<ReturnType<Transport['send']>>;

/**
 * Returns a transport that sends the same request again until its assert holds or the time is over. Only the last response is observed. A
 * service that cannot be reached may be about to start, so this counts as "not yet".
 */
export function createPolling({ send, until, holds, refuses, now }: PollPorts): Polling {
  const { within, every, assert } = until;
  const state = {
    attempts: 0,
    time: 0,
    unanswered: 0,
    failure: undefined as TransportFailure | undefined,
    refusal: undefined as string | undefined,
  };
  // In addition to the clock, which the user may set back.
  const maxAttempts = Math.floor(within / every) + 1;

  const sendUntil: Transport['send'] = async (request, options, signal, observer = {}) => {
    const start = now() + (options.pause ?? 0);
    let received: { readonly outcome: Outcome; readonly pieces: readonly Uint8Array[] } | undefined;
    for (;;) {
      const wait = state.attempts === 0 ? options.pause : every;
      const left = state.attempts === 0 ? within : within - (now() - start) - every;
      state.attempts++;
      const pieces: Uint8Array[] = [];
      const outcome = await send(
        request,
        {
          ...options,
          ...(wait !== undefined && { pause: wait }),
          timeout: Math.min(options.timeout ?? waits.usual, Math.max(left, waits.least)),
        },
        signal,
        {
          ...(observer.onRedirect && { onRedirect: observer.onRedirect }),
          ...(observer.onBytes && { onBytes: (bytes: Uint8Array) => void pieces.push(bytes.slice()) }),
        },
      );
      state.time = Math.max(0, now() - start);
      const isHeld =
        'response' in outcome && outcome.response.interruption === undefined && (await holds(outcome.response));
      if ('response' in outcome) received = { outcome, pieces };
      state.failure = 'failure' in outcome ? outcome.failure : undefined;
      if (state.failure !== undefined) state.unanswered++;
      const isFinal = state.failure !== undefined && !passing.has(state.failure.kind);
      const isOver = state.attempts >= maxAttempts || state.time + every > within;
      if (!isHeld && !isFinal && !isOver && signal?.isCancelled !== true) {
        // How often it is sent would show what the assert has read.
        state.refusal = await refuses?.(request);
        if (state.refusal === undefined) continue;
      }
      if (isFinal || received === undefined) return withAttempts(outcome);
      await observeReceived(received, observer);
      return received.outcome;
    }
  };

  const withAttempts = (outcome: Outcome): Outcome => {
    if (!('failure' in outcome) || outcome.failure.kind === 'cancelled') return outcome;
    const message = `${withStop(outcome.failure.message)} ${timesSent()}, and \`${assert}\` did not hold.`;
    return { failure: { ...outcome.failure, message } };
  };
  const timesSent = (): string => {
    const { attempts, time } = state;
    return `The request was sent ${attempts === 1 ? 'once' : `${count(attempts, 'time')} in ${describeDuration(time)}`}`;
  };
  return {
    send: sendUntil,
    resultOf: (result) => {
      const { unanswered, failure, refusal } = state;
      if (refusal !== undefined) {
        const why = `It was not sent again: its assert would let a private value decide how often, and ${refusal}.`;
        return { ...result, text: `@until ${result.text}`, outcome: 'unevaluated', isTest: true, message: why };
      }
      const none =
        unanswered === 0 ? '' : `, ${unanswered === 1 ? 'once' : count(unanswered, 'time')} without a response`;
      const last = failure === undefined ? '' : ` The last time: ${withStop(failure.message)}`;
      const message = `${timesSent()}${none}.${last}`;
      const parsed = parseAssert(assert);
      return {
        ...result,
        text: `@until ${result.text}`,
        isTest: true,
        ...(parsed.kind === 'assert' && parsed.subject.kind === 'status' && { judgesStatus: true }),
        message: result.message === '' ? message : `${withStop(result.message)} ${message}`,
      };
    },
  };
}

/** Hands a response that was not observed while it came over to who follows it. */
async function observeReceived(
  { outcome, pieces }: { readonly outcome: Outcome; readonly pieces: readonly Uint8Array[] },
  { onHead, onText, onBytes }: ResponseObserver,
): Promise<void> {
  if (!('response' in outcome)) return;
  const { status, statusText, headers, body } = outcome.response;
  onHead?.({ status, statusText, headers });
  if (body !== '') onText?.(body);
  for (const piece of pieces) await onBytes?.(piece);
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
