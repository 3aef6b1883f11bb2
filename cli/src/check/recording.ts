import type { ResponseParts } from '@rulebook/engine';
import { spansOf } from '@rulebook/json';
import type { RecordedParts } from '@rulebook/request-file/syntax';
import type { Span } from '@rulebook/text';

/** A request of a recording with the response to it. */
export interface RecordedEntry {
  /** Counted from 1. */
  readonly number: number;
  readonly fileSpan: Span;
  readonly request: RecordedParts;
  readonly response?: ResponseParts;
}

/** What a recording holds, or why it cannot be read, as a sentence without its end. */
export type Recording =
  | { readonly cause: string }
  | { readonly entries: Iterable<RecordedEntry | UnreadableEntry>; readonly count: number };

/** An entry that is not as the format says. */
interface UnreadableEntry {
  readonly number: number;
  readonly fileSpan: Span;
  readonly cause: string;
}

/** Returns whether a path is that of a recording. */
export function isRecording(path: string): boolean {
  return /\.har$/i.test(path);
}

/** Reads a recording in the format HAR 1.2. */
export function readRecording(file: string): Recording {
  const text = file.replace(/^\uFEFF/, ' ');
  try {
    const entries = ownMember(ownMember(JSON.parse(text), 'log'), 'entries');
    if (!Array.isArray(entries)) return { cause: 'it is not a HAR recording: it has no list `log.entries`' };
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    return { cause: 'it is not valid JSON; record it again, or export it as HAR' };
  }
  const spans = spansOf(text, ['log', 'entries', '*']);
  return {
    count: spans.length,
    entries: {
      // One after the other: the values of a whole recording take many times its size.
      *[Symbol.iterator]() {
        for (const [index, fileSpan] of spans.entries()) {
          const entry: unknown = JSON.parse(text.slice(fileSpan.start, fileSpan.end));
          yield { number: index + 1, fileSpan, ...readEntry(entry) };
        }
      },
    },
  };
}

/** Where the parts of an entry are at which findings are. */
const ways = {
  url: ['request', 'url'],
  body: ['request', 'postData', 'text'],
  answer: ['response', 'content', 'text'],
} as const;

/** A part of an entry at which findings are. */
export type PartOfEntry = keyof typeof ways;

/** Returns where a part of an entry is in the recording, or undefined if the entry does not have it. */
export function spanOfPart(file: string, { start, end }: Span, part: PartOfEntry): Span | undefined {
  const found = spansOf(file.slice(start, end), ways[part]).at(-1);
  return found && { start: start + found.start, end: start + found.end };
}

/** Returns the request of an entry with its response, or why it is not as the format says, as half a sentence. */
export function readEntry(entry: unknown): Pick<RecordedEntry, 'request' | 'response'> | { readonly cause: string } {
  const written = ownMember(entry, 'request');
  const method = textOfMember(written, 'method');
  const url = textOfMember(written, 'url');
  if (method === undefined || url === undefined) return { cause: 'has no request with a method and a URL' };
  if (!/^https?:\/\/[^/?#]/i.test(url)) return { cause: 'has a request whose URL is not one of HTTP' };
  const headers = headersIn(written);
  const body = requestBodyIn(written);
  const answer = ownMember(entry, 'response');
  const status = ownMember(answer, 'status');
  return {
    request: { method: method.toUpperCase(), url, headers, ...(body !== undefined && { body }) },
    // A request that was cancelled has the status 0.
    ...(typeof status === 'number' && status > 0 && { response: responseIn(answer, status) }),
  };
}

/** Returns the body of a request: empty when it has none, undefined when it was not recorded. */
function requestBodyIn(request: unknown): string | undefined {
  const data = ownMember(request, 'postData');
  const text = textOfMember(data, 'text');
  if (text !== undefined && text !== '') return decodedContent(text, data);
  const type = textOfMember(data, 'mimeType') ?? '';
  const parameters = ownMember(data, 'params');
  if (Array.isArray(parameters) && parameters.length > 0) {
    if (!/^application\/x-www-form-urlencoded/i.test(type)) return undefined;
    const pairs = parameters.map((one): [string, string] => [
      textOfMember(one, 'name') ?? '',
      textOfMember(one, 'value') ?? '',
    ]);
    return new URLSearchParams(pairs).toString();
  }
  const size = ownMember(request, 'bodySize');
  return typeof size === 'number' && size > 0 ? undefined : '';
}

function responseIn(response: unknown, status: number): ResponseParts {
  const content = ownMember(response, 'content');
  const text = textOfMember(content, 'text');
  return text === undefined ? { status } : { status, body: decodedContent(text, content) };
}

function decodedContent(text: string, owner: unknown): string {
  return textOfMember(owner, 'encoding') === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Returns the header fields, without those that HTTP/2 makes of the request line. */
function headersIn(request: unknown): RecordedParts['headers'] {
  const list = ownMember(request, 'headers');
  if (!Array.isArray(list)) return [];
  return list.flatMap((header): (readonly [string, string])[] => {
    const name = textOfMember(header, 'name') ?? '';
    return name === '' || name.startsWith(':') ? [] : [[name, textOfMember(header, 'value') ?? '']];
  });
}

function ownMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOfMember(value: unknown, name: string): string | undefined {
  const found = ownMember(value, name);
  return typeof found === 'string' ? found : undefined;
}
