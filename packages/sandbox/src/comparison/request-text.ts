import { isRecord } from '@rulebook/json/is-record';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import { secretMark } from './stored-body';

/** What is written as a request. */
export interface WrittenRequest {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Absent: JSON. */
  readonly mediaType?: string;
  readonly secrets: readonly MemberNames[];
}

/** Requests as the text of a file, and the variables that are in the place of secrets. */
export interface WrittenRequests {
  readonly text: string;
  readonly variables: readonly string[];
}

/** Returns requests as a person would write them. Each secret has a variable of its own in its place. */
export function requestsText(requests: readonly WrittenRequest[]): WrittenRequests {
  const variables: string[] = [];
  const parts = requests.map(({ title, method, path, body, mediaType = 'application/json', secrets }) => {
    const head = `### ${oneLine(title)}\n${method} ${path}\n`;
    if (body === undefined) return head;
    let value: unknown = body;
    for (const at of secrets) {
      const name = variableOf(path, at, variables);
      variables.push(name);
      value = withVariable(value, at, `${secretMark}${name}`);
    }
    return `${head}Content-Type: ${mediaType}\n\n${jsonText(value)}\n`;
  });
  return { text: parts.join('\n'), variables };
}

function oneLine(title: string): string {
  return title.replace(/[\r\n]+/g, ' ');
}

function variableOf(path: string, at: MemberNames, taken: readonly string[]): string {
  const word = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '');
  const last = path.split('?', 1)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  const name = `${word(last)}_${word(at.at(-1) ?? 'secret')}`.toLowerCase();
  const free = /^\d/.test(name) ? `of_${name}` : name;
  if (!taken.includes(free)) return free;
  let number = 2;
  while (taken.includes(`${free}_${number}`)) number++;
  return `${free}_${number}`;
}

function withVariable(value: unknown, [name, ...rest]: MemberNames, text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? withVariable(item, rest, text) : item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, key === name ? withVariable(member, rest, text) : member]),
  );
}

/** Lists that are shorter stay on a line. */
const longestList = 100;

/** Returns JSON with short lists of values on one line. Two braces of a text do not become a variable. */
export function jsonText(value: unknown): string {
  const mark = JSON.stringify(secretMark).slice(1, -1);
  const [first = '', ...others] = withShortLists(JSON.stringify(value, null, 2).replaceAll('{{', '{\\u007b')).split(
    `"${mark}`,
  );
  const named = others.map((part) => {
    const end = part.indexOf('"');
    return `"{{${part.slice(0, end)}}}"${part.slice(end + 1)}`;
  });
  return [first, ...named].join('');
}

function withShortLists(text: string): string {
  const lines = text.split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const end = line.endsWith('[') ? endOfPlainList(lines, at + 1) : undefined;
    const items = lines.slice(at + 1, end ?? at + 1).map((item) => item.trim());
    const list = `[${items.join(' ')}]`;
    if (end === undefined || list.length > longestList) written.push(line);
    else {
      written.push(`${line.slice(0, -1)}${list}${(lines[end] ?? '').trim().slice(1)}`);
      at = end;
    }
  }
  return written.join('\n');
}

/** Returns where a list ends whose items begin at a line; undefined where one of them is a list or an object. */
function endOfPlainList(lines: readonly string[], from: number): number | undefined {
  for (let at = from; at < lines.length; at++) {
    const [first] = (lines[at] ?? '').trimStart();
    if (first === ']') return at;
    if (first === '{' || first === '[') return undefined;
  }
  return undefined;
}
