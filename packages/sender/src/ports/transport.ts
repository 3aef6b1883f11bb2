import type { Endpoint } from '@rulebook/checker/binding/model';
import type { RateLimit } from '@rulebook/request-file/syntax/sending-directives';
import type { Refusal } from '../refusal';
import type { CancelSignal, ConnectionOptions, Transport } from '../plan/transport';

/** When requests with a rate limit were sent, by the slots that they share. */
export interface RateLimits {
  /** Returns how long a request waits that could be sent at a time, in milliseconds, and takes note of when it is sent. */
  readonly waitFor: (limit: RateLimit, time: number) => number;
}

/** What carries requests to their services. */
export interface TransportPort extends Transport {
  /** Returns how an endpoint is reached, or why it cannot be; absent: in the usual way. */
  readonly connectionOf?:
    | ((place: Endpoint | undefined) => Promise<ConnectionOptions | Refusal | undefined>)
    | undefined;
  /** What was sent before under a rate limit. */
  readonly rateLimits?: RateLimits | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Shows that the request is under way, and lets the user cancel it; absent: `signal` alone cancels it. */
  readonly during?: (<T>(send: (signal: CancelSignal | undefined) => Promise<T>) => Promise<T>) | undefined;
}
