import type { Operation } from '@rulebook/catalogue/operation';
import type { WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { headerValue } from '@rulebook/sandbox/wire';

const notModified = 304;

/**
 * Supports conditional requests for reading operations that document 304. `If-None-Match` takes precedence over `If-Modified-Since`, as
 * in HTTP.
 */
export function conditional(
  operation: Operation,
  request: WireRequest,
  response: WireResponse,
  changedAt: number | undefined,
): WireResponse {
  const isListed = operation.responses.some(({ status }) => status === notModified);
  if (!isListed || response.status !== 200) return response;
  const tag = `W/"${digest(response.body)}"`;
  const date = changedAt === undefined ? undefined : new Date(changedAt).toUTCString();
  const headers = [['ETag', tag] as const, ...(date === undefined ? [] : [['Last-Modified', date] as const])];
  return isFresh(request, tag, changedAt)
    ? { status: notModified, headers, body: '' }
    : { ...response, headers: [...response.headers, ...headers] };
}

function isFresh(request: WireRequest, tag: string, changedAt: number | undefined): boolean {
  const tags = headerValue(request, 'if-none-match');
  if (tags !== undefined) {
    const opaque = (text: string) => text.trim().replace(/^W\//, '');
    return tags.split(',').some((one) => opaque(one) === '*' || opaque(one) === opaque(tag));
  }
  const since = Date.parse(headerValue(request, 'if-modified-since') ?? '');
  // HTTP dates are in whole seconds.
  return changedAt !== undefined && !Number.isNaN(since) && Math.floor(changedAt / 1000) * 1000 <= since;
}

/** Returns a hash (cyrb53), which is good enough to distinguish responses and not meant for secrets. */
function digest(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  const hex = (number: number) => (number >>> 0).toString(16).padStart(8, '0');
  return `${hex(one)}${hex(two)}${text.length.toString(16)}`;
}
