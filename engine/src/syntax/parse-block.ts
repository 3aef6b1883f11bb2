import type { Span } from '../text/span';
import { closesScript, isBlank, isComment, linesOf, mayBegin, scriptEndOf, type Line } from './block-lines';
import type {
  Block,
  Body,
  BodyAssociation,
  Directive,
  HeaderField,
  Hole,
  RequestSyntax,
  ResponseSyntax,
  StatusExpectation,
  SyntaxProblem,
  Token,
  VariableDefinition,
} from './model';
import { parseJsonBody } from './parse-body';
import { isLinePath, parseAnswerBlock, parseBodyBlock } from './parse-body-block';
import { parseDefinition, parseDirective, parseSuppressions } from './parse-comment';
import { parseTarget, token, trimmed } from './parse-target';

const methodWord = /^[A-Za-z]+$/;
const headerName = /^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]|\{\{[^{}]*\}\})+$/;
const responseLine = /^HTTP\/[\d.]+\s+(\d{3})\b/d;
const expectation = /^\s*\?\?\s*status\s*(?:==?\s*)?(\d+)\s*$/d;
/** Ends where the path begins: see `trimmed`. */
const fileBody = /^\s*<(@\w*)?\s+(?=\S)/;
const handler = /^(?:>\s*\{%|>\s+\S+\.\w+|>>!?\s|<>\s|<\s*\{%)/;

/** What the reader of a block has found so far. */
interface Reading {
  readonly text: string;
  readonly lines: readonly Line[];
  at: number;
  readonly directives: Directive[];
  readonly variables: VariableDefinition[];
  readonly comments: Span[];
  readonly expectations: StatusExpectation[];
  readonly problems: SyntaxProblem[];
}

/** Parses a block. Never fails: what cannot be read becomes a problem, and the rest is read on. */
export function parseBlock(text: string, association?: BodyAssociation): Block {
  if (association?.isAnswer) return parseAnswerBlock(parseBlock(text), association);
  if (association) return parseBodyBlock(text, association, holesOf(text, []));
  const lines = linesOf(text);
  const reading: Reading = {
    text,
    lines,
    at: 0,
    directives: [],
    variables: [],
    comments: [],
    expectations: [],
    problems: [],
  };
  const title = readTitle(reading);
  readPreamble(reading);
  const request = readRequest(reading);
  const response = readRest(reading);
  return {
    text,
    title,
    directives: reading.directives,
    suppressions: parseSuppressions(text, lines),
    variables: reading.variables,
    holes: holesOf(text, reading.comments),
    comments: reading.comments,
    request,
    response,
    expectations: reading.expectations,
    problems: reading.problems,
  };
}

function readTitle(reading: Reading): Token | undefined {
  const line = reading.lines[0];
  const match = line && /^\s*###+/.exec(line.text);
  if (!line || !match) return undefined;
  reading.at = 1;
  const title = token(reading.text, trimmed(reading.text, { start: line.start + match[0].length, end: line.end }));
  return title.text === '' ? undefined : title;
}

/** Reads comments and definitions up to the request line. */
function readPreamble(reading: Reading): void {
  for (; reading.at < reading.lines.length; reading.at++) {
    const line = reading.lines[reading.at];
    if (!line) return;
    if (isBlank(line)) continue;
    if (isComment(line)) {
      readComment(reading, line);
      continue;
    }
    const end = scriptEndOf(line.text);
    if (end !== undefined) {
      skipScript(reading, end);
      continue;
    }
    const definition = parseDefinition(reading.text, line);
    if (!definition) return;
    reading.variables.push(definition);
  }
}

/** Puts a script aside that other tools run before the request; it is not run here. Stops at its last line. */
function skipScript(reading: Reading, end: '%}' | '}}' | ''): void {
  for (; reading.at < reading.lines.length; reading.at++) {
    const line = reading.lines[reading.at];
    if (line) reading.comments.push({ start: line.start, end: line.end });
    if (end === '' || (line && closesScript(line.text, end))) return;
  }
}

function readComment(reading: Reading, line: Line): void {
  reading.comments.push({ start: line.start, end: line.end });
  // What stands in a comment over several lines is put aside as a whole.
  const directive = line.isInComment ? undefined : parseDirective(reading.text, line);
  if (directive) reading.directives.push(directive);
}

function readRequest(reading: Reading): RequestSyntax | undefined {
  const line = reading.lines[reading.at];
  if (!line || isResponse(line)) return undefined;
  const opening = readRequestLine(reading, line);
  reading.at++;
  const pieces = [opening.target, ...readContinuation(reading)];
  const target = parseTarget(reading.text, pieces);
  const headers = readHeaders(reading);
  const isDirect = startsWithBracket(reading.lines[reading.at]);
  if (!isDirect) skipGap(reading);
  const body = readBody(reading, target.path.text, headers);
  const end = body?.span.end ?? headers[headers.length - 1]?.span.end ?? target.span.end;
  return {
    form: isDirect && body ? 'console' : 'classic',
    method: opening.method,
    target,
    httpVersion: opening.version,
    headers,
    body,
    lineSpan: { start: opening.start, end: Math.max(target.span.end, opening.end) },
    span: { start: opening.start, end: Math.max(end, opening.end) },
  };
}

function readRequestLine(reading: Reading, line: Line) {
  const { text } = reading;
  const start = line.start + (line.text.length - line.text.trimStart().length);
  let end = line.start + line.text.trimEnd().length;
  const lineEnd = end;
  let version: Token | undefined;
  const lastBlank = Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\t', end - 1));
  if (lastBlank >= start && /^HTTP\/[\d.]+$/.test(text.slice(lastBlank + 1, end))) {
    version = token(text, { start: lastBlank + 1, end });
    end = lastBlank;
    while (end > start && isBlankCode(text.charCodeAt(end - 1))) end--;
  }
  const word = /^\S*/.exec(text.slice(start, end))?.[0] ?? '';
  const isMethod = methodWord.test(word) && (word.length < end - start || word === word.toUpperCase());
  if (!isMethod) return { start, end: lineEnd, target: { start, end }, version };
  const method = token(text, { start, end: start + word.length });
  const rest = text.slice(method.span.end, end);
  const targetStart = method.span.end + (rest.length - rest.trimStart().length);
  // A lone method keeps the place behind its blank as an empty target, so that completion has a position.
  const target =
    rest === ''
      ? { start: Math.min(method.span.end + 1, line.end), end: Math.min(method.span.end + 1, line.end) }
      : { start: targetStart, end };
  if (rest.trim() === '') {
    reading.problems.push({
      code: 'malformed-request-line',
      message: 'Expected a path or URL behind the method.',
      span: method.span,
    });
  }
  return { start, end: lineEnd, method, target, version };
}

/** Reads the lines that continue the target: `?` and `&` lines, and indented path parts. */
function readContinuation(reading: Reading): Span[] {
  const pieces: Span[] = [];
  for (let index = reading.at; index < reading.lines.length; index++) {
    const line = reading.lines[index];
    if (!line) break;
    if (isComment(line)) continue;
    if (!mayBegin(line, question, 0x26, 0x2f)) break;
    if (!/^\s*[?&]|^\s+\/(?!\/)/.test(line.text) || /^\s*\?\?/.test(line.text)) break;
    while (reading.at < index) {
      const comment = reading.lines[reading.at++];
      if (comment) readComment(reading, comment);
    }
    reading.at = index + 1;
    const start = line.start + (line.text.length - line.text.trimStart().length);
    pieces.push({ start, end: line.start + line.text.trimEnd().length });
  }
  return pieces;
}

function readHeaders(reading: Reading): HeaderField[] {
  const headers: HeaderField[] = [];
  for (; reading.at < reading.lines.length; reading.at++) {
    const line = reading.lines[reading.at];
    if (!line || isBlank(line) || isHandler(line) || startsWithBracket(line) || isFileBody(line)) break;
    if (isExpectation(line)) break;
    if (isComment(line)) {
      readComment(reading, line);
      continue;
    }
    const header = readHeader(reading.text, line);
    if (header) headers.push(header);
    else {
      const start = line.start + (line.text.length - line.text.trimStart().length);
      reading.problems.push({
        code: 'malformed-header',
        message: 'Expected a header field `Name: value`, or a blank line before the body.',
        span: { start, end: line.start + line.text.trimEnd().length },
      });
    }
  }
  return headers;
}

function readHeader(text: string, line: Line): HeaderField | undefined {
  // By hand, for a regular expression would try every place at which the value can end.
  const colon = line.text.indexOf(':');
  if (colon < 0) return undefined;
  const name = line.text.slice(0, colon).trim();
  const value = line.text.slice(colon + 1).trim();
  if (/\s/.test(name) || !headerName.test(name) || endsLine(value)) return undefined;
  const start = line.start + line.text.indexOf(name);
  const valueStart = line.start + (value === '' ? line.text.length : line.text.indexOf(value, colon + 1));
  return {
    name: token(text, { start, end: start + name.length }),
    value: token(text, { start: valueStart, end: valueStart + value.length }),
    hasHole: name.includes('{{') || value.includes('{{'),
    span: { start, end: valueStart + value.length },
  };
}

/** Line ends that do not end a line here. */
function endsLine(value: string): boolean {
  return value.includes('\r') || value.includes('\u2028') || value.includes('\u2029');
}

function skipGap(reading: Reading): void {
  for (; reading.at < reading.lines.length; reading.at++) {
    const line = reading.lines[reading.at];
    if (!line) return;
    if (isComment(line)) readComment(reading, line);
    else if (!isBlank(line)) return;
  }
}

function readBody(reading: Reading, path: string, headers: readonly HeaderField[]): Body | undefined {
  const { text, lines } = reading;
  const first = lines[reading.at];
  if (!first || endsBody(first)) return undefined;
  const file = isFileBody(first) ? fileBody.exec(first.text) : null;
  if (file) {
    reading.at++;
    const span = trimmed(text, { start: first.start + file[0].length, end: first.end });
    return {
      kind: 'file',
      path: token(text, span),
      fillsVariables: file[1] !== undefined,
      span: { start: first.start, end: span.end },
    };
  }
  let last = first;
  let lastIndex = reading.at;
  for (let index = reading.at; index < lines.length; index++) {
    const line = lines[index];
    if (!line || endsBody(line)) break;
    lastIndex = index;
    if (!isBlank(line)) last = line;
  }
  reading.at = lastIndex + 1;
  const start = first.start + (first.text.length - first.text.trimStart().length);
  const span = { start, end: last.start + last.text.trimEnd().length };
  const mediaType = headers.find((header) => header.name.text.toLowerCase() === 'content-type')?.value.text ?? '';
  const isLines = /ndjson/i.test(mediaType) || isLinePath(path);
  if (!isLines && !startsWithBracket(first) && !/json/i.test(mediaType)) return { kind: 'text', span };
  return parseJsonBody(text, span, isLines);
}

function endsBody(line: Line): boolean {
  return isResponse(line) || isExpectation(line) || isHandler(line);
}

/** Reads what follows the body: expectations, handlers (kept, not run) and a recorded response. */
function readRest(reading: Reading): ResponseSyntax | undefined {
  let response: ResponseSyntax | undefined;
  while (reading.at < reading.lines.length) {
    const line = reading.lines[reading.at];
    if (!line) break;
    const status = isResponse(line) ? responseLine.exec(line.text)?.indices?.[1] : undefined;
    const expected = isExpectation(line) ? expectation.exec(line.text)?.indices?.[1] : undefined;
    reading.at++;
    if (expected) {
      const span = { start: line.start + expected[0], end: line.start + expected[1] };
      reading.expectations.push({ status: token(reading.text, span), span: { start: line.start, end: line.end } });
    } else if (status && !response) {
      const statusToken = token(reading.text, { start: line.start + status[0], end: line.start + status[1] });
      const headers = readHeaders(reading);
      if (!startsWithBracket(reading.lines[reading.at])) skipGap(reading);
      const body = readBody(reading, '', headers);
      const end = body?.span.end ?? headers[headers.length - 1]?.span.end ?? line.end;
      response = { status: statusToken, headers, ...(body ? { body } : {}), span: { start: line.start, end } };
    } else if (isComment(line)) readComment(reading, line);
  }
  return response;
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

const question = 0x3f;
const lessThan = 0x3c;

function isResponse(line: Line): boolean {
  return line.first === 0x48 && responseLine.test(line.text);
}

function isExpectation(line: Line): boolean {
  return mayBegin(line, question) && expectation.test(line.text);
}

function isHandler(line: Line): boolean {
  if (line.first === 0x7b) return scriptEndOf(line.text) === '}}';
  return (line.first === 0x3e || line.first === lessThan) && handler.test(line.text);
}

function isFileBody(line: Line): boolean {
  return mayBegin(line, lessThan) && fileBody.test(line.text);
}

function startsWithBracket(line: Line | undefined): boolean {
  return line !== undefined && mayBegin(line, 0x7b, 0x5b) && /^\s*[{[]/.test(line.text);
}

/** Reads every `{{name}}` by hand: most of them stand in each request of a file. */
function holesOf(text: string, comments: readonly Span[]): readonly Hole[] {
  let start = text.indexOf('{{');
  if (start < 0) return noHoles;
  const holes: Hole[] = [];
  // Both lists are in the order of the text.
  let comment = 0;
  while (start >= 0) {
    const end = endOfHole(text, start + 2);
    if (end > 0) {
      while (comment < comments.length && (comments[comment]?.end ?? 0) < end) comment++;
      const isInComment = (comments[comment]?.start ?? text.length) <= start;
      if (!isInComment) holes.push({ name: text.slice(start + 2, end - 2).trim(), span: { start, end } });
    }
    start = text.indexOf('{{', end > 0 ? end : start + 1);
  }
  return holes;
}
const noHoles: readonly Hole[] = [];

/** Returns the end of the variable whose name starts here, or -1 when it is none. */
function endOfHole(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7d) return text.charCodeAt(at + 1) === 0x7d ? at + 2 : -1;
    if (code === 0x7b || code === 0x22 || code === 0x0a || code === 0x0d) return -1;
  }
  return -1;
}
