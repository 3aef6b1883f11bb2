import type { Span } from '@rulebook/text/span';
import { isBlank, isComment, type Line } from '../block-lines';
import { graphqlStart, isBodiless, isGraphqlField, keepsNumberSigns } from './media-types';
import type { BlockLines } from '../lines-of-block';
import type { Body, GraphqlBody, HeaderField, IncludedFile, JsonBody, VariableDefinition } from '../model';
import { largeBody, parseJsonBody, parseSoundBody } from './parse-body';
import { parseGraphqlBody } from './parse-graphql';
import { readFileLine } from './parse-included-file';
import { parseDefinition } from '../parse-comment';
import { isVisible } from '../construct-at';
import type { OtherKind } from '../constructs';
import {
  constructOn,
  currentLine,
  readComment,
  skipGap,
  startsWithBracket,
  statusOfResponseLine,
  type Reading,
} from '../reading';

/** What determines how a body is read. */
interface BodyContext {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderField[];
  /** The body follows the head directly, without a blank line. */
  readonly isDirect: boolean;
  /** The body is a list of messages, of which each is sent as it is written. */
  readonly hasMessages?: boolean;
}

/** Reads the body at the current line; undefined when there is none. */
export function readBody(reading: Reading, context: BodyContext): Body | undefined {
  const mediaType = headerValue(context.headers, 'content-type');
  const isUsual = mediaType === 'application/json';
  const keepsComments = !isUsual && keepsNumberSigns(mediaType) && !isBodiless(context.method);
  if (!context.isDirect) skipGap(reading, keepsComments);
  const first = currentLine(reading);
  if (!first || endsBody(first) || readDefinitions(reading, context.method, mediaType)) return undefined;
  const requestType = headerValue(context.headers, 'x-request-type');
  const isGraphql =
    context.method === 'GRAPHQL' || (requestType !== '' && isGraphqlField('x-request-type', requestType));
  const isJson = isUsual || startsWithBracket(first) || /json/i.test(mediaType);
  const isLines =
    (!isUsual && /ndjson|\bjsonl/i.test(mediaType)) ||
    ((isJson || mediaType === '') && reading.takesLines(context.path));
  const isOneValue = isJson && !isLines && !isGraphql && context.hasMessages !== true && reading.isOutline !== true;
  const sound = isOneValue ? readSoundBody(reading, first) : undefined;
  if (sound?.isAll === true) return sound.body;
  return readByLines(reading, first, { ...context, mediaType, keepsComments, isGraphql, isJson, isLines }, sound?.body);
}

/** What the head says of a body. */
interface SaidOfBody extends BodyContext {
  readonly mediaType: string;
  /** Lines that begin with a number sign are content. */
  readonly keepsComments: boolean;
  readonly isGraphql: boolean;
  readonly isJson: boolean;
  readonly isLines: boolean;
}

/** Reads a body of which each line may say what it is, or that it ends. `sound` is its value, if it begins with one in which nothing is wrong. */
function readByLines(reading: Reading, first: Line, said: SaidOfBody, sound: JsonBody | undefined): Body | undefined {
  const { text, lines, former } = reading;
  const { mediaType, keepsComments, isGraphql, isJson, isLines, hasMessages } = said;
  const startIndex = reading.at;
  let last = first;
  let lastIndex = startIndex;
  const files: IncludedFile[] = [];
  for (let index = startIndex; ; index++) {
    const line = lines.at(index);
    if (!line || endsBody(line)) break;
    lastIndex = index;
    if (isBlank(line)) continue;
    last = line;
    const file = line.first === 0x3c && !line.isInText ? readFileLine(text, line) : undefined;
    if (file) files.push(file);
  }
  const isDocument = isGraphql || graphqlStart.test(first.text);
  const isJsonLike = startsWithBracket(first) || isDocument;
  const keepsHeadings = keepsComments && /^text\/(?:x-)?markdown/i.test(mediaType);
  const endsItself = isJsonLike && !isDocument && !isLines;
  const tail = tailOf(reading, startIndex, lastIndex, { isJsonLike, endsItself, keepsHeadings });
  if (tail !== undefined) {
    lastIndex = tail - 1;
    last = lastVisibleOf(lines, startIndex, lastIndex) ?? first;
  }
  reading.at = lastIndex + 1;
  const construct = constructOn(first, 'body');
  if (!hasMessages && construct !== undefined && construct.kind !== 'file') {
    reading.unsupported.push({ kind: construct.kind as OtherKind, span: { start: first.start, end: first.end } });
    return { kind: 'text', span: { start: first.start, end: last.start + last.text.trimEnd().length } };
  }
  const [file] = files;
  if (file && construct && isAlone(lines, startIndex, lastIndex, keepsComments)) {
    if (!isGraphql) return { kind: 'file', ...file };
    return { kind: 'graphql', span: file.span, query: file.span, file, ...fragmentsOf(reading) };
  }
  if (isGraphql && file && construct && files.length === 1) {
    const variables = firstVisible(lines, startIndex + 1, lastIndex);
    const end = last.start + last.text.trimEnd().length;
    const span = { start: file.span.start, end };
    const values = variables && { start: variables.start, end };
    return { kind: 'graphql', span, query: file.span, file, ...valuesAt(text, values), ...fragmentsOf(reading) };
  }
  const start = first.start + (first.text.length - first.text.trimStart().length);
  const span = { start, end: last.start + last.text.trimEnd().length };
  if (reading.isOutline) return { kind: 'text', span };
  if (hasMessages) return { kind: 'text', span, ...(files.length > 0 && { files }) };
  // A GraphQL document under a JSON media type is sent inside its JSON envelope.
  if (isGraphql || (isJson && graphqlStart.test(first.text))) {
    const body = parseGraphqlBody(text, span);
    return { ...body, ...valuesAt(text, body.variables), ...fragmentsOf(reading) };
  }
  // A small body shares nothing.
  const shared = span.end - span.start < largeBody ? undefined : former;
  if (sound?.span.end === span.end) return sound;
  if (isLines || isJson) return parseJsonBody(text, span, isLines, shared);
  return { kind: 'text', span: spanOfText(first, last, mediaType), ...(files.length > 0 && { files }) };
}

/**
 * Reads the one value of a body whose lines say nothing of what is around them, as most bodies: then they need not be looked at. It is all of the
 * body where only blank lines are between it and what ends it; otherwise the current line stays the first one.
 */
function readSoundBody(
  reading: Reading,
  first: Line,
): { readonly body: JsonBody; readonly isAll: boolean } | undefined {
  const { text, lines, at } = reading;
  const body = parseSoundBody(text, first);
  if (body === undefined) return undefined;
  const { end } = body.span;
  const lineFeed = text.indexOf('\n', end);
  const lineEnd = lineFeed < 0 ? text.length : lineFeed;
  if (text.slice(end, lineEnd).trim() === '') {
    lines.goOn(at, lineEnd + 1);
    for (reading.at++; ; reading.at++) {
      const line = currentLine(reading);
      if (line === undefined || endsBody(line)) return { body, isAll: true };
      if (!isBlank(line)) break;
    }
    lines.goOn(at, afterLine(text, first));
    reading.at = at;
  }
  return { body, isAll: false };
}

function afterLine(text: string, { end }: Line): number {
  const lineFeed = text.indexOf('\n', end);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** Returns whether a line can be neither blank nor a comment nor a definition, as the last lines of most bodies. */
function isContent(line: Line): boolean {
  const { first } = line;
  return isVisible(first) && first !== 0x23 && first !== 0x2f && first !== 0x40 && !line.isInComment;
}

/** Returns the span of a text, whose blanks count, too; those around parts and forms are layout. */
function spanOfText(first: Line, last: Line, mediaType: string): Span {
  const isLayout = /^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType);
  const written = isLayout ? last.text.trimEnd() : last.text.replace(/\r$/, '');
  const indent = isLayout ? first.text.length - first.text.trimStart().length : 0;
  return { start: first.start + indent, end: last.start + written.length };
}

/**
 * Returns the index of the first line behind a body that does not belong to it, although nothing ends the body: definitions and comments behind a
 * blank line, up to the end. JSON of one value says itself where it ends, and may hold comments, so there only a definition counts, with what is below it.
 */
function tailOf(
  { text, lines }: Reading,
  first: number,
  last: number,
  { isJsonLike, endsItself, keepsHeadings }: { isJsonLike: boolean; endsItself: boolean; keepsHeadings: boolean },
): number | undefined {
  let tail: number | undefined;
  for (let index = last; index > first; index--) {
    const line = lines.at(index);
    if (line === undefined || isContent(line) || line.isInText) break;
    if (isBlank(line)) {
      if (!endsItself) tail = index;
      continue;
    }
    if (isComment(line)) {
      if (line.isInComment && !isJsonLike) break;
      if (keepsHeadings && line.first === 0x23) break;
      continue;
    }
    if (parseDefinition(text, line) === undefined) break;
    if (isJsonLike) tail = index;
  }
  return tail;
}

function lastVisibleOf(lines: BlockLines, first: number, last: number): Line | undefined {
  for (let index = last; index >= first; index--) {
    const line = lines.at(index);
    if (line && !isBlank(line)) return line;
  }
  return undefined;
}

/** Returns the values of the variables of a GraphQL document, which are JSON whatever they look like. */
function valuesAt(text: string, variables: Span | undefined): Pick<GraphqlBody, 'variables' | 'values'> {
  return variables === undefined ? {} : { variables, values: parseJsonBody(text, variables, false) };
}

function fragmentsOf({ fragments }: Reading): Pick<GraphqlBody, 'fragments'> {
  return fragments.length > 0 ? { fragments } : {};
}

/** Returns the first line that is neither blank nor a comment. */
function firstVisible(lines: BlockLines, first: number, last: number): Line | undefined {
  for (let index = first; index <= last; index++) {
    const line = lines.at(index);
    if (line && !isBlank(line) && !isComment(line)) return line;
  }
  return undefined;
}

/** Whether nothing but comments follows the first line. */
function isAlone(lines: BlockLines, first: number, last: number, keepsComments: boolean): boolean {
  for (let index = first + 1; index <= last; index++) {
    const line = lines.at(index);
    if (line && !isBlank(line) && (keepsComments || !isComment(line))) return false;
  }
  return true;
}

/**
 * Reads the definitions behind a request that has no body; returns false, and reads nothing, when anything else is there. Other tools do not
 * send them either.
 */
function readDefinitions(reading: Reading, method: string, mediaType: string): boolean {
  const { text, lines } = reading;
  if (currentLine(reading)?.first !== 0x40) return false;
  if (!isBodiless(method) && mediaType !== '' && !/json|xml/i.test(mediaType)) return false;
  const found: VariableDefinition[] = [];
  let end = reading.at;
  for (; ; end++) {
    const line = lines.at(end);
    if (!line || endsBody(line)) break;
    if (isBlank(line) || isComment(line)) continue;
    const definition = parseDefinition(text, line);
    if (!definition) return false;
    found.push(definition);
  }
  for (; reading.at < end; reading.at++) {
    const line = currentLine(reading);
    if (line && isComment(line)) readComment(reading, line);
  }
  reading.variables.push(...found);
  return true;
}

function headerValue(headers: readonly HeaderField[], name: string): string {
  for (const header of headers)
    if (header.name.text.length === name.length && header.name.text.toLowerCase() === name)
      return header.value.text.trim();
  return '';
}

function endsBody(line: Line): boolean {
  return statusOfResponseLine(line) !== undefined || constructOn(line) !== undefined;
}
