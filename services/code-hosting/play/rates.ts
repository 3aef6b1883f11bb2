import { rateHeaders, requestsPerHour, searchesPerMinute } from '../facts/limits';
import { hostFailure } from './responses';
import type { HostState, TokenRecord } from './model';
import type { WireResponse } from '@rulebook/sandbox/model';
import { ownValue } from '@rulebook/sandbox/wire';

const hour = 3_600_000;
const minute = 60_000;

/** A counted request: the next state, the header fields about the limit, and the refusal above the limit. */
export interface Counted {
  readonly state: HostState;
  readonly headers: WireResponse['headers'];
  readonly refusal?: WireResponse;
}

/** Counts a request, when the seed says that requests are counted. */
export function countRequest(state: HostState, caller: TokenRecord | undefined, now: number): Counted {
  const { rates } = state;
  if (rates === undefined) return { state, headers: [] };
  const key = caller?.user.toLowerCase() ?? '';
  const limit = limitOf(rates, caller);
  const earlier = ownValue(rates.windows, key);
  // A clock that was set back begins a new hour, too.
  const isOver = earlier === undefined || now >= earlier.since + hour || now < earlier.since;
  const window = isOver ? { since: now, used: 0 } : earlier;
  const used = Math.min(window.used + 1, limit);
  const headers = headersFor(limit, used, window.since + hour);
  if (window.used >= limit) {
    const seconds = String(Math.ceil((window.since + hour - now) / 1000));
    const refusal = hostFailure(403, `API rate limit exceeded for ${caller?.user ?? 'requests without a token'}.`);
    return { state, headers: [...headers, [rateHeaders.retry, seconds]], refusal };
  }
  const windows = { ...rates.windows, [key]: { ...window, used } };
  return { state: { ...state, rates: { ...rates, windows } }, headers };
}

/** Returns what is left of the caller's requests, which a request for it does not change. */
export function describeRates({ rates }: HostState, caller: TokenRecord | undefined, now: number): object {
  const kind = caller ? 'user' : 'anonymous';
  const limit = rates ? limitOf(rates, caller) : requestsPerHour[kind];
  const window = rates && ownValue(rates.windows, caller?.user.toLowerCase() ?? '');
  const isOver = window === undefined || now >= window.since + hour || now < window.since;
  const used = isOver ? 0 : Math.min(window.used, limit);
  const reset = Math.ceil(((isOver ? now : window.since) + hour) / 1000);
  const core = { limit, used, remaining: limit - used, reset };
  const searches = searchesPerMinute[kind];
  const search = { limit: searches, used: 0, remaining: searches, reset: Math.ceil((now + minute) / 1000) };
  return { resources: { core, search }, rate: core };
}

function limitOf({ perHour }: NonNullable<HostState['rates']>, caller: TokenRecord | undefined): number {
  return caller ? perHour : Math.min(perHour, requestsPerHour.anonymous);
}

function headersFor(limit: number, used: number, resetAt: number): WireResponse['headers'] {
  return [
    [rateHeaders.limit, String(limit)],
    [rateHeaders.remaining, String(limit - used)],
    [rateHeaders.used, String(used)],
    [rateHeaders.reset, String(Math.ceil(resetAt / 1000))],
    [rateHeaders.resource, 'core'],
  ];
}
