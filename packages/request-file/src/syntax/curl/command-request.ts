import type { Span } from '@rulebook/text/span';
import type { ImportedBody, ImportedPart, ImportedRequest, PlacedText, RequestPlaces } from './imported';
import { fileNameOf, readMultipart } from './read-form';

/** What a command says, as it is read option by option. */
export interface Command {
  method?: string;
  readonly urls: string[];
  readonly headers: Field[];
  readonly removed: string[];
  readonly data: (string | { readonly path: string })[];
  readonly query: string[];
  readonly parts: ImportedPart[];
  upload?: string;
  isQuery: boolean;
  isHead: boolean;
  isJson: boolean;
  isIncomplete: boolean;
  /** The signs of patterns in the URL are just that. */
  isLiteral: boolean;
  isInsecure: boolean;
  /** User and password answer a challenge. */
  isDigest: boolean;
  followsRedirects: boolean;
  readonly notes: string[];
  /** Those of the notes that name nothing missing. */
  readonly remarks: string[];
  /** Where the parts are. */
  readonly places: Places;
}

/** A header field of `--header`, or of an option that has a field of its own, such as `--user`. */
export interface Field {
  readonly name: string;
  value: string;
  readonly isOption?: true;
  span?: Span | undefined;
}

/** Where the parts of a command are, as they are read. */
interface Places {
  method?: Span | undefined;
  url?: Span | undefined;
  readonly query: PlacedText[];
  readonly data: PlacedText[];
}

/** Returns the header fields that curl sends: a field of `--header` is in the place of that of an option, also one that it removes. */
function fieldsOf({ headers, removed, isDigest }: Command): readonly Field[] {
  const own = new Set(headers.flatMap(({ name, isOption }) => (isOption ? [] : [name.toLowerCase()])));
  return headers
    .filter(({ name, isOption }) => !isOption || !(own.has(name.toLowerCase()) || removed.includes(name.toLowerCase())))
    .map((field) =>
      isDigest && field.isOption ? { ...field, value: field.value.replace(/^Basic /, 'Digest ') } : field,
    );
}

/** Returns the URL to which a file is uploaded: where it ends with a folder, curl appends the name of the file. */
function uploadUrl(url: string, path: string): string {
  const [, origin = '', folder = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)([^]*)$/i.exec(url) ?? [];
  if (origin === '' || (folder !== '' && !folder.endsWith('/')) || /^[-.]$/.test(path)) return url;
  return `${origin}${folder || '/'}${encodeURIComponent(fileNameOf(path).replace(/\p{Cs}/gu, '\ufffd'))}${rest}`;
}

/** Patterns of curl, each of which stands for several URLs: `{a,b}` and `[1-3]`. */
const pattern = /(?<!\{)\{[^{}]*,[^{}]*\}(?!\})|\[(?:\d+-\d+|[a-z]-[a-z]|[A-Z]-[A-Z])(?::\d+)?\]/;

/** Returns the request that a command sends. */
export function requestOf(command: Command): ImportedRequest {
  const { removed, data, parts, upload, urls, notes } = command;
  const headers = fieldsOf(command);
  const has = (name: string) => removed.includes(name) || headers.some((field) => field.name.toLowerCase() === name);
  const texts = data.filter((one) => typeof one === 'string');
  const joined = texts.join(command.isJson ? '' : '&');
  const query = [...command.query, ...(command.isQuery && data.length > 0 ? [joined] : [])].join('&');
  if (urls.length > 1) notes.push(`of several URLs only the first is taken over: not ${urls.slice(1).join(', ')}`);
  if (data.length > 1 && data.some((one) => typeof one !== 'string'))
    notes.push('of several files and texts of the body, only one is taken over');
  const [url = ''] = urls;
  if (url === '') notes.push('the command has no URL');
  const [several] = (!command.isLiteral && pattern.exec(url)) || [];
  if (several !== undefined) {
    notes.push(`curl sends a request for each URL of the pattern \`${several}\`; write them one by one`);
    command.isIncomplete = true;
  }
  const [file] = data.filter((one) => typeof one !== 'string');
  const body: ImportedBody | undefined =
    upload !== undefined
      ? { kind: 'file', path: upload }
      : parts.length > 0
        ? { kind: 'form', parts }
        : data.length === 0 || command.isQuery
          ? undefined
          : file !== undefined
            ? { kind: 'file', path: file.path }
            : bodyOfText(joined, headers);
  // A form that is read has a boundary of its own.
  const isRead = body?.kind === 'form' && parts.length === 0;
  const sent = isRead ? headers.filter(({ name }) => name.toLowerCase() !== 'content-type') : headers;
  const fields = sent.map(({ name, value }): [string, string] => [name, value]);
  if (command.isJson) {
    if (!has('content-type')) fields.push(['Content-Type', 'application/json']);
    if (!has('accept')) fields.push(['Accept', 'application/json']);
  } else if (data.length > 0 && !isRead && !command.isQuery && !has('content-type')) {
    fields.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  const usual = command.isHead ? 'HEAD' : upload !== undefined ? 'PUT' : body !== undefined ? 'POST' : 'GET';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('{{') ? url : `http://${url}`;
  return {
    method: command.method ?? usual,
    url: withQuery(upload === undefined ? address : uploadUrl(address, upload), query),
    headers: fields,
    ...(body && { body }),
    notes,
    ...(command.remarks.length > 0 && { remarks: command.remarks }),
    ...(command.isInsecure && { isInsecure: true }),
    ...(command.followsRedirects && { followsRedirects: true }),
    ...(command.isIncomplete && { isIncomplete: true }),
    places: placesOf(command, sent),
  };
}

/** Browsers copy a form as one text. */
function bodyOfText(text: string, headers: readonly Field[]): ImportedBody {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const parts = type === undefined ? undefined : readMultipart(text, type);
  return parts === undefined ? { kind: 'text', text } : { kind: 'form', parts };
}

function placesOf({ places, upload, isQuery, parts }: Command, fields: readonly Field[]): RequestPlaces {
  const { method, url, query, data } = places;
  const headers = fields.map(({ span }) => span);
  const isBody = upload === undefined && parts.length === 0 && !isQuery;
  return { method, url, headers, query: isQuery ? [...query, ...data] : query, data: isBody ? data : [] };
}

function withQuery(url: string, query: string): string {
  const [before] = splitAt(url, '#');
  const sent = query === '' ? before : `${before}${before.includes('?') ? '&' : '?'}${query}`;
  return sent;
}

/** Returns a text in front of a sign, and what is behind it. */
export function splitAt(text: string, sign: string): readonly [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
