import { firstText, otherLine, shortenedLine, textOfMember, unreadLine, type LogLine, type LogMembers } from './model';
import { withWrittenRanges } from './written-ranges';

/** The members that say which log a line is of; programs that ship logs have some of their own. */
const kindMembers = ['event.dataset', 'type', 'log.logger', 'data_stream.dataset', 'elasticsearch.slowlog.logger'];

/** Returns the request of a line of a slow log in JSON; undefined for a line of another log. */
export function readSlowEntry(members: LogMembers): LogLine | undefined {
  const kind = kindMembers.map((name) => textOfMember(members, name)).join(' ');
  const isIndexing = /index_indexing_slowlog|indexing\.slowlog/.test(kind);
  const isOfAll = /search_request_slowlog|search\.request\.slowlog/.test(kind);
  const isSearch = isOfAll || /index_search_slowlog|search\.slowlog/.test(kind);
  if (!isSearch && !isIndexing) return undefined;
  const member = (name: string) =>
    firstText(members, [`elasticsearch.slowlog.${name}`, name]) ?? textOfMember(members, `elasticsearch.${name}`);
  const source = member('source');
  if (isOfAll && source !== undefined) return searchOf(undefined, source);
  const index = nameIn(member('message') ?? '') ?? member('index.name');
  if (index === undefined || source === undefined) return unreadLine;
  return isSearch ? searchOf(index, source) : documentOf(index, source, member('id'));
}

/** Returns the request of a line of a slow log in the plain form; undefined for a line of another log. */
export function readPlainEntry(line: string): LogLine | undefined {
  const { words, end } = headOf(line);
  const [, , logger = '', , shard = ''] = words;
  const isOfAll = /^c\.s\.r\.slowlog|search\.request\.slowlog/.test(logger);
  const isSearch = isOfAll || /^i\.s\.s\.\w|search\.slowlog/.test(logger);
  if (!isSearch && !/^i\.i\.s\.\w|indexing\.slowlog|^index\.slowlog/.test(logger)) return undefined;
  const source = bracketed(line, 'source[', end);
  if (source === undefined) return line.includes('source[') ? shortenedLine : unreadLine;
  if (isOfAll) return searchOf(undefined, source);
  const index = nameIn(`[${shard}]`);
  if (index === undefined) return unreadLine;
  return isSearch ? searchOf(index, source) : documentOf(index, source, bracketed(line, ' id[', end));
}

/** Returns the words in brackets with which a line begins: time, level, logger, node and shard; and where they end. */
function headOf(line: string): { readonly words: readonly string[]; readonly end: number } {
  const words: string[] = [];
  let end = 0;
  while (words.length < headWords) {
    while (line[end] === ' ') end++;
    const close = line[end] === '[' ? line.indexOf(']', end) : -1;
    if (close < 0) break;
    words.push(line.slice(end + 1, close).trimEnd());
    end = close + 1;
  }
  return { words, end };
}

const headWords = 5;

/** Returns the name in `[name][0]` and in `[name/uuid]`. */
function nameIn(shard: string): string | undefined {
  const [, name] = /^\[([^\]/]+)/.exec(shard) ?? [];
  return name;
}

/** Without an index, the log does not say where it searched. */
function searchOf(index: string | undefined, source: string): LogLine {
  const text = source.trim();
  const of = index === undefined ? undefined : `/${encodeURIComponent(index)}`;
  const path = `${of ?? ''}/_search`;
  if (text === '') return request('GET', path, '', of);
  const body = withWrittenRanges(text);
  // A long source is cut, and cannot be read then.
  return body === undefined ? shortenedLine : request('POST', path, body, of);
}

function documentOf(index: string, source: string, id: string | undefined): LogLine {
  // By default, a thousand characters of a document are logged.
  if (source === '' || !isJson(source)) return otherLine;
  const of = `/${encodeURIComponent(index)}`;
  const path = `${of}/_doc`;
  return id === undefined || id === ''
    ? request('POST', path, source, of)
    : request('PUT', `${path}/${encodeURIComponent(id)}`, source, of);
}

function request(method: string, target: string, body: string, of: string | undefined): LogLine {
  return { kind: 'request', request: { method, target, body, ...(of !== undefined && { of }) } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns what is between a bracket and the one that closes it, which a text in JSON may hold, too. */
function bracketed(line: string, opening: string, from: number): string | undefined {
  const at = line.indexOf(opening, from);
  if (at < 0) return undefined;
  const start = at + opening.length;
  let depth = 1;
  let isText = false;
  for (let index = start; index < line.length; index++) {
    const character = line[index];
    if (isText) {
      if (character === '\\') index++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return line.slice(start, index);
  }
  return undefined;
}
