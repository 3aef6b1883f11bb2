import { perObject } from '@rulebook/text/structures/memo';
import type { WireRequest } from './model';

const kept = 500;
/** Requests with longer heads are not remembered, in UTF-16 code units. */
const longestHead = 2000;

/**
 * Returns a function that gives the same object for equal requests without a body, as long as it remembers them. Programs repeat such
 * requests, and what `perRequest` derives from the object need not be derived again.
 */
export function rememberRequests(): (request: WireRequest) => WireRequest {
  const known = new Map<string, WireRequest[]>();
  let count = 0;
  return (request) => {
    if (request.body !== '') return request;
    const alike = known.get(request.target);
    const found = alike?.find((other) => isSameHead(other, request));
    if (found) return found;
    if (lengthOfHead(request) > longestHead) return request;
    // Those that are still in use cost one more derivation.
    if (count >= kept) {
      known.clear();
      count = 0;
    }
    count++;
    if (alike && known.size > 0) alike.push(request);
    else known.set(request.target, [request]);
    return request;
  };
}

/** Returns the function with a memory for requests without a body. What it derives may depend on the request alone. */
export function perRequest<Derived>(derive: (request: WireRequest) => Derived): (request: WireRequest) => Derived {
  const remembered = perObject(derive);
  return (request) => (request.body === '' ? remembered(request) : derive(request));
}

function isSameHead(a: WireRequest, b: WireRequest): boolean {
  if (a.method !== b.method || a.headers.length !== b.headers.length) return false;
  return a.headers.every((header, index) => header[0] === b.headers[index]?.[0] && header[1] === b.headers[index]?.[1]);
}

function lengthOfHead({ method, target, headers }: WireRequest): number {
  let length = method.length + target.length;
  for (const [name, value] of headers) length += name.length + value.length;
  return length;
}
