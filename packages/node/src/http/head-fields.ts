import type { ReceivedResponse } from '@rulebook/sender/plan';
import { ofLast } from '@rulebook/text';
import { codingsOf } from './content-codings';

type Headers = ReceivedResponse['headers'];

/** Reads the header fields that a dispatcher has received. */
export type FieldReader = (raw: unknown) => Headers;

/**
 * Returns what reads header fields. Responses after each other often have the same ones, which are the same list then: what follows from a list is not
 * found out again.
 */
export function createFieldReader(): FieldReader {
  let last: { readonly raw: readonly unknown[]; readonly headers: Headers } | undefined;
  return (raw) => {
    if (!Array.isArray(raw)) return none;
    if (last === undefined || !areSame(last.raw, raw)) last = { raw, headers: pairsOf(raw) };
    return last.headers;
  };
}

const none: Headers = [];

/** Returns names and values in their order; the dispatcher gives a flat list of buffers. */
export function fieldsOf(raw: unknown): Headers {
  return Array.isArray(raw) && raw.length > 0 ? pairsOf(raw) : none;
}

/** What the header fields of a response say of its body. */
interface BodyFields {
  readonly contentType: string | undefined;
  readonly codings: readonly string[];
  readonly isEventStream: boolean;
}

/** Returns what header fields say of the body. */
export const bodyFieldsOf = ofLast((headers: Headers): BodyFields => {
  const types = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []));
  return {
    contentType: types[0],
    codings: codingsOf(headers),
    isEventStream: types.some((type) => /^\s*text\/event-stream\b/i.test(type)),
  };
});

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at], other[at]];
    if (!(Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : a === b)) return false;
  }
  return true;
}

function pairsOf(raw: readonly unknown[]): Headers {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([textOfBytes(raw[at]), textOfBytes(raw[at + 1])]);
  return pairs;
}

/** Header fields are bytes; only ASCII is certain. */
function textOfBytes(bytes: unknown): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('latin1') : String(bytes);
}
