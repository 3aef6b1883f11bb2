import type { AnswerParts, RecordedParts } from '../../engine/src/index';

/** A request of a recording with the response to it. */
export interface RecordedEntry {
  /** Counted from 1. */
  readonly number: number;
  /** The offset of the entry in the text of the recording. */
  readonly start: number;
  readonly request: RecordedParts;
  readonly response?: AnswerParts;
}

/** What a recording holds, or why it cannot be read, as a sentence without its end. */
export type Recording =
  { readonly cause: string } | { readonly entries: Iterable<RecordedEntry | UnreadableEntry>; readonly count: number };

/** An entry that is not as the format says. */
export interface UnreadableEntry {
  readonly number: number;
  readonly start: number;
  readonly cause: string;
}

/** Returns whether a path is that of a recording. */
export function isRecording(path: string): boolean {
  return /\.har$/i.test(path);
}

/** Reads a recording in the format HAR 1.2. */
export function readRecording(text: string): Recording {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ' '));
  } catch {
    // The message of the parser quotes the text, which may hold secrets.
    return { cause: 'it is not valid JSON; record it again, or export it as HAR' };
  }
  const entries = memberOf(memberOf(root, 'log'), 'entries');
  if (!Array.isArray(entries)) return { cause: 'it is not a HAR recording: it has no list `log.entries`' };
  const starts = startsOfEntries(text);
  return {
    count: entries.length,
    entries: {
      *[Symbol.iterator]() {
        for (const [index, entry] of entries.entries())
          yield { number: index + 1, start: starts[index] ?? 0, ...read(entry) };
      },
    },
  };
}

function read(entry: unknown): Pick<RecordedEntry, 'request' | 'response'> | { readonly cause: string } {
  const written = memberOf(entry, 'request');
  const method = textOf(written, 'method');
  const url = textOf(written, 'url');
  if (method === undefined || url === undefined) return { cause: 'has no request with a method and a URL' };
  if (!/^https?:\/\/[^/?#]/i.test(url)) return { cause: 'has a request whose URL is not one of HTTP' };
  const headers = headersIn(written);
  const body = requestBodyIn(written);
  const answer = memberOf(entry, 'response');
  const status = memberOf(answer, 'status');
  return {
    request: { method: method.toUpperCase(), url, headers, ...(body !== undefined && { body }) },
    // A request that was cancelled has the status 0.
    ...(typeof status === 'number' && status > 0 && { response: responseIn(answer, status) }),
  };
}

/** Returns the body of a request: empty when it has none, undefined when it was not recorded. */
function requestBodyIn(request: unknown): string | undefined {
  const data = memberOf(request, 'postData');
  const text = textOf(data, 'text');
  if (text !== undefined && text !== '') return decoded(text, data);
  const type = textOf(data, 'mimeType') ?? '';
  const parameters = memberOf(data, 'params');
  if (Array.isArray(parameters) && parameters.length > 0) {
    if (!/^application\/x-www-form-urlencoded/i.test(type)) return undefined;
    const pairs = parameters.map((one): [string, string] => [textOf(one, 'name') ?? '', textOf(one, 'value') ?? '']);
    return new URLSearchParams(pairs).toString();
  }
  const size = memberOf(request, 'bodySize');
  return typeof size === 'number' && size > 0 ? undefined : '';
}

function responseIn(response: unknown, status: number): AnswerParts {
  const content = memberOf(response, 'content');
  const text = textOf(content, 'text');
  return text === undefined ? { status } : { status, body: decoded(text, content) };
}

function decoded(text: string, owner: unknown): string {
  return textOf(owner, 'encoding') === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Returns the header fields, without those that HTTP/2 makes of the request line. */
function headersIn(request: unknown): RecordedParts['headers'] {
  const list = memberOf(request, 'headers');
  if (!Array.isArray(list)) return [];
  return list.flatMap((header): (readonly [string, string])[] => {
    const name = textOf(header, 'name') ?? '';
    return name === '' || name.startsWith(':') ? [] : [[name, textOf(header, 'value') ?? '']];
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The members that lead to the list of entries. */
const way = ['log', 'entries'];

/** Returns the offsets of the entries. A syntax tree of a large recording would take many times its size. */
function startsOfEntries(text: string): readonly number[] {
  const starts: number[] = [];
  /** How many members of the way the scan is in, and the level of the last one. */
  let inside = 0;
  let level = 0;
  let key = '';
  const isInList = (): boolean => inside === way.length && level === way.length + 1;
  /** An entry comes next, of whatever type. */
  let isNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (isNext && !/[\s\]]/.test(character)) {
      starts.push(at);
      isNext = false;
    }
    if (character === '"') {
      const end = endOfString(text, at);
      if (level === inside + 1 && inside < way.length) key = text.slice(at + 1, end);
      at = end;
    } else if (character === '{' || character === '[') {
      if (inside < way.length && level === inside + 1 && key === way[inside]) inside++;
      level++;
      key = '';
      isNext = character === '[' && isInList() && starts.length === 0;
    } else if (character === ',' && isInList()) {
      isNext = true;
    } else if (character === '}' || character === ']') {
      level--;
      if (inside > 0 && level <= inside) inside = level - 1;
      if (starts.length > 0 && level < way.length + 1) return starts;
    }
  }
  return starts;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
