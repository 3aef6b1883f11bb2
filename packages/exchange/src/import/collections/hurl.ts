import {
  rawBody,
  requestItem,
  scriptEvent,
  withQuery,
  type ShapedCollection,
  type ShapedField,
  type ShapedItem,
} from './shape';

/** The lines of an entry, and where its reader is. */
interface Lines {
  readonly all: readonly string[];
  at: number;
}

const requestLine = /^([A-Z]+)[ \t]+(\S.*)$/;
const responseLine = /^HTTP(?:\/\d(?:\.\d)?)?[ \t]+(\d{3}|\*)[ \t]*(?:#.*)?$/;

/** Reads a file of Hurl; undefined for a text that has not its form. */
export function readHurl(text: string): ShapedCollection | undefined {
  const lines: Lines = { all: text.split(/\r\n?|\n/), at: 0 };
  const item: ShapedItem[] = [];
  for (skipEmpty(lines); lines.at < lines.all.length; skipEmpty(lines)) {
    const [, method, url] = requestLine.exec(lines.all[lines.at] ?? '') ?? [];
    if (method === undefined || url === undefined || method === 'HTTP') return undefined;
    lines.at++;
    item.push(entryOf(lines, method, unescaped(withoutComment(url))));
  }
  return item.length === 0 ? undefined : { source: 'the file of Hurl', item };
}

function skipEmpty(lines: Lines): void {
  while (lines.at < lines.all.length && /^\s*(?:#.*)?$/.test(lines.all[lines.at] ?? '')) lines.at++;
}

interface Entry {
  readonly headers: ShapedField[];
  readonly notes: string[];
  readonly asserts: string[];
  readonly code: string[];
  query: readonly ShapedField[];
  body?: object;
  auth?: object;
}

function entryOf(lines: Lines, method: string, url: string): ShapedItem {
  const entry: Entry = { headers: [], notes: [], asserts: [], code: [], query: [] };
  readFields(lines, entry.headers);
  readSections(lines, entry, false);
  readBody(lines, entry);
  skipEmpty(lines);
  const [, status] = responseLine.exec(lines.all[lines.at] ?? '') ?? [];
  if (status !== undefined) {
    lines.at++;
    if (status !== '*') entry.asserts.push(`?? status == ${status}`);
    const expected: ShapedField[] = [];
    readFields(lines, expected);
    for (const { key, value } of expected) entry.asserts.push(`?? header ${key} == ${value}`);
    readSections(lines, entry, true);
    const before = entry.body;
    readBody(lines, entry);
    if (entry.body !== before) entry.notes.push('the expected body of the response is not taken over');
    if (before === undefined) delete entry.body;
    else entry.body = before;
  }
  const { headers, notes, asserts, code, query, body, auth } = entry;
  const events = scriptEvent('test', code.join('\n'));
  const [, path = '/'] = /^(?:[a-z]+:\/\/|\{\{[^{}]*\}\})?[^/?#]*([^?#]*)/i.exec(url) ?? [];
  const name = `${method} ${path === '' ? '/' : path}`;
  return requestItem({ name, method, url: withQuery(url, query), headers, auth, body, events, asserts, notes });
}

/** Reads lines `name: value`. */
function readFields(lines: Lines, found: ShapedField[]): void {
  for (; lines.at < lines.all.length; lines.at++) {
    const line = lines.all[lines.at] ?? '';
    if (/^\s*(?:#.*)?$/.test(line)) {
      if (isEndOfEntry(lines)) return;
      continue;
    }
    const [, key, value = ''] = /^([^\s:"`{[<]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (key === undefined) return;
    found.push({ key: unescaped(key), value: unescaped(withoutComment(value)) });
  }
}

/** Returns whether the next line that says something begins a request or a response. */
function isEndOfEntry(lines: Lines): boolean {
  let at = lines.at;
  while (at < lines.all.length && /^\s*(?:#.*)?$/.test(lines.all[at] ?? '')) at++;
  const line = lines.all[at] ?? '';
  return at >= lines.all.length || responseLine.test(line) || requestLine.test(line);
}

function readSections(lines: Lines, entry: Entry, isResponse: boolean): void {
  for (;;) {
    skipEmpty(lines);
    const [, name] = /^\[(\w+)\][ \t]*(?:#.*)?$/.exec(lines.all[lines.at] ?? '') ?? [];
    if (name === undefined) return;
    lines.at++;
    if (isResponse && name === 'Asserts') {
      readAsserts(lines, entry);
      continue;
    }
    const fields: ShapedField[] = [];
    readFields(lines, fields);
    readSection(name, fields, entry);
  }
}

function readSection(name: string, fields: readonly ShapedField[], entry: Entry): void {
  const { notes } = entry;
  const [first] = fields;
  if (name === 'Query' || name === 'QueryStringParams') entry.query = fields;
  else if (name === 'Form' || name === 'FormParams') entry.body = { mode: 'urlencoded', urlencoded: fields };
  else if (name === 'Multipart' || name === 'MultipartFormData')
    entry.body = { mode: 'formdata', formdata: fields.map(partOf) };
  else if (name === 'Cookies')
    entry.headers.push({ key: 'Cookie', value: fields.map(({ key, value }) => `${key}=${value}`).join('; ') });
  else if (name === 'BasicAuth' && first !== undefined)
    entry.auth = {
      type: 'basic',
      basic: [
        { key: 'username', value: first.key },
        { key: 'password', value: first.value },
      ],
    };
  else if (name === 'Captures') for (const field of fields) capture(field, entry);
  else notes.push(`the section [${name}] is not taken over`);
}

function partOf({ key, value }: ShapedField): object {
  const [, path, type] = /^file,([^;]*);(.*)$/.exec(value) ?? [];
  return path === undefined
    ? { key, value }
    : { key, type: 'file', src: path, ...(type?.trim() && { contentType: type.trim() }) };
}

/** A value that later requests use is kept by a script. */
function capture({ key, value }: ShapedField, { code, notes }: Entry): void {
  const [, query = '', argument] = /^(\w+)[ \t]*(?:("(?:[^"\\]|\\.)*"))?$/.exec(value) ?? [];
  const taken: Readonly<Record<string, string | undefined>> = {
    status: 'response.status',
    body: 'response.rawBody',
    jsonpath: argument && `jsonPath(response.json, ${argument})`,
    header: argument && `response.headers.valueOf(${argument})`,
  };
  const expression = Object.hasOwn(taken, query) ? taken[query] : undefined;
  if (expression === undefined) notes.push(`the capture ${key} is not taken over`);
  else code.push(`client.global.set(${JSON.stringify(key)}, ${expression});`);
}

const predicates: Readonly<Record<string, string>> = {
  ...{ '==': '==', '!=': '!=', '>': '>', '>=': '>=', '<': '<', '<=': '<=' },
  ...{ contains: 'includes', includes: 'includes', startsWith: 'startsWith', endsWith: 'endsWith', exists: 'exists' },
  ...{ isString: 'isString', isBoolean: 'isBoolean', isNumber: 'isNumber', isList: 'isArray', isObject: 'isObject' },
  ...{ isCollection: 'isArray', isDate: 'isDate', isIsoDate: 'isDate' },
};

function readAsserts(lines: Lines, { asserts, notes }: Entry): void {
  for (; lines.at < lines.all.length; lines.at++) {
    const line = withoutComment(lines.all[lines.at] ?? '').trim();
    if (line === '') {
      if (isEndOfEntry(lines)) return;
      continue;
    }
    if (/^\[|^```|^[{<]/.test(line) || requestLine.test(line)) return;
    const [, query = '', argument = '""', filter, not = '', predicate = '', expected = ''] =
      /^(status|header|jsonpath|duration|body|xpath|sha256|md5)(?:[ \t]+("(?:[^"\\]|\\.)*"))?(?:[ \t]+(count))?[ \t]+(not[ \t]+)?(\S+)(?:[ \t]+(\S.*))?$/.exec(
        line,
      ) ?? [];
    const operator = Object.hasOwn(predicates, predicate) ? predicates[predicate] : undefined;
    const name = unquoted(argument);
    const subjects: Readonly<Record<string, string | undefined>> = {
      ...{ header: `header ${name}`, jsonpath: name, xpath: `xpath ${argument}` },
      ...{ sha256: 'body sha256', md5: 'body md5' },
    };
    const measured = (Object.hasOwn(subjects, query) ? subjects[query] : undefined) ?? query;
    const subject = filter === undefined ? measured : `${measured} ${filter}`;
    if (query === '' || operator === undefined || name === undefined || subject === '')
      notes.push('an assert is not taken over; it is in the file of Hurl');
    else asserts.push(`?? ${subject} ${not === '' ? '' : 'not '}${operator} ${expected}`.trimEnd());
  }
}

function unquoted(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a body: JSON, XML, a text between back quotes, or a file. */
function readBody(lines: Lines, entry: Entry): void {
  skipEmpty(lines);
  const line = lines.all[lines.at] ?? '';
  if (line.startsWith('```')) {
    const language = line.slice(3).split(',')[0]?.trim() ?? '';
    const first = lines.at + 1;
    lines.at = first;
    while (lines.at < lines.all.length && !(lines.all[lines.at] ?? '').startsWith('```')) lines.at++;
    const raw = `${lines.all.slice(first, lines.at++).join('\n')}\n`;
    if (language === 'graphql') {
      const at = /^variables[ \t]*\{/m.exec(raw)?.index ?? raw.length;
      const variables = raw.slice(at).replace(/^variables[ \t]*/, '');
      entry.body = { mode: 'graphql', graphql: { query: raw.slice(0, at).trimEnd(), variables } };
      return;
    }
    entry.body = rawBody(raw, /^(?:json|xml)$/.test(language) ? language : 'none');
    return;
  }
  const [, oneLine] = /^`([^`]*)`/.exec(line) ?? [];
  const [, path] = /^file,([^;]*);/.exec(line) ?? [];
  if (oneLine !== undefined || path !== undefined) {
    lines.at++;
    entry.body = path === undefined ? rawBody(oneLine ?? '', 'none') : { mode: 'file', file: { src: path } };
    return;
  }
  if (/^(?:base64|hex),/.test(line)) {
    lines.at++;
    entry.notes.push('the body of bytes is not taken over');
    return;
  }
  if (!/^[{[<"]/.test(line) || /^\[\w+\]$/.test(line)) return;
  const first = lines.at;
  while (lines.at < lines.all.length && !isBoundary(lines)) lines.at++;
  const raw = lines.all.slice(first, lines.at).join('\n').trim();
  entry.body = rawBody(raw, line.startsWith('<') ? 'xml' : 'json');
}

/** Returns whether the line is behind a body of several lines: what begins a request or a response is never in JSON or XML. */
function isBoundary({ all, at }: Lines): boolean {
  const line = all[at] ?? '';
  return responseLine.test(line) || requestLine.test(line);
}

/** A comment begins behind a blank. */
function withoutComment(text: string): string {
  const at = /[ \t]#/.exec(text)?.index ?? text.length;
  return text.slice(0, at).trim();
}

function unescaped(text: string): string {
  return text.replace(/\\([#: ])/g, '$1');
}
