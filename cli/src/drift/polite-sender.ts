import { count } from '@rulebook/text';
import type { CancelSignal, ReceivedResponse, ResponseObserver } from '@rulebook/sender/plan';
import { describeOutcome, plainWords, type Outcome } from '@rulebook/sender/outcome';
import { pause, pauseAsked } from '@rulebook/node/http/retries';

/** How much may be asked. */
export interface PoliteLimits {
  readonly maxRequests: number;
  /** In milliseconds. */
  readonly maxTime: number;
  readonly maxBytes: number;
  /** Between two requests, in milliseconds. */
  readonly pause: number;
}

/** What became of a request: the outcome of its last attempt; why it was not answered, as the end of a sentence; undefined: no more is sent. */
export type Asked = { readonly answered: AnsweredOutcome } | { readonly reason: string } | undefined;

/** The part of an outcome that has a response. */
export type AnsweredOutcome = Extract<Outcome['sent'], { readonly kind: 'answered' }>;

/** Sends one request after the other, no faster than the service wants, and no more than was allowed. */
export interface PoliteSender {
  readonly ask: (send: (observe: () => ResponseObserver) => Promise<Outcome>) => Promise<Asked>;
  /** How many requests were sent. */
  readonly requests: () => number;
  /** Why no more is sent, as a sentence; undefined while more may be. */
  readonly end: () => string | undefined;
}

/** A request is sent so often at most. */
const maxAttempts = 4;
/** After so many failures in a row, the service is taken not to answer; after so many refusals, not to want more. */
const maxFailures = 3;

/** Returns what sends politely; `now` counts milliseconds. */
export function createPoliteSender(limits: PoliteLimits, signal: CancelSignal, now: () => number): PoliteSender {
  const deadline = now() + limits.maxTime;
  let [requests, bytes, failures, earliest] = [0, 0, 0, 0];
  let end: string | undefined;
  let refused = 0;
  let excess: string | undefined;
  const stop = (reason: string): undefined => {
    end ??= reason;
    return undefined;
  };
  /** Waits until the next request may be sent; false where that is too late. */
  const isNextIn = async (): Promise<boolean> => {
    if (end !== undefined || signal.isCancelled) return false;
    if (requests >= limits.maxRequests) stop(`It ended after ${count(requests, 'request')} (--max-requests).`);
    else if (bytes >= limits.maxBytes) stop('It ended, since enough was received (--max-bytes).');
    else if (now() >= deadline) stop('It ended, since the time is over (--max-time).');
    else if (earliest > deadline)
      stop(
        `It ended, since the service asks to wait for ${Math.ceil((earliest - now()) / 1000)} s, longer than --max-time allows.`,
      );
    if (end !== undefined) return false;
    if (earliest > now()) await pause(earliest - now(), signal);
    return !signal.isCancelled;
  };
  const observe = (): ResponseObserver => {
    const before = bytes;
    const latest = Math.min(deadline, now() + limits.maxTime / 4);
    excess = undefined;
    return {
      onBytes: (piece) => {
        bytes += piece.length;
        // One endless response must not take all, whether it comes fast or drop by drop.
        if (bytes >= limits.maxBytes || bytes - before > limits.maxBytes / 4)
          excess = 'its response is longer than what is read of one, a quarter of --max-bytes';
        else if (now() >= latest) excess = 'its response takes longer than one may, a quarter of --max-time';
        return excess === undefined ? undefined : Promise.reject(new Error(excess));
      },
    };
  };
  return {
    requests: () => requests,
    end: () => end,
    ask: async (send) => {
      for (let attempt = 1; ; attempt++) {
        if (!(await isNextIn())) return undefined;
        const outcome = await send(observe);
        const { sent } = outcome;
        if (sent.kind === 'unsent') return { reason: describeOutcome(outcome, plainWords).reason ?? 'it was not sent' };
        requests++;
        earliest = now() + limits.pause;
        if (sent.kind === 'answered') {
          failures = 0;
          const { response } = sent;
          const wait = waitAfter(response, attempt);
          earliest = Math.max(earliest, now() + (wait ?? 0), now() + (pauseOfLimits(response, Date.now()) ?? 0));
          if (wait !== undefined && attempt < maxAttempts) continue;
          refused = wait === undefined ? 0 : refused + 1;
          if (refused >= maxFailures)
            stop(`It ended, since the service keeps asking for fewer requests (${response.status}).`);
          return { answered: sent };
        }
        if (signal.isCancelled) return undefined;
        if (excess !== undefined) return { reason: excess };
        const { reason = 'no response' } = describeOutcome(outcome, plainWords);
        failures++;
        if (failures >= maxFailures) stop(`It ended, since the service no longer answers: ${reason}`);
        return { reason };
      }
    },
  };
}

/** Returns how long to wait before the same request is sent again, in milliseconds; undefined where the response counts. */
function waitAfter(response: ReceivedResponse, attempt: number): number | undefined {
  const asked = pauseAsked(response);
  if (response.status !== 429 && (response.status !== 503 || asked === undefined)) return undefined;
  // A time that is over, or none at all, does not mean: at once.
  const usual = 1000 * 2 ** (attempt - 1);
  return asked === undefined || asked < 1000 ? usual : asked;
}

/** A wait beyond this is a mistake of the header field. */
const longestWait = 24 * 3_600_000;

/**
 * Returns how long to wait before the next request, in milliseconds, by the header fields that say that nothing is left; `time` is in milliseconds since
 * 1970. Undefined where something is left, or nothing is said.
 */
export function pauseOfLimits({ headers }: Pick<ReceivedResponse, 'headers'>, time: number): number | undefined {
  const fieldOf = (wanted: RegExp): string | undefined => headers.find(([name]) => wanted.test(name))?.[1].trim();
  const combined = fieldOf(/^ratelimit$/i);
  const [, left = fieldOf(/^(?:x-)?rate-?limit-remaining$/i)] = /(?:\br|remaining)=(\d+)/.exec(combined ?? '') ?? [];
  const [, reset = fieldOf(/^(?:x-)?rate-?limit-reset$/i)] = /(?:\bt|reset)=(\d+)/.exec(combined ?? '') ?? [];
  if (left === undefined || reset === undefined || !/^0+$/.test(left) || !/^\d+(?:\.\d+)?$/.test(reset))
    return undefined;
  const seconds = Number(reset);
  // A number of seconds, or the time in seconds since 1970.
  const wait = seconds > 1e9 ? seconds * 1000 - time : seconds * 1000;
  return wait <= 0 || wait > longestWait ? undefined : wait;
}
