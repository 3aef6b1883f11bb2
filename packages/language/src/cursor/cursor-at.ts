import type { Binding, BoundForm } from '@rulebook/checker/binding/model';
import { shapeAtPointer } from '@rulebook/checker/binding/resolve-pointer';
import { bindLines, hasLines, type LinesBody } from '@rulebook/checker/binding/bind-lines';
import type { Operation } from '@rulebook/catalogue/operation';
import { responseFor } from '@rulebook/checker/binding/response-for';
import type { Shape } from '@rulebook/catalogue/shape';
import type { Block, JsonBody } from '@rulebook/request-file/syntax/model';
import { constructNamed } from '@rulebook/request-file/syntax/constructs';
import { trimmed } from '@rulebook/request-file/syntax/parse-target';
import { extended, span, textIn, touches, type Span } from '@rulebook/text/span';
import { assertCursorAt, type AssertCursor } from './assert-cursor';
import type { BodyPart } from './element';
import { bareDirectiveAt, directiveAt, type DirectiveCursor } from './directive-cursor';
import { cookieCursorAt, type CookieCursor } from './cookie-cursor';
import { formCursorAt, type FormCursor } from './form-cursor';
import { graphqlCursorAt, type GraphqlCursor } from './graphql-cursor';
import { queryCursorAt, type QueryCursor } from './query-cursor';
import { jsonPositionAt, type JsonPosition } from '@rulebook/json/json-position';
import { readerOf, type ReadBody } from './read-texts';
import type { RequestNameCursor } from './request-name-cursor';
import { scriptCursorAt, type ScriptCursor } from './script-cursor';
import { stepsOf } from '@rulebook/checker/binding/resolve-shape';

/** The meaning of a position in a block; `span` is the word that the position is in, or an empty one. */
export type Cursor =
  /** A request line can begin here, or its method is being typed. `typed` is the text from the start of `span` to the position. */
  | { readonly kind: 'method'; readonly span: Span; readonly typed: string; readonly hasTarget: boolean }
  | { readonly kind: 'path'; readonly span: Span; readonly segment: Span }
  | { readonly kind: 'query-name'; readonly span: Span; readonly hasValue: boolean }
  | { readonly kind: 'query-value'; readonly span: Span; readonly name: string }
  | { readonly kind: 'header-name'; readonly span: Span; readonly hasColon: boolean }
  | { readonly kind: 'header-value'; readonly span: Span; readonly name: string }
  /** A header field of a recorded response, which is read and not written. */
  | { readonly kind: 'response-header'; readonly span: Span; readonly name: string }
  | DirectiveCursor
  /** A rule in a `# rulebook-ignore` comment; `others` are those that it names besides. */
  | { readonly kind: 'ignored-rule'; readonly span: Span; readonly others: readonly string[] }
  /**
   * `span` is the name between the braces; `typed` is its part before the position. `close` is where the closing braces end, if they are right
   * behind the name; with arguments in front of them, the braces are only `isClosed`.
   */
  | {
      readonly kind: 'variable';
      readonly span: Span;
      readonly typed: string;
      readonly isClosed: boolean;
      readonly close?: number;
    }
  | CookieCursor
  | RequestNameCursor
  | FormCursor
  | AssertCursor
  | ScriptCursor
  | GraphqlCursor
  | QueryCursor
  /** The blank place below the head where a body can begin. */
  | { readonly kind: 'body-start'; readonly span: Span }
  /** A blank line behind the body of a request, where a construct may begin. */
  | { readonly kind: 'construct'; readonly span: Span }
  | BodyCursor;

/** A cursor of one kind. */
export type CursorOf<K extends Cursor['kind']> = Extract<Cursor, { readonly kind: K }>;

/** A position in a JSON body that is documented. */
export interface BodyCursor extends ReadBody {
  readonly kind: 'body';
  readonly span: Span;
  readonly operation: Operation;
  readonly part: BodyPart;
  readonly body: Span;
  readonly place: JsonPosition;
}

/** Returns what the position means, or undefined where nothing is documented or can be offered. */
export function cursorAt(block: Block, binding: Binding | undefined, offset: number): Cursor | undefined {
  const { text } = block;
  if (offset < 0 || offset > text.length) return undefined;
  const script = scriptCursorAt(block, offset);
  if (script !== 'outside') return script;
  const line = lineAt(text, offset);
  const variable = variableAt(text, line, offset);
  if (variable) return variable;
  const source = textIn(text, line);
  const isComment = constructNamed('comment').begins.test(source);
  if (block.association && text.trim() === '') return { kind: 'body-start', span: span(offset, offset) };
  const ignored = isComment ? ignoredRuleAt(text, line, offset) : undefined;
  if (ignored) return ignored;
  const isAssert = block.asserts.some((assert) => touches(assert.span, offset));
  if (isAssert) return assertCursorAt(text, line, offset);
  const graphql = graphqlCursorAt(binding, offset);
  if (graphql !== 'outside') return isComment ? undefined : graphql;
  const behind = behindBody(block, line, offset);
  if (behind) return behind;
  const query = queryCursorAt(binding, offset);
  if (query) return query;
  const body = bodyAt(block, offset);
  if (body) return isComment ? undefined : bodyCursor(block, binding, body, offset);
  if (isComment) return assertCursorAt(text, line, offset) ?? directiveAt(text, line, offset);
  const form = formUnder(binding, text, offset);
  if (form) return formCursorAt(text, form, offset);
  const run = runAt(source, line, offset);
  if (run) return run;
  // The path of a file follows.
  if (/^\s*import[ \t]+$/.test(source) && textEndsBefore(source, line, offset)) return undefined;
  if (block.comments.some((comment) => touches(comment, offset))) return undefined;
  const header = block.response?.headers.find((field) => touches(field.span, offset));
  if (header) return { kind: 'response-header', span: header.name.span, name: header.name.text };
  if (block.association || /^\s*###/.test(source)) return undefined;
  return /^\s*@/.test(source) ? bareDirectiveAt(block, line, offset) : headCursor(block, line, offset);
}

/** Returns the name behind `run #`; behind `run` alone, its sign is missing. */
function runAt(source: string, line: Span, offset: number): CursorOf<'request-name'> | undefined {
  if (/^\s*run[ \t]+$/.test(source) && textEndsBefore(source, line, offset))
    return { kind: 'request-name', span: span(offset, offset), others: [], sign: '#' };
  const length = /^\s*run[ \t]+#/.exec(source)?.[0].length;
  if (length === undefined || offset < line.start + length) return undefined;
  return { kind: 'request-name', span: span(line.start + length, line.end), others: [] };
}

/** Returns whether a position is behind the words of a line. */
function textEndsBefore(source: string, line: Span, offset: number): boolean {
  return offset > line.start + source.trimEnd().length;
}

/** JSON that is not finished and other texts go on there, and behind a body of the Console the next request may begin. */
function behindBody({ request, response, text }: Block, line: Span, offset: number): CursorOf<'construct'> | undefined {
  const { body, form } = request ?? {};
  if (body === undefined || form === 'console' || response !== undefined || line.start <= body.span.end)
    return undefined;
  const isOver = body.kind === 'file' || (body.kind === 'json' && body.isLines !== true && body.problems.length === 0);
  return isOver && textIn(text, line).trim() === '' ? { kind: 'construct', span: span(offset, offset) } : undefined;
}

/** Returns the form that the position is in, or right behind: an unfinished form is continued there. */
function formUnder({ form, block }: Partial<Binding> = {}, text: string, offset: number): BoundForm | undefined {
  if (form === undefined || offset < form.span.start) return undefined;
  if (block?.response !== undefined && block.response.span.start <= offset) return undefined;
  return isInOrBehind(form.span, text, offset) ? form : undefined;
}

/** Behind a body, only blanks belong to it, because an unfinished body is continued there. */
function isInOrBehind({ start, end }: Span, text: string, offset: number): boolean {
  return start <= offset && (offset <= end || text.slice(end, offset).trim() === '');
}

/** Returns the line without its line end. */
function lineAt(text: string, offset: number): Span {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), offset > 0 ? text.lastIndexOf('\r', offset - 1) : -1) + 1;
  const rest = /[\r\n]/.exec(text.slice(offset, offset + 100_000));
  return span(offset === 0 ? 0 : start, rest ? offset + rest.index : Math.min(text.length, offset + 100_000));
}

function variableAt(text: string, line: Span, offset: number): Cursor | undefined {
  const before = text.slice(line.start, offset);
  const open = before.lastIndexOf('{{');
  // Between the two closing braces nothing can be typed that would keep them together.
  if (open < 0 || before.indexOf('}', open) >= 0) return undefined;
  const start = line.start + open + 2;
  const end = offset + (/^[^{}"\s]*/.exec(text.slice(offset, line.end))?.[0].length ?? 0);
  const rest = /^[^{}\r\n"]*\}\}/.exec(text.slice(end, line.end))?.[0] ?? '';
  return {
    kind: 'variable',
    span: { start, end },
    typed: text.slice(start, offset),
    isClosed: rest.endsWith('}}'),
    ...(/^[ \t]*\}\}$/.test(rest) && { close: end + rest.length }),
  };
}

interface BodyPosition {
  readonly of: BodyPart['of'];
  readonly body: JsonBody;
}

function bodyAt({ request, response, text }: Block, offset: number): BodyPosition | undefined {
  const recorded = response?.body;
  if (recorded?.kind === 'json' && recorded.span.start <= offset) return { of: 'response', body: recorded };
  const body = request?.body?.kind === 'graphql' ? request.body.values : request?.body;
  return body?.kind === 'json' && isInOrBehind(body.span, text, offset) ? { of: 'body', body } : undefined;
}

function bodyCursor(block: Block, binding: Binding | undefined, at: BodyPosition, offset: number): Cursor | undefined {
  const operation = binding?.schemas?.[at.of === 'body' ? 'request' : 'response'] ?? binding?.operation;
  const { body } = at;
  if (operation === undefined || body.span.end === 0) return undefined;
  if (body.problems.some(({ code }) => code === 'oversized-block')) return undefined;
  const found = partAt(block, operation, at, offset);
  const pointer = at.of === 'body' ? (block.association?.at ?? '') : '';
  const root = found.shape && shapeAtPointer(found.shape, pointer);
  if (!root) return undefined;
  const value = body.values.filter((node) => found.span.start <= node.offset && node.offset <= offset).at(-1);
  const place = jsonPositionAt(block.text, found.span, offset);
  return {
    kind: 'body',
    span: place.word?.span ?? span(offset, offset),
    operation,
    part: found.part,
    root,
    prefix: stepsOf(pointer),
    body: found.span,
    place,
    read: readerOf(value, block.placeholders),
  };
}

interface DocumentedPart {
  readonly part: BodyPart;
  readonly shape: Shape | undefined;
  readonly span: Span;
}

function partAt(block: Block, operation: Operation, { of, body }: BodyPosition, offset: number): DocumentedPart {
  const { span } = body;
  if (of === 'body') {
    return hasLines(operation.body)
      ? lineAround(block, operation.body, body, offset)
      : { part: { of }, shape: operation.body?.shape, span };
  }
  const status = Number(block.response?.status.text ?? 0);
  return { part: { of, status }, shape: responseFor(operation, status)?.shape, span };
}

/** In newline-delimited JSON, each line is a value of its own. The lines above decide which part it is. */
function lineAround(
  { placeholders, text }: Block,
  { shape, actions = [], lines, provenance }: LinesBody,
  { values, span: body }: JsonBody,
  offset: number,
): DocumentedPart {
  const line = lineAt(text, offset);
  const start = Math.max(line.start, body.start);
  // The next line begins after the last line, but is not in the body yet.
  const span = { start, end: Math.max(start, Math.min(line.end, body.end)) };
  const nodes = values.filter((value) => value.offset < start);
  // The content of documents does not matter for distinguishing the lines.
  const plain = lines
    ? { lines: lines.map(() => anyShape) }
    : { actions: actions.map(({ name, document }) => ({ name, ...(document && { document: anyShape }) })) };
  const above = bindLines({ nodes, placeholders, text }, { shape: anyShape, provenance, ...plain }).at(-1);
  if (lines) {
    const turn = ((above?.turn ?? -1) + 1) % lines.length;
    return { part: { of: 'body', turn }, shape: lines[turn] ?? shape, span };
  }
  const action = above?.part === 'action' ? actions.find(({ name }) => name === above.action?.name) : undefined;
  return action?.document
    ? { part: { of: 'body', action: action.name }, shape: action.document, span }
    : { part: { of: 'body' }, shape, span };
}

const anyShape: Shape = { type: 'any' };

/** Finds the word under the position among the rules of a `# rulebook-ignore` comment. */
function ignoredRuleAt(text: string, line: Span, offset: number): Cursor | undefined {
  const lead = /^\s*(?:#+|\/\/+)\s*rulebook-ignore[ \t]/.exec(textIn(text, line))?.[0].length;
  if (lead === undefined || offset < line.start + lead) return undefined;
  const words = [...text.slice(line.start + lead, line.end).matchAll(/[^\s,]+/g)].map((match) => {
    const start = line.start + lead + match.index;
    return span(start, start + match[0].length);
  });
  const here = words.find((word) => touches(word, offset));
  const others = words.filter((word) => word !== here).map((word) => textIn(text, word));
  return { kind: 'ignored-rule', span: here ?? span(offset, offset), others };
}

function headCursor({ request, response, text }: Block, line: Span, offset: number): Cursor | undefined {
  if (response && offset >= response.span.start) return undefined;
  const source = textIn(text, line);
  const isBlank = source.trim() === '';
  // Above the request, a blank line can become one.
  if (!request || (line.end < request.lineSpan.start && isBlank)) return requestLineAt(text, line, offset);
  if (line.start <= request.lineSpan.start)
    return line.end < request.lineSpan.start ? undefined : requestLineAt(text, line, offset);
  if (offset <= request.lineSpan.end || /^\s*[?&]/.test(source)) return queryAt(text, line, offset);
  if (request.body && offset >= request.body.span.start) {
    const isOver = isBlank || /^\s*[A-Za-z]*$/.test(source);
    return isOver && request.form === 'console' ? requestLineAt(text, line, offset) : undefined;
  }
  if (!/\n[ \t]*\r?\n/.test(text.slice(request.lineSpan.end, line.start))) return headerAt(text, line, offset);
  return isBlank ? { kind: 'body-start', span: span(offset, offset) } : undefined;
}

/** Reads a request line up to the position. The tokens of the parser do not help while the line is unfinished. */
function requestLineAt(text: string, line: Span, offset: number): Cursor | undefined {
  const source = textIn(text, line).trimStart();
  const start = line.end - source.length;
  if (offset === line.end && offset > start && isPhrase(source)) {
    return { kind: 'method', span: { start, end: offset }, typed: source, hasTarget: false };
  }
  const [head = '', word = ''] = /^([A-Za-z]*)[ \t]*/.exec(source) ?? [];
  const rest = withoutVersion(source.slice(head.length));
  const isMethod = word !== '' && (head !== word || rest === '');
  if (offset <= start + word.length && (isMethod || (word === '' && (rest === '' || offset < start)))) {
    const from = Math.min(offset, start);
    const end = word === '' ? offset : start + word.length;
    return { kind: 'method', span: { start: from, end }, typed: text.slice(from, offset), hasTarget: rest !== '' };
  }
  const targetStart = Math.min(isMethod ? start + head.length : start, offset);
  return targetAt(text, { start: targetStart, end: start + head.length + rest.length }, offset);
}

/** Returns the text before a final `HTTP/1.1` and its blanks. It uses no regular expression, because a line may be one long blank. */
function withoutVersion(source: string): string {
  const rest = source.trimEnd();
  const blank = Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\t'));
  return blank >= 0 && rest.startsWith('HTTP/', blank + 1) ? rest.slice(0, blank).trimEnd() : rest;
}

/** Returns whether the words search for a request (`api key`), and are not a request themselves. */
function isPhrase(words: string): boolean {
  return /^[a-z]+(?:[ -][a-z]*)+$/.test(words) && !/^(?:get|head|post|put|patch|delete|options) /.test(words);
}

function targetAt(text: string, target: Span, offset: number): Cursor | undefined {
  if (offset > target.end) return undefined;
  const origin = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]*|\{\{[^{}]*\}\})/.exec(textIn(text, target))?.[0] ?? '';
  const start = target.start + origin.length;
  if (offset < start) return undefined;
  const question = text.slice(start, target.end).search(/[?#]/);
  const end = question < 0 ? target.end : start + question;
  if (offset > end) return queryAt(text, { start: end, end: target.end }, offset);
  const slash = text.slice(offset, end).indexOf('/');
  const segment = {
    start: start + text.slice(start, offset).lastIndexOf('/') + 1,
    end: slash < 0 ? end : offset + slash,
  };
  return { kind: 'path', span: { start, end }, segment };
}

function queryAt(text: string, query: Span, offset: number): Cursor | undefined {
  const before = text.slice(query.start, offset);
  const mark = Math.max(before.lastIndexOf('?'), before.lastIndexOf('&'));
  // The line above may end with the mark.
  if (mark < 0 && !/[?&]$/.test(text.slice(0, query.start).trimEnd())) return undefined;
  const start = query.start + (mark < 0 ? before.length - before.trimStart().length : mark + 1);
  const part = /^[^&?#\s]*/.exec(text.slice(start, query.end))?.[0] ?? '';
  const equals = part.indexOf('=');
  const end = start + part.length;
  if (end < offset) return undefined;
  if (equals >= 0 && offset > start + equals) {
    return { kind: 'query-value', span: { start: start + equals + 1, end }, name: part.slice(0, equals) };
  }
  const nameEnd = equals < 0 ? end : start + equals;
  return { kind: 'query-name', span: { start, end: nameEnd }, hasValue: equals >= 0 };
}

/** Returns the part of a header field that the position is in. */
export function headerAt(
  text: string,
  line: Span,
  offset: number,
): CursorOf<'header-name' | 'header-value' | 'cookie'> | undefined {
  const colon = textIn(text, line).indexOf(':');
  const end = colon < 0 ? line.end : line.start + colon;
  const name = trimmed(text, span(line.start, end));
  if (offset <= name.end) return { kind: 'header-name', span: extended(name, offset), hasColon: colon >= 0 };
  if (colon < 0 || offset <= end) return undefined;
  const value = trimmed(text, span(end + 1, line.end));
  if (textIn(text, name).toLowerCase() === 'cookie') return cookieCursorAt(text, value, offset);
  return { kind: 'header-value', span: extended(value, offset), name: textIn(text, name) };
}
