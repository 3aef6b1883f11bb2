import type { ReceivedRequest, ReceivedRequests, WireRequest } from '../model';

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
