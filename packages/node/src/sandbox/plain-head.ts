import type { WireRequest } from '@rulebook/sandbox';
import { perText } from '@rulebook/text';

/** The header fields of a plain request: nothing in them asks for more than an answer on a connection that is kept. */
export interface PlainFields {
  /** The same list for each request with these fields. */
  readonly pairs: WireRequest['headers'];
  readonly host: string;
  /** Of the body, in bytes. */
  readonly length: number;
}

/** A request whose head and body are one piece of what arrived. */
export interface PlainRequest {
  readonly method: string;
  readonly target: string;
  readonly fields: PlainFields;
  readonly body: Buffer;
}

/** Longer heads are left to Node, which has a limit for them. */
const longestHead = 4000;
/** So many texts of header fields are remembered: clients send the same ones again and again. */
const maxKnown = 200;

const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[!$-~]*) HTTP\/1\.1$/;
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
/** What asks for something else, is read in another way, or may not be there twice. */
const special = /^(?:transfer-encoding|content-encoding|expect|upgrade|trailer|te|origin|http2-settings)$/;

/** Creates a function that reads a piece as one plain request with such fields; undefined for all that Node has to look at. */
export function createPlainReader(
  isHeard: (fields: PlainFields) => boolean,
): (piece: Buffer) => PlainRequest | undefined {
  const remembered = perText(maxKnown, (text): PlainFields | undefined => {
    const fields = readFields(text);
    return fields !== undefined && isHeard(fields) ? fields : undefined;
  });
  return (piece) => {
    const end = piece.indexOf('\r\n\r\n');
    if (end < 0 || end > longestHead) return undefined;
    const head = piece.toString('latin1', 0, end);
    const line = head.indexOf('\r\n');
    const [, method, target] = line < 0 ? [] : (requestLine.exec(head.slice(0, line)) ?? []);
    if (method === undefined || target === undefined) return undefined;
    const fields = remembered(head.slice(line + 2));
    // More than this request may be there, or less.
    if (fields === undefined || piece.length !== end + 4 + fields.length) return undefined;
    return { method, target, fields, body: piece.subarray(end + 4) };
  };
}

/** Reads the lines of header fields, of which each has a name, a colon and printable ASCII characters. */
function readFields(text: string): PlainFields | undefined {
  const pairs: [string, string][] = [];
  const once = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    if (!fieldName.test(name) || /[^ -~]/.test(line)) return undefined;
    const value = line.slice(colon + 1).trim();
    const key = name.toLowerCase();
    if (special.test(key)) return undefined;
    if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
    if (key === 'host' || key === 'content-length') {
      if (once.has(key)) return undefined;
      once.set(key, value);
    }
    pairs.push([name, value]);
  }
  const host = once.get('host');
  const length = once.get('content-length') ?? '0';
  return host === undefined || !/^\d{1,9}$/.test(length) ? undefined : { pairs, host, length: Number(length) };
}
