import type { Span } from '../../text/span';
import { harmlessOptions, longOptionsWithArgument, optionsWithArgument, optionsWithoutArgument } from './curl-options';
import {
  withoutReferences,
  type ImportedBody,
  type ImportedFile,
  type ImportedPart,
  type ImportedRequest,
  type PlacedText,
  type RequestPlaces,
} from './imported';
import { splitShell, unclosedQuote } from './shell-words';

/** Reads the curl commands of a script. */
export function importCurl(text: string): ImportedFile {
  const requests: ImportedRequest[] = [];
  const notes: string[] = [];
  let printed: string | undefined;
  const script = withoutReferences(text).replace(/^[^\S\r\n]*[$>%][^\S\r\n]+(?=curl)/gm, '');
  // A script of another length, or with other line ends, has its words at other places.
  const hasPlaces = script.length === text.length && !text.includes('\r');
  for (const command of splitShell(script)) {
    const [program = '', ...words] = command.words;
    const [, ...spans] = (hasPlaces && command.spans) || [];
    if (/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(program)) {
      let notesOfCommand = command.notes;
      for (const part of partsOf(words.map((text, at) => ({ text, span: spans[at] })))) {
        requests.push(readCommand(part, command.isPiped ? printed : undefined, notesOfCommand));
        notesOfCommand = [];
      }
    } else if (program === 'printf' && words[0] === '%s' && words.length === 2)
      printed = command.isPiped ? undefined : words[1];
    else {
      printed = undefined;
      notes.push(`the command \`${program}\` is not a curl command`);
    }
  }
  return { source: 'the curl command', variables: [], requests, notes, keepsSecrets: true };
}

/** Returns whether a text begins with a curl command, perhaps behind the sign of a prompt. */
export function isCurl(text: string): boolean {
  return (
    /^\s*(?:[$>%#]\s+)?(?:curl(?:\.exe)?\s|printf %s [^\n]*\| curl\s)/i.test(text.slice(0, 200)) ||
    /^\s*printf %s /.test(text)
  );
}

function partsOf(words: readonly PlacedText[]): readonly (readonly PlacedText[])[] {
  const parts: PlacedText[][] = [[]];
  for (const word of words) {
    if (word.text === '--next' || word.text === '-:') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** What a command says, as it is read option by option. */
interface Command {
  method?: string;
  readonly urls: string[];
  readonly headers: [name: string, value: string][];
  readonly removed: string[];
  readonly data: (string | { readonly path: string })[];
  readonly query: string[];
  readonly parts: ImportedPart[];
  upload?: string;
  isQuery: boolean;
  isHead: boolean;
  isJson: boolean;
  isIncomplete: boolean;
  isInsecure: boolean;
  followsRedirects: boolean;
  readonly notes: string[];
  /** Those of the notes that name nothing missing. */
  readonly remarks: string[];
  /** Where the parts are. */
  readonly places: Places;
}

/** Where the parts of a command are, as they are read. */
interface Places {
  method?: Span | undefined;
  url?: Span | undefined;
  readonly query: PlacedText[];
  readonly headers: (Span | undefined)[];
  readonly data: PlacedText[];
}

function readCommand(
  words: readonly PlacedText[],
  input: string | undefined,
  notes: readonly string[],
): ImportedRequest {
  const command: Command = {
    urls: [],
    headers: [],
    removed: [],
    data: [],
    query: [],
    parts: [],
    isQuery: false,
    isHead: false,
    isJson: false,
    // What is behind the mark may be missing.
    isIncomplete: notes.includes(unclosedQuote),
    isInsecure: false,
    followsRedirects: false,
    notes: [...notes],
    remarks: [],
    places: { query: [], headers: [], data: [] },
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at]?.text ?? '';
    const next = () => words[++at]?.text ?? '';
    const take = (name: string, value: string) => {
      const before = sizesOf(command);
      apply(command, name, value, input);
      notePlaces(command, before, words[at]?.span);
    };
    if (word.startsWith('--')) {
      const [name = '', given] = splitAt(word.slice(2), '=');
      take(name, longOptionsWithArgument.has(name) ? (given ?? next()) : '');
    } else if (word.startsWith('-') && word.length > 1) {
      for (let index = 1; index < word.length; index++) {
        const letter = word[index] ?? '';
        const name = optionsWithArgument[letter];
        if (name === undefined) {
          take(optionsWithoutArgument[letter] ?? letter, '');
          continue;
        }
        take(name, word.slice(index + 1) || next());
        break;
      }
    } else {
      command.urls.push(word);
      command.places.url ??= words[at]?.span;
    }
  }
  return requestOf(command);
}

/** How much of a command was read. */
function sizesOf({ urls, headers, data, query, method }: Command) {
  return { urls: urls.length, headers: headers.length, data: data.length, query: query.length, method };
}

/** Notes where the word is of which a command has got more. */
function notePlaces(command: Command, before: ReturnType<typeof sizesOf>, span: Span | undefined): void {
  const { urls, headers, data, query, method, places } = command;
  if (urls.length > before.urls) places.url ??= span;
  if (method !== before.method) places.method = span;
  if (headers.length > before.headers) places.headers[headers.length - 1] = span;
  if (query.length > before.query) places.query.push({ text: query.at(-1) ?? '', span });
  const text = data.length > before.data ? data.at(-1) : undefined;
  if (text !== undefined) places.data.push({ text: typeof text === 'string' ? text : text.path, span });
}

function apply(command: Command, name: string, value: string, input: string | undefined): void {
  const { headers, notes } = command;
  const field = (key: string, text: string) => headers.push([key, text]);
  const remark = (text: string) => {
    notes.push(text);
    command.remarks.push(text);
  };
  switch (name) {
    case 'request':
      command.method = value;
      return;
    case 'url':
      command.urls.push(value);
      return;
    case 'header':
      readHeader(command, value);
      return;
    case 'data':
    case 'data-ascii':
    case 'data-binary':
      if (value === '@-' && input === undefined) {
        notes.push('the body is left out, because another command prints it');
        command.isIncomplete = true;
        command.data.push('');
      } else if (value === '@-' && input !== undefined) command.data.push(input);
      else if (value.startsWith('@')) {
        command.data.push({ path: value.slice(1) });
        if (name !== 'data-binary') remark(`curl leaves the line ends of ${value.slice(1)} out; Rulebook sends them`);
      } else command.data.push(value);
      return;
    case 'data-raw':
      command.data.push(value);
      return;
    case 'json':
      command.isJson = true;
      command.data.push(value.startsWith('@') ? { path: value.slice(1) } : value);
      return;
    case 'data-urlencode':
      command.data.push(urlEncoded(value, notes));
      return;
    case 'url-query':
      command.query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(value, notes));
      return;
    case 'form':
    case 'form-string':
      command.parts.push(partOf(value, name === 'form-string'));
      return;
    case 'user':
      if (!value.includes(':') && !value.includes('{{'))
        notes.push('curl asks for the password of `-u`; add it behind the colon');
      field('Authorization', `Basic ${value.includes(':') || value.includes('{{') ? value : `${value}:`}`);
      return;
    case 'oauth2-bearer':
      field('Authorization', `Bearer ${value}`);
      return;
    case 'user-agent':
      field('User-Agent', value);
      return;
    case 'referer':
      field('Referer', value.replace(/;auto$/, ''));
      return;
    case 'range':
      field('Range', `bytes=${value}`);
      return;
    case 'cookie':
      if (value.includes('=') || value.includes('{{')) field('Cookie', value);
      else notes.push(`the cookies of the file ${value} are not read`);
      return;
    case 'upload-file':
      command.upload = value;
      return;
    case 'get':
      command.isQuery = true;
      return;
    case 'head':
      command.isHead = true;
      return;
    case 'insecure':
      command.isInsecure = true;
      remark(
        '`--insecure`: set `"insecure": true` for its endpoint in rulebook.json if the certificate cannot be verified',
      );
      return;
    case 'location':
      command.followsRedirects = true;
      remark('`--location`: Rulebook follows redirects of GET and HEAD within their origin only');
      return;
    default:
      if (!harmlessOptions.has(name)) notes.push(`\`${name.length === 1 ? '-' : '--'}${name}\` is not taken over`);
  }
}

function readHeader(command: Command, line: string): void {
  if (line.startsWith('@')) {
    command.notes.push(`the header fields of the file ${line.slice(1)} are not read`);
    return;
  }
  const [, name = '', sign, value = ''] = /^([^:;]*)([:;]?)([^]*)$/.exec(line) ?? [];
  if (sign === ':' && value.trim() !== '') command.headers.push([name.trim(), value.trim()]);
  else if (sign === ';') command.headers.push([name.trim(), '']);
  else command.removed.push(name.trim().toLowerCase());
}

function partOf(value: string, isPlain: boolean): ImportedPart {
  const [name = '', rest = ''] = splitAt(value, '=');
  if (isPlain) return { name, content: { text: rest } };
  const [content = '', ...options] = rest.startsWith('"') ? [rest.replace(/^"([^]*?)".*$/, '$1')] : rest.split(';');
  const option = (key: string) =>
    options
      .map((one) => one.trim())
      .find((one) => one.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .replace(/^"(.*)"$/, '$1');
  const type = option('type');
  const path = /^[@<]/.test(content) ? content.slice(1) : undefined;
  const filename = content.startsWith('@') ? (option('filename') ?? path?.split(/[/\\]/).at(-1)) : option('filename');
  return {
    name,
    ...(type !== undefined && { type }),
    ...(filename !== undefined && { filename }),
    content: path === undefined ? { text: content } : { path },
  };
}

function urlEncoded(value: string, notes: string[]): string {
  const [, name = '', sign = '', content = ''] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [];
  if (sign === '') return encode(value);
  if (sign === '@') {
    notes.push(`the file ${content} of \`--data-urlencode\` is not read`);
    return `${name}=`;
  }
  return name === '' ? encode(content) : `${name}=${encode(content)}`;
}

/** Encodes all but variables, as curl does. */
function encode(text: string): string {
  return text
    .split(/(\{\{\ufdd0[^{}]*\}\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd'))
            .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
            .replaceAll('%20', '+'),
    )
    .join('');
}

function requestOf(command: Command): ImportedRequest {
  const { headers, removed, data, parts, upload, urls, notes } = command;
  const has = (name: string) => removed.includes(name) || headers.some(([key]) => key.toLowerCase() === name);
  const texts = data.filter((one) => typeof one === 'string');
  const joined = texts.join(command.isJson ? '' : '&');
  const query = [...command.query, ...(command.isQuery && data.length > 0 ? [joined] : [])].join('&');
  if (urls.length > 1) notes.push(`of several URLs only the first is taken over: not ${urls.slice(1).join(', ')}`);
  if (data.length > 1 && data.some((one) => typeof one !== 'string'))
    notes.push('of several files and texts of the body, only one is taken over');
  const [url = ''] = urls;
  if (url === '') notes.push('the command has no URL');
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
            : { kind: 'text', text: joined };
  const fields: [string, string][] = [...headers];
  if (command.isJson) {
    if (!has('content-type')) fields.push(['Content-Type', 'application/json']);
    if (!has('accept')) fields.push(['Accept', 'application/json']);
  } else if (data.length > 0 && !command.isQuery && !has('content-type')) {
    fields.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  const usual = command.isHead ? 'HEAD' : upload !== undefined ? 'PUT' : body !== undefined ? 'POST' : 'GET';
  return {
    method: command.method ?? usual,
    url: withQuery(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('{{') ? url : `http://${url}`, query),
    headers: fields,
    ...(body && { body }),
    notes,
    ...(command.remarks.length > 0 && { remarks: command.remarks }),
    ...(command.isInsecure && { isInsecure: true }),
    ...(command.followsRedirects && { followsRedirects: true }),
    ...(command.isIncomplete && { isIncomplete: true }),
    places: placesOf(command),
  };
}

function placesOf({ places, upload, isQuery, parts }: Command): RequestPlaces {
  const { method, url, query, headers, data } = places;
  const isBody = upload === undefined && parts.length === 0 && !isQuery;
  return { method, url, headers, query: isQuery ? [...query, ...data] : query, data: isBody ? data : [] };
}

function withQuery(url: string, query: string): string {
  const [before] = splitAt(url, '#');
  const sent = query === '' ? before : `${before}${before.includes('?') ? '&' : '?'}${query}`;
  return sent;
}

function splitAt(text: string, sign: string): readonly [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
