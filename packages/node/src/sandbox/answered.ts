import type { Fault, WireResponse } from '@rulebook/sandbox';

/** A response, and the fault that is injected into it, if any. */
export interface Answered {
  readonly response: WireResponse;
  readonly fault?: Fault;
}
