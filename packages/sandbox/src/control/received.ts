import type { ReceivedRequest, ReceivedRequests, WireRequest } from '../model';

interface Kept extends ReceivedRequest {
  answered?: Required<ReceivedRequest>['answered'];
  length: number;
  isDropped: boolean;
}

const maxRequests = 1000;
/** In UTF-16 code units, of requests and responses together. */
const maxLength = 10_000_000;

/** Creates an empty list, which keeps the last requests: 1,000, or as many as have 10 MB in all. */
export function createReceivedRequests(): ReceivedRequests {
  /** Each request at its number, modulo the length of the list. */
  const kept: (Kept | undefined)[] = new Array<undefined>(maxRequests).fill(undefined);
  let oldest = 0;
  let next = 0;
  let length = 0;
  const drop = (number: number): void => {
    const one = kept[number % maxRequests];
    kept[number % maxRequests] = undefined;
    if (one === undefined) return;
    one.isDropped = true;
    length -= one.length;
  };
  const dropOldest = (): void => {
    while (oldest < next && length > maxLength) drop(oldest++);
  };
  const all = (): readonly Kept[] =>
    Array.from({ length: next - oldest }, (_, index) => kept[(oldest + index) % maxRequests]).filter(
      (one) => one !== undefined,
    );
  return {
    add: ({ server, time, request }) => {
      if (next - oldest === maxRequests) drop(oldest++);
      const one: Kept = {
        server,
        time,
        request,
        isDropped: false,
        length: request.target.length + request.body.length + lengthOf(request.headers),
      };
      kept[next++ % maxRequests] = one;
      length += one.length;
      dropOldest();
      return (answered) => {
        one.answered = answered;
        // Other requests, or a reset, may have come meanwhile.
        if (one.isDropped) return;
        const more = answered.response.body.length + lengthOf(answered.response.headers);
        one.length += more;
        length += more;
        dropOldest();
      };
    },
    all,
    clear: (server) => {
      for (let number = oldest; number < next; number++)
        if (server === undefined || kept[number % maxRequests]?.server === server) drop(number);
      if (server === undefined) oldest = next;
    },
  };
}

function lengthOf(headers: WireRequest['headers']): number {
  let length = 0;
  for (const [name, value] of headers) length += name.length + value.length;
  return length;
}
