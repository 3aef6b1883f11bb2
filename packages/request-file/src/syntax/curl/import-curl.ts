import type { Span } from '@rulebook/text/span';
import { harmlessOptions, longOptionsWithArgument, optionsWithArgument, optionsWithoutArgument } from './curl-options';
import { reference, withoutReferences, type ImportedFile, type ImportedRequest, type PlacedText } from './imported';
import { requestOf, splitAt, type Command } from './command-request';
import { readFormPart } from './read-form';
import { splitShell, unclosedQuote } from './shell-words';

/** Reads the curl commands of a script. */
export function importCurl(text: string): ImportedFile {
  const requests: ImportedRequest[] = [];
  const notes: string[] = [];
  let printed: string | undefined;
  /** What the commands of an open group have printed; undefined in it: not known. */
  let group: (string | undefined)[] | undefined;
  const script = withoutReferences(text).replace(/^[^\S\r\n]*[$>%][^\S\r\n]+(?=curl)/gm, '');
  // A script of another length, or with other line ends, has its words at other places.
  const hasPlaces = script.length === text.length && !text.includes('\r');
  const assigned = new Map<string, string>();
  const noteDefaults = (names: readonly string[]): void => {
    for (const name of names) notes.push(`the value of \`${name}\` for where it is not set is not taken over`);
  };
  for (const command of splitShell(script)) {
    // What is in front of a command of a loop or a condition does not belong to it.
    const lead = /^(?:do|then|else|time|!|\{)$/.test(command.words[0] ?? '') ? 1 : 0;
    const all = command.words.slice(lead);
    if (lead === 1 && command.words[0] === '{') group = group === undefined && !command.isPiped ? [] : [undefined];
    if (all.length === 1 && /^(?:done|fi|\})$/.test(all[0] ?? '')) {
      // A group prints all that its commands print; how often those of a loop run is not known.
      printed = all[0] === '}' && group?.includes(undefined) === false ? group.join('') : undefined;
      group = undefined;
      continue;
    }
    if (all.length === 0) continue;
    noteDefaults(command.defaults);
    const first = all[0] === 'export' ? 1 : 0;
    const start = all.findIndex((word, at) => at >= first && !assignment.test(word));
    if (start < 0 && all.length > first) {
      for (const word of all.slice(first)) assign(word, assigned);
      printed = undefined;
      continue;
    }
    const from = first === 1 ? 0 : start;
    const [program = '', ...words] = all.slice(from).map((word) => withAssigned(word, assigned));
    const [, ...spans] = (hasPlaces && command.spans?.slice(lead + from)) || [];
    if (/^(?:.*[/\\])?curl(?:\.exe)?$/i.test(program)) {
      let notesOfCommand = command.notes;
      for (const part of partsOfCommand(words.map((text, at) => ({ text, span: spans[at] })))) {
        requests.push(readCommand(part, command.document ?? (command.isPiped ? printed : undefined), notesOfCommand));
        notesOfCommand = [];
      }
      group?.push(undefined);
    } else if (program === 'printf' && words[0] === '%s' && words.length === 2) {
      printed = command.isPiped ? undefined : words[1];
      group?.push(printed);
    } else if (program === 'cat' && words.length === 0 && command.document !== undefined) {
      printed = command.document;
      group?.push(printed);
    } else {
      printed = undefined;
      group?.push(undefined);
      notes.push(`the command \`${program}\` is not a curl command`);
    }
  }
  const variables = [...assigned].map(([name, value]) => ({ name, value }));
  return { source: 'the curl command', variables, requests, notes, keepsSecrets: true };
}

const assignment = /^([A-Za-z_]\w*)=([^]*)$/;

/** Keeps what a script gives to a variable of the shell. */
function assign(word: string, assigned: Map<string, string>): void {
  const [, name, value = ''] = assignment.exec(word) ?? [];
  if (name !== undefined) assigned.set(name, withAssigned(value, assigned));
}

/** A variable that the script itself sets is one of the file; others are those of the environment. */
function withAssigned(word: string, assigned: ReadonlyMap<string, string>): string {
  return word.replace(/\{\{\ufdd0\$processEnv (\w+)\}\}/g, (whole, name: string) =>
    assigned.has(name) ? reference(name) : whole,
  );
}

/** Returns whether a text begins with a curl command, perhaps behind the sign of a prompt. */
export function isCurl(text: string): boolean {
  return (
    /^\s*(?:[$>%#]\s+)?(?:curl(?:\.exe)?\s|printf %s [^\n]*\| curl\s)/i.test(text.slice(0, 200)) ||
    /^\s*(?:\{\s+)?printf %s /.test(text)
  );
}

/** Returns whether a text is a script with curl commands: behind comments and what prepares them, a command comes first. */
export function isCurlScript(text: string): boolean {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => !isPreparation(line.trim()));
  return first >= 0 && isCurl(lines.slice(first).join('\n'));
}

function isPreparation(line: string): boolean {
  return line === '' || /^(?:#|(?:export\s+)?[A-Za-z_]\w*=|(?:set|cd|echo|source)\s)/.test(line);
}

function partsOfCommand(words: readonly PlacedText[]): readonly (readonly PlacedText[])[] {
  const parts: PlacedText[][] = [[]];
  for (const word of words) {
    if (word.text === '--next' || word.text === '-:') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
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
    isLiteral: false,
    isDigest: false,
    isInsecure: false,
    followsRedirects: false,
    notes: [...notes],
    remarks: [],
    places: { query: [], data: [] },
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
function sizesOf({ urls, data, query, method }: Command) {
  return { urls: urls.length, data: data.length, query: query.length, method };
}

/** Notes where the word is of which a command has got more. */
function notePlaces(command: Command, before: ReturnType<typeof sizesOf>, span: Span | undefined): void {
  const { urls, headers, data, query, method, places } = command;
  if (urls.length > before.urls) places.url ??= span;
  if (method !== before.method) places.method = span;
  for (const field of headers) if (!('span' in field)) field.span = span;
  if (query.length > before.query) places.query.push({ text: query.at(-1) ?? '', span });
  const text = data.length > before.data ? data.at(-1) : undefined;
  if (text !== undefined) places.data.push({ text: typeof text === 'string' ? text : text.path, span });
}

function apply(command: Command, name: string, value: string, input: string | undefined): void {
  const { notes } = command;
  const field = (key: string, text: string) => {
    addOption(command, key, text);
  };
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
      } else if (value === '@-' && input !== undefined)
        command.data.push(name === 'data-binary' ? input : input.replace(/\n$/, ''));
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
      if (value === '@-' && input !== undefined) command.data.push(input.replace(/\n$/, ''));
      else command.data.push(value.startsWith('@') ? { path: value.slice(1) } : value);
      return;
    case 'data-urlencode':
      command.data.push(urlEncoded(value, notes));
      return;
    case 'url-query':
      command.query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(value, notes));
      return;
    case 'form':
    case 'form-string':
      readPart(command, value, name === 'form-string');
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
      if (value === '') command.removed.push('user-agent');
      else field('User-Agent', value);
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
    case 'globoff':
      command.isLiteral = true;
      return;
    case 'digest':
      command.isDigest = true;
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
  if (sign === ':' && value.trim() !== '') command.headers.push({ name: name.trim(), value: value.trim() });
  else if (sign === ';') command.headers.push({ name: name.trim(), value: '' });
  else command.removed.push(name.trim().toLowerCase());
}

/** Of options for the same field the last one holds, but cookies are joined, and a bearer token comes before a password. */
function addOption({ headers }: Command, name: string, value: string): void {
  const former = headers.find((field) => field.isOption && field.name === name);
  if (former === undefined) headers.push({ name, value, isOption: true });
  else if (name === 'Cookie') former.value = `${former.value}; ${value}`;
  else if (!(former.value.startsWith('Bearer ') && value.startsWith('Basic '))) former.value = value;
}

function readPart(command: Command, value: string, isPlain: boolean): void {
  if (isPlain) {
    const [name = '', rest = ''] = splitAt(value, '=');
    command.parts.push({ name, content: { text: rest } });
    return;
  }
  const { part, notes } = readFormPart(value);
  command.parts.push(part);
  command.notes.push(...notes);
  command.isIncomplete ||= notes.some((note) => note.startsWith('of several files'));
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
