import type { Fault, WireRequest, WireResponse } from '../model';

/** A request that a server of the sandbox received, with its response as soon as there is one. */
export interface ReceivedRequest {
  /** The name of the server. */
  readonly server: string;
  /** By the sandbox's clock, in milliseconds since 1970. */
  readonly time: number;
  readonly request: WireRequest;
  readonly answered?: { readonly response: WireResponse; readonly fault?: Fault };
}

/** What the servers of a sandbox received last. It is not part of the sandbox's state: an export or a state file does not have it. */
export interface ReceivedRequests {
  /** Adds a request, and returns a function that adds its response. */
  add(received: Omit<ReceivedRequest, 'answered'>): (answered: Required<ReceivedRequest>['answered']) => void;
  /** Returns all requests that are kept, the earliest first. */
  all(): readonly ReceivedRequest[];
  /** Forgets the requests of a server; without one, all. */
  clear(server?: string): void;
}

interface Kept {
  received: ReceivedRequest;
  length: number;
  isDropped: boolean;
}

const maxRequests = 1000;
/** In UTF-16 code units, of requests and responses together. */
const maxLength = 10_000_000;

/** Creates an empty list, which keeps the last requests: 1,000, or as many as have 10 MB in all. */
export function createReceivedRequests(): ReceivedRequests {
  let kept: Kept[] = [];
  let length = 0;
  const drop = (): void => {
    while (kept.length > maxRequests || length > maxLength) {
      const one = kept.shift();
      if (one === undefined) return;
      length -= one.length;
      one.isDropped = true;
    }
  };
  return {
    add: (received) => {
      const { target, headers, body } = received.request;
      const one: Kept = {
        ...{ received, isDropped: false },
        length: target.length + body.length + lengthOf(headers),
      };
      kept.push(one);
      length += one.length;
      drop();
      return (answered) => {
        one.received = { ...received, answered };
        // Other requests, or a reset, may have come meanwhile.
        if (one.isDropped) return;
        const more = answered.response.body.length + lengthOf(answered.response.headers);
        one.length += more;
        length += more;
        drop();
      };
    },
    all: () => kept.map(({ received }) => received),
    clear: (server) => {
      for (const one of kept) one.isDropped = server === undefined || one.received.server === server;
      kept = kept.filter(({ isDropped }) => !isDropped);
      length = kept.reduce((sum, one) => sum + one.length, 0);
    },
  };
}

function lengthOf(headers: WireRequest['headers']): number {
  let length = 0;
  for (const [name, value] of headers) length += name.length + value.length;
  return length;
}
