import { STATUS_CODES } from 'node:http';
import type { CancelSignal, ReceivedResponse, Retry, TransportFailure } from '@rulebook/sender/plan';

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The first pause, which doubles each time, and the longest one; in milliseconds. */
const firstPause = 500;
const longestPause = 30_000;

/** What decides about another attempt. */
export interface Attempt {
  readonly method: string;
  /** How often the request was sent again. */
  readonly retries: number;
  /** How often it may be sent again. */
  readonly maximum: number;
  /** No pause is longer, in milliseconds. */
  readonly timeout: number;
}

/** Returns the pause before a request is sent again after this response; undefined when the response holds. */
export function retryAfterResponse(
  attempt: Attempt,
  { status, headers }: Pick<ReceivedResponse, 'status' | 'headers'>,
): Retry | undefined {
  if (!mayBeRepeated(attempt) || !passing.has(status)) return undefined;
  const wait = pauseAsked({ headers }) ?? usualPause(attempt);
  return wait > longestOf(attempt) ? undefined : { cause: `${status} ${STATUS_CODES[status] ?? ''}`.trim(), wait };
}

/** Returns the pause before a request is sent again whose connection broke before the response began; undefined when the failure holds. */
export function retryAfterFailure(attempt: Attempt, { kind, code }: TransportFailure): Retry | undefined {
  if (!mayBeRepeated(attempt) || (kind !== 'refused' && kind !== 'reset')) return undefined;
  const because = code === undefined ? '' : ` (${code})`;
  return { cause: `a ${kind === 'refused' ? 'refused' : 'broken'} connection${because}`, wait: usualPause(attempt) };
}

/** Waits, and ends early on cancellation. */
export function pause(milliseconds: number, signal: CancelSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.isCancelled) {
      done();
      return;
    }
    const timer = setTimeout(end, milliseconds);
    const stopListening = signal?.onCancel(end);
    function end(): void {
      clearTimeout(timer);
      stopListening?.();
      done();
    }
  });
}

function mayBeRepeated({ method, retries, maximum }: Attempt): boolean {
  return safe.has(method) && retries < maximum;
}

/** Returns the pause that a response asks for, in milliseconds. RFC 9110, 10.2.3: seconds, or a date. */
export function pauseAsked({ headers }: Pick<ReceivedResponse, 'headers'>): number | undefined {
  const text = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Many clients that failed together must not come back together. */
function usualPause(attempt: Attempt): number {
  const pause = firstPause * 2 ** attempt.retries * (0.8 + 0.4 * Math.random());
  return Math.round(Math.min(pause, longestOf(attempt)));
}

function longestOf({ timeout }: Attempt): number {
  return Math.min(longestPause, timeout);
}
