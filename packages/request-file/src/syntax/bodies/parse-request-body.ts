import type { Span } from '@rulebook/text/span';
import { isBlank, isComment, type Line } from '../block-lines';
import { graphqlStart, isBodiless, isGraphqlField, keepsNumberSigns } from './media-types';
import type { Body, GraphqlBody, HeaderField, IncludedFile, VariableDefinition } from '../model';
import { largeBody, parseJsonBody } from './parse-body';
import { parseGraphqlBody } from './parse-graphql';
import { readFileLine } from './parse-included-file';
import { parseDefinition } from '../parse-comment';
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
  const keepsComments = !isBodiless(context.method) && keepsNumberSigns(mediaType);
  if (!context.isDirect) skipGap(reading, keepsComments);
  const { text, lines, former } = reading;
  const first = currentLine(reading);
  if (
    !first ||
    endsBody(first) ||
    readDefinitions(reading, isBodiless(context.method) || mediaType === '' || /json|xml/i.test(mediaType))
  )
    return undefined;
  const isGraphql =
    context.method === 'GRAPHQL' || isGraphqlField('x-request-type', headerValue(context.headers, 'x-request-type'));
  const startIndex = reading.at;
  let last = first;
  let lastIndex = startIndex;
  const files: IncludedFile[] = [];
  for (let index = startIndex; index < lines.length; index++) {
    const line = lines[index];
    if (!line || endsBody(line)) break;
    lastIndex = index;
    if (isBlank(line)) continue;
    last = line;
    const file = line.first === 0x3c && !line.isInText ? readFileLine(text, line) : undefined;
    if (file) files.push(file);
  }
  const isDocument = isGraphql || graphqlStart.test(first.text);
  const isJsonLike = startsWithBracket(first) || isDocument;
  const isJson = startsWithBracket(first) || /json/i.test(mediaType);
  const isLines = /ndjson/i.test(mediaType) || (reading.takesLines(context.path) && (isJson || !mediaType));
  const keepsHeadings = keepsComments && /^text\/(?:x-)?markdown/i.test(mediaType.trim());
  const endsItself = isJsonLike && !isDocument && !isLines;
  const tail = tailOf(reading, startIndex, lastIndex, { isJsonLike, endsItself, keepsHeadings });
  if (tail !== undefined) {
    lastIndex = tail - 1;
    last = lastVisibleOf(lines, startIndex, lastIndex) ?? first;
  }
  reading.at = lastIndex + 1;
  const construct = constructOn(first, 'body');
  if (!context.hasMessages && construct !== undefined && construct.kind !== 'file') {
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
  if (context.hasMessages) return { kind: 'text', span, ...(files.length > 0 && { files }) };
  // A GraphQL document under a JSON media type is sent inside its JSON envelope.
  if (isGraphql || (isJson && graphqlStart.test(first.text))) {
    const body = parseGraphqlBody(text, span);
    return { ...body, ...valuesAt(text, body.variables), ...fragmentsOf(reading) };
  }
  // A small body shares nothing.
  const shared = span.end - span.start < largeBody ? undefined : former;
  if (isLines || isJson) return parseJsonBody(text, span, isLines, shared);
  return { kind: 'text', span: spanOfText(first, last, mediaType), ...(files.length > 0 && { files }) };
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
    const line = lines[index];
    if (line === undefined || line.isInText) break;
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

function lastVisibleOf(lines: readonly Line[], first: number, last: number): Line | undefined {
  for (let index = last; index >= first; index--) {
    const line = lines[index];
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
function firstVisible(lines: readonly Line[], first: number, last: number): Line | undefined {
  return lines.slice(first, last + 1).find((line) => !isBlank(line) && !isComment(line));
}

/** Whether nothing but comments follows the first line. */
function isAlone(lines: readonly Line[], first: number, last: number, keepsComments: boolean): boolean {
  for (let index = first + 1; index <= last; index++) {
    const line = lines[index];
    if (line && !isBlank(line) && (keepsComments || !isComment(line))) return false;
  }
  return true;
}

/**
 * Reads the definitions behind a request that has no body; returns false, and reads nothing, when anything else is there. Other tools do not
 * send them either.
 */
function readDefinitions(reading: Reading, mayHaveNone: boolean): boolean {
  const { text, lines } = reading;
  if (!mayHaveNone || currentLine(reading)?.first !== 0x40) return false;
  const found: VariableDefinition[] = [];
  let end = reading.at;
  for (; end < lines.length; end++) {
    const line = lines[end];
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
  return headers.find((header) => header.name.text.toLowerCase() === name)?.value.text.trim() ?? '';
}

function endsBody(line: Line): boolean {
  return statusOfResponseLine(line) !== undefined || constructOn(line) !== undefined;
}
