import { otherLine, textOf, unreadLine, type LogLine, type LogMembers } from './model';
import { withWrittenRanges } from './written-ranges';

/** Returns the request of a line of a slow log in JSON; undefined for a line of another log. */
export function readSlowEntry(members: LogMembers): LogLine | undefined {
  const kind = textOf(members, 'event.dataset') ?? textOf(members, 'type') ?? textOf(members, 'log.logger') ?? '';
  const isSearch = /index_search_slowlog|search\.slowlog/.test(kind);
  const isIndexing = /index_indexing_slowlog|indexing\.slowlog/.test(kind);
  if (!isSearch && !isIndexing) return undefined;
  const member = (name: string) => textOf(members, `elasticsearch.slowlog.${name}`) ?? textOf(members, name);
  const index = nameIn(member('message') ?? '');
  const source = member('source');
  if (index === undefined || source === undefined) return unreadLine;
  return isSearch ? searchOf(index, source) : documentOf(index, source, member('id'));
}

/** Returns the request of a line of a slow log in the plain form; undefined for a line of another log. */
export function readPlainEntry(line: string): LogLine | undefined {
  const begin =
    /^\[[^\]]*\]\[[A-Z]+ *\]\[([a-z.]*slowlog[a-z.]*|i\.s\.s\.\w+) *\] \[[^\]]*\] ?\[([^\]]+)\](?:\[\d+\])? /.exec(
      line,
    );
  if (begin === null) return undefined;
  const [head, logger = '', shard = ''] = begin;
  const source = bracketed(line, 'source[', head.length);
  const index = nameIn(`[${shard}]`);
  if (index === undefined || source === undefined) return unreadLine;
  if (/^i\.s\.s\.|search/.test(logger)) return searchOf(index, source);
  const [, id] = /, id\[([^\]]*)\]/.exec(line) ?? [];
  return documentOf(index, source, id);
}

/** Returns the name in `[name][0]` and in `[name/uuid]`. */
function nameIn(shard: string): string | undefined {
  const [, name] = /^\[([^\]/]+)/.exec(shard) ?? [];
  return name;
}

function searchOf(index: string, source: string): LogLine {
  const text = source.trim();
  if (text === '') return request('GET', `/${encodeURIComponent(index)}/_search`, '');
  const body = withWrittenRanges(text);
  // A long source is cut, and is no JSON then.
  return body === undefined ? unreadLine : request('POST', `/${encodeURIComponent(index)}/_search`, body);
}

function documentOf(index: string, source: string, id: string | undefined): LogLine {
  // By default, a thousand characters of a document are logged.
  if (source === '' || !isJson(source)) return otherLine;
  const path = `/${encodeURIComponent(index)}/_doc`;
  return id === undefined || id === ''
    ? request('POST', path, source)
    : request('PUT', `${path}/${encodeURIComponent(id)}`, source);
}

function request(method: string, target: string, body: string): LogLine {
  return { kind: 'request', request: { method, target, body } };
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
