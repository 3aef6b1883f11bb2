import type { Span } from '@rulebook/text/span';
import { isBlank, isComment, isVariableField, loneVariableOf, type Line } from './block-lines';
import { isBodiless } from './bodies/media-types';
import { isVisible } from './construct-at';
import type { OtherKind } from './constructs';
import type { HeaderField, HeadVariable, Token } from './model';
import { isHost } from './parse-origin';
import { token, trimmed } from './parse-target';
import {
  constructOn,
  currentLine,
  readComment,
  startsWithBracket,
  statusOfResponseLine,
  visibleSpan,
  type Reading,
} from './reading';

const methodWord = /^[A-Za-z]+(?:-[A-Za-z]+)*$/;
const usualMethod = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|GRAPHQL|WSS?|WEBSOCKET)$/i;
const headerName = /^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]|\{\{[^{}]*\}\})+$/;
/** A line of JSON, and neither variables in front of a path, nor a word in braces that stands for a segment, nor an address. */
const isJson = /^\s*(?:\{(?:\s*$|\s*["}]|\s*[\w$]+\s*:|\s*\/[/*]|\s+\S)|\[(?![0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\]))/;
const version = /[ \t]HTTP\/[\d.]+$/;

/** The first line of a request and those that continue its target. */
export interface RequestLine {
  /** Undefined when the line starts with the target. */
  readonly method: Token | undefined;
  /** The pieces of the target, one per line. */
  readonly pieces: readonly Span[];
  readonly version: Token | undefined;
  readonly span: Span;
}

/** Reads the request line at the current line, and the lines that continue its target. */
export function readRequestLine(reading: Reading, line: Line): RequestLine {
  const whole = trimmed(reading.text, line);
  if (startsWithBracket(line) && isJson.test(line.text)) return readMissingLine(reading, whole);
  reading.at++;
  const { method, target } = methodAndTarget(reading, line, whole);
  const pieces = [target, ...readContinuation(reading, target)];
  const last = pieces[pieces.length - 1] ?? target;
  const { piece, version } = withoutVersion(reading.text, last, whole.start);
  pieces[pieces.length - 1] = piece;
  const end = Math.max(whole.end, version?.span.end ?? piece.end);
  return { method, pieces, version, span: { start: whole.start, end } };
}

/** Leaves a line that begins JSON to the body, so that only the missing request line is reported. */
function readMissingLine(reading: Reading, { start, end }: Span): RequestLine {
  const message = 'Expected a request line above this JSON: a method and a path or URL.';
  reading.problems.push({ code: 'malformed-request-line', message, span: { start, end } });
  return { method: undefined, pieces: [{ start, end: start }], version: undefined, span: { start, end: start } };
}

function methodAndTarget(reading: Reading, line: Line, { start, end }: Span) {
  const { text } = reading;
  let wordEnd = start;
  while (wordEnd < end && isCapital(text.charCodeAt(wordEnd))) wordEnd++;
  const isUsual = wordEnd > start && (wordEnd === end || isBlankCode(text.charCodeAt(wordEnd)));
  if (!isUsual) wordEnd = start + (/^\S*/.exec(text.slice(start, Math.min(end, start + 100)))?.[0].length ?? 0);
  const rest = { start: wordEnd, end };
  while (rest.start < end && isBlankCode(text.charCodeAt(rest.start))) rest.start++;
  const method = token(text, { start, end: wordEnd });
  if (!isUsual) {
    const word = method.text;
    const isAlone = rest.start >= end || version.test(` ${text.slice(rest.start, end)}`);
    const isInCapitals = word === word.toUpperCase();
    // The rest of a JSON text; a path begins with none of these.
    if (/^["}\]]/.test(word)) reportLine(reading, { start, end });
    if (!methodWord.test(word) || (isAlone && !isInCapitals)) {
      // This is an unreadable definition, not a target.
      if (word.startsWith('@')) reportDirective(reading, { start, end });
      else reportOtherLine(reading, { start, end });
      return { target: { start, end } };
    }
    if (!isAlone && !isInCapitals && !usualMethod.test(word)) reportLine(reading, { start, end });
  }
  if (rest.start >= end) {
    reading.problems.push({
      code: 'malformed-request-line',
      message: 'Expected a path or URL after the method.',
      span: method.span,
    });
    // The empty target of a lone method is behind the blank, where completion needs a position.
    const place = Math.min(method.span.end + 1, line.end);
    return { method, target: { start: place, end: place } };
  }
  return { method, target: rest };
}

/** A header field and a word alone are targets in no dialect; whoever writes them here means something else. */
function reportOtherLine(reading: Reading, span: Span): void {
  const written = reading.text.slice(span.start, Math.min(span.end, span.start + 200));
  if (/^[A-Za-z][\w-]*:(?:[ \t]|$)/.test(written)) {
    const message = 'Header fields belong below the request line; this one is not sent with a request.';
    reading.problems.push({ code: 'malformed-request-line', message, span });
  } else if (/^[A-Za-z][\w-]*$/.test(written) && !isHost(written)) {
    const message = usualMethod.test(written)
      ? 'Expected a path or URL after the method.'
      : 'Expected a request line: a method and a path or URL. Write `/` before a path, and `#` before a comment.';
    const insertions = usualMethod.test(written) ? [] : ['/', '# '];
    reading.problems.push({ code: 'malformed-request-line', message, span, insertions });
  }
}

/** A directive without its sign, or a definition that cannot be read. */
function reportDirective(reading: Reading, span: Span): void {
  const message = 'Expected a request line. Write `#` before a directive, and `=` behind the name of a variable.';
  reading.problems.push({ code: 'malformed-request-line', message, span, insertions: ['# '] });
}

function reportLine(reading: Reading, span: Span): void {
  const message = 'Expected a request line: a method and a path or URL.';
  reading.problems.push({ code: 'malformed-request-line', message, span });
}

function withoutVersion(
  text: string,
  piece: Span,
  lineStart: number,
): { readonly piece: Span; readonly version?: Token } {
  const first = Math.max(Math.min(piece.start - 1, piece.end), lineStart);
  let blank = piece.end - 1;
  while (blank >= first && !isBlankCode(text.charCodeAt(blank))) blank--;
  if (blank < first || !text.startsWith('HTTP/', blank + 1)) return { piece };
  const word = text.slice(blank + 1, piece.end);
  if (!/^HTTP\/[\d.]+$/.test(word)) return { piece };
  let end = blank;
  while (end > piece.start && isBlankCode(text.charCodeAt(end - 1))) end--;
  const start = Math.min(piece.start, end);
  return { piece: { start, end }, version: token(text, { start: blank + 1, end: piece.end }) };
}

/**
 * Reads the lines that continue the target: `?` and `&` lines, indented lines below a line that ends with one of these, and further parts of
 * the path, which are indented, too.
 */
function readContinuation(reading: Reading, target: Span): Span[] {
  const pieces: Span[] = [];
  let isInQuery = reading.text.slice(target.start, target.end).includes('?');
  let isOpen = endsInQuery(reading.text, target, isInQuery);
  for (let index = reading.at; ; index++) {
    const line = reading.lines.at(index);
    if (!line) break;
    if (isComment(line)) continue;
    const code = line.end > line.start ? reading.text.charCodeAt(line.start) : 0;
    // White space, `?` and `&` continue a target, so most of them end here.
    if (code === 0 || (isVisible(code) && code !== 0x3f && code !== 0x26)) break;
    const isQuery = /^\s*(?:\?(?!\?)|&)/.test(line.text) || (isOpen && continuesQuery(line));
    if (!isQuery && !continuesPath(line)) break;
    // Behind the query, a word might belong to the last value.
    if (!isQuery && isInQuery) break;
    isInQuery ||= isQuery || line.text.includes('?');
    while (reading.at < index) {
      const comment = currentLine(reading);
      if (comment) readComment(reading, comment);
      reading.at++;
    }
    reading.at = index + 1;
    const piece = visibleSpan(line);
    pieces.push(piece);
    isOpen = endsInQuery(reading.text, piece, isInQuery);
  }
  return pieces;
}

/** Returns whether a piece of a target ends where a parameter is expected. */
function endsInQuery(text: string, { start, end }: Span, isInQuery: boolean): boolean {
  const last = end > start ? text.charCodeAt(end - 1) : 0;
  return isInQuery && (last === 0x3f || last === 0x26);
}

/** Below an open query, an indented line continues it unless it can only be a header field, a body or a construct. */
function continuesQuery(line: Line): boolean {
  if (line.end === line.start || !isBlankCode(line.text.charCodeAt(0)) || isBlank(line)) return false;
  if (startsWithBracketOnly(line) || constructOn(line) !== undefined) return false;
  return !/^\s*(?:[<>@"]|[\w-]+:(?:\s|$))/.test(line.text);
}

/** A continued path is one indented word; a header field has a colon behind its name. */
function continuesPath(line: Line): boolean {
  if (line.end === line.start || !isBlankCode(line.text.charCodeAt(0)) || startsWithBracketOnly(line)) return false;
  if (/^\s*[<>@".]/.test(line.text)) return false;
  const words = line.text.trim().split(/[ \t]+/, 3);
  if (words.length > 2 || (words.length === 2 && !/^HTTP\/[\d.]+$/.test(words[1] ?? ''))) return false;
  const [word = ''] = words;
  return word !== '' && !/^[\w-]+:(?!\/\/)/.test(word) && !word.startsWith('//') && !/^\{\{[^{}]*$/.test(word);
}

function startsWithBracketOnly(line: Line): boolean {
  return startsWithBracket(line) && !/^\s*\{\{[^{}]+\}\}/.test(line.text);
}

/**
 * Reads header fields up to the first other line, and adds the lines between them that are variables to `variables`. Those of a recorded response
 * are not reported.
 */
export function readHeaders(
  reading: Reading,
  method?: string,
  variables?: Omit<HeadVariable, 'isLast'>[],
): HeaderField[] {
  const headers: HeaderField[] = [];
  let isBehindField = false;
  for (; ; reading.at++) {
    const line = currentLine(reading);
    if (!line || isBlank(line)) break;
    const variable = variables && startsWithBracket(line) ? loneVariableOf(line.text) : undefined;
    if (variable !== undefined) {
      variables?.push({ name: variable, span: visibleSpan(line) });
      isBehindField = false;
      continue;
    }
    if (startsWithBracket(line) && !isVariableField(line.text)) break;
    if (constructOn(line, 'body') ?? constructOn(line) ?? statusOfResponseLine(line)) break;
    if (isComment(line)) {
      readComment(reading, line);
      continue;
    }
    const last = headers.at(-1);
    const header = readHeader(reading.text, line);
    const other = header ? undefined : constructOn(line, 'head');
    if (header) headers.push(header);
    else if (last && isBehindField && isBlankCode(line.text.charCodeAt(0))) {
      headers[headers.length - 1] = continuedHeader(reading.text, last, visibleSpan(line));
    } else if (other !== undefined) {
      reading.unsupported.push({ kind: other.kind as OtherKind, span: visibleSpan(line) });
    } else {
      if (method !== undefined && beginsBody(reading, method)) break;
      reading.problems.push({
        code: 'malformed-header',
        message: 'Expected a header field `Name: value`, or a blank line before the body.',
        span: visibleSpan(line),
      });
      isBehindField = false;
      continue;
    }
    isBehindField = headers.length > 0;
  }
  return headers;
}

/** Words that begin header fields and rarely any text. */
const knownName = /^(?:accept|authorization|cookie|host|origin|range|referer|[a-z]+(?:-[a-z]+)+)$/i;

/** A text may follow the head directly, unless one of its lines before the next blank line looks like a header field. */
function beginsBody(reading: Reading, method: string): boolean {
  if (isBodiless(method)) return false;
  const [word = '', ...others] = currentLine(reading)?.text.trim().split(/\s+/, 2) ?? [];
  // One word may be a name that is still being typed, unless it cannot be one.
  if (knownName.test(word) || (others.length === 0 && /^[A-Za-z][\w-]*$/.test(word))) return false;
  for (let index = reading.at; ; index++) {
    const line = reading.lines.at(index);
    if (!line || isBlank(line)) return true;
    if (!isComment(line) && readHeader(reading.text, line)) return false;
  }
}

/** By its code: whether a character can be in the name of a header field. */
const ofName = new Uint8Array(0x80);
for (let code = 0x21; code < 0x7f; code++) if (headerName.test(String.fromCharCode(code))) ofName[code] = 1;

function readHeader(text: string, line: Line): HeaderField | undefined {
  const { start, end } = line;
  let nameEnd = start;
  while (nameEnd < end && ofName[text.charCodeAt(nameEnd)] === 1) nameEnd++;
  if (nameEnd === start || text.charCodeAt(nameEnd) !== 0x3a) return readUnusualHeader(text, line);
  let valueStart = nameEnd + 1;
  while (valueStart < end && isBlankCode(text.charCodeAt(valueStart))) valueStart++;
  let valueEnd = end;
  while (valueEnd > valueStart && isBlankCode(text.charCodeAt(valueEnd - 1))) valueEnd--;
  let hasPlaceholder = false;
  for (let at = valueStart; at < valueEnd; at++) {
    const code = text.charCodeAt(at);
    // White space of other kinds may be around the value, or end its line.
    if (code < 0x20 || code >= 0x7f) return readUnusualHeader(text, line);
    if (code === 0x7b && text.charCodeAt(at + 1) === 0x7b) hasPlaceholder = true;
  }
  if (valueStart === valueEnd) valueStart = valueEnd = end;
  return {
    name: token(text, { start, end: nameEnd }),
    value: token(text, { start: valueStart, end: valueEnd }),
    hasPlaceholder,
    span: { start, end: valueEnd },
  };
}

/** Reads a header field that may have white space in front of its name or behind it, or a variable in it, or other characters than those of ASCII. */
function readUnusualHeader(text: string, line: Line): HeaderField | undefined {
  // Without a regular expression, which would try every position at which the value can end.
  const colon = endOfName(line.text);
  if (colon < 0) return undefined;
  const name = line.text.slice(0, colon).trim();
  const value = line.text.slice(colon + 1).trim();
  if (!headerName.test(name) || endsLine(value)) return undefined;
  // A continued value may begin with a URL.
  if (value.startsWith('//') && isBlankCode(line.text.charCodeAt(0))) return undefined;
  const start = line.start + line.text.indexOf(name);
  const valueStart = line.start + (value === '' ? line.text.length : line.text.indexOf(value, colon + 1));
  return {
    name: token(text, { start, end: start + name.length }),
    value: token(text, { start: valueStart, end: valueStart + value.length }),
    hasPlaceholder: name.includes('{{') || value.includes('{{'),
    span: { start, end: valueStart + value.length },
  };
}

/** Returns the position of the colon behind a name, which may hold variables; -1 when there is none. */
function endOfName(line: string): number {
  return line.includes('{{')
    ? line.replace(/\{\{[^{}]*\}\}/g, (variable) => 'x'.repeat(variable.length)).indexOf(':')
    : line.indexOf(':');
}

/** Joins a value with its continuation in an indented line; the line end between them counts as one blank. */
function continuedHeader(text: string, { name, value, hasPlaceholder, span }: HeaderField, more: Span): HeaderField {
  const added = text.slice(more.start, more.end);
  const joined = value.text === '' ? added : `${value.text} ${added}`;
  return {
    name,
    value: { text: joined, span: { start: value.text === '' ? more.start : value.span.start, end: more.end } },
    hasPlaceholder: hasPlaceholder || added.includes('{{'),
    span: { start: span.start, end: more.end },
  };
}

/** Returns whether the value holds a character that other tools take for a line end and that does not end a line here. */
function endsLine(value: string): boolean {
  return value.includes('\r') || value.includes('\u2028') || value.includes('\u2029');
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
