import type { Binding, BoundForm } from '../binding/model';
import { shapeAtPointer } from '../binding/resolve-pointer';
import { bindLines, hasLines } from '../binding/bind-lines';
import type { BodyAction, Operation, RequestBody } from '../catalogue/operation';
import { responseFor } from '../binding/response-for';
import type { Shape } from '../catalogue/shape';
import type { Block, JsonBody } from '../syntax/model';
import { touches, type Span } from '../text/span';
import { formCursorAt, type FormCursor } from './form-cursor';
import { jsonPositionAt, type JsonPath, type JsonPosition } from './json-position';
import { readerOf, recordTexts, type DecidingTexts } from './read-texts';
import { resolvePath, stepsOf, type ReadText } from './resolve-shape';

/** The meaning of a position in a block. `typed` is the text from the start of `span` to the position. */
export type Cursor =
  /** A request line can begin here, or its method is being typed. */
  | { readonly kind: 'method'; readonly span: Span; readonly typed: string; readonly hasTarget: boolean }
  | { readonly kind: 'path'; readonly span: Span; readonly typed: string; readonly segment: Span }
  | { readonly kind: 'query-name'; readonly span: Span; readonly typed: string; readonly hasValue: boolean }
  | { readonly kind: 'query-value'; readonly span: Span; readonly typed: string; readonly name: string }
  | { readonly kind: 'header-name'; readonly span: Span; readonly typed: string; readonly hasColon: boolean }
  | { readonly kind: 'header-value'; readonly span: Span; readonly typed: string; readonly name: string }
  /** A header field of a recorded response, which is read and not written. */
  | { readonly kind: 'response-header'; readonly span: Span; readonly name: string }
  | { readonly kind: 'directive-name'; readonly span: Span; readonly typed: string; readonly hasAt: boolean }
  /** A rule in a `# rulebook-ignore` comment; `others` are those that it names besides. */
  | { readonly kind: 'ignored-rule'; readonly span: Span; readonly typed: string; readonly others: readonly string[] }
  | { readonly kind: 'directive-value'; readonly span: Span; readonly typed: string; readonly name: string }
  /** `span` is the name between the braces. */
  | {
      readonly kind: 'variable';
      readonly span: Span;
      readonly typed: string;
      readonly name: string;
      readonly isClosed: boolean;
    }
  | FormCursor
  /** The blank place below the head where a body can begin. */
  | { readonly kind: 'body-start'; readonly span: Span }
  | BodyCursor;

/** A position in a JSON body that is documented. */
export interface BodyCursor {
  readonly kind: 'body';
  readonly of: 'body' | 'response';
  readonly operation: Operation;
  readonly status: number;
  /** Set for a document line of newline-delimited JSON: the action that it belongs to. */
  readonly action?: string;
  /** Of lines that repeat a pattern: which line of the pattern it is. */
  readonly turn?: number;
  readonly root: Shape;
  /** The steps to the part of the body in the file, if the file has only a part. */
  readonly prefix: JsonPath;
  readonly body: Span;
  readonly place: JsonPosition;
  /** Reads members of the body, wherever they are. Paths start at `root`. */
  readonly read: ReadText;
}

/** Returns what the position means, or undefined where nothing is documented or can be offered. */
export function cursorAt(block: Block, binding: Binding | undefined, offset: number): Cursor | undefined {
  const { text } = block;
  if (offset < 0 || offset > text.length) return undefined;
  const line = lineAt(text, offset);
  const variable = variableAt(text, line, offset);
  if (variable) return variable;
  const inBody = bodyAt(block, offset);
  const source = text.slice(line.start, line.end);
  const isComment = /^\s*(?:#(?!##)|\/\/)/.test(source);
  if (block.association && text.trim() === '') return bodyStart(block, line, offset);
  const ignored = isComment ? ignoredRuleAt(text, line, offset) : undefined;
  if (ignored) return ignored;
  if (inBody) return isComment ? undefined : bodyCursor(block, binding, inBody, offset);
  if (isComment) return directiveAt(text, line, offset);
  const form = formUnder(binding, text, offset);
  if (form) return formCursorAt(text, form, offset);
  if (block.comments.some((comment) => comment.start <= offset && offset <= comment.end)) return undefined;
  const answered = responseHeaderAt(block, offset);
  if (answered) return answered;
  if (block.association) return undefined;
  if (/^\s*(?:###|@)/.test(source)) return undefined;
  return headCursor(block, line, offset);
}

/** Returns the form that the position is in, or right behind: an unfinished form is continued there. */
function formUnder({ form, block }: Partial<Binding> = {}, text: string, offset: number): BoundForm | undefined {
  if (form === undefined || offset < form.span.start) return undefined;
  if (block?.response !== undefined && block.response.span.start <= offset) return undefined;
  return offset <= form.span.end || text.slice(form.span.end, offset).trim() === '' ? form : undefined;
}

function responseHeaderAt({ response }: Block, offset: number): Cursor | undefined {
  const header = response?.headers.find(({ span }) => span.start <= offset && offset <= span.end);
  return header && { kind: 'response-header', span: header.name.span, name: header.name.text };
}

/** Returns the line without its line end. */
function lineAt(text: string, offset: number): Span {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), offset > 0 ? text.lastIndexOf('\r', offset - 1) : -1) + 1;
  const rest = /[\r\n]/.exec(text.slice(offset, offset + 100_000));
  return { start: offset === 0 ? 0 : start, end: rest ? offset + rest.index : Math.min(text.length, offset + 100_000) };
}

function variableAt(text: string, line: Span, offset: number): Cursor | undefined {
  const before = text.slice(line.start, offset);
  const open = before.lastIndexOf('{{');
  // Between the two closing braces nothing can be typed that would keep them together.
  if (open < 0 || before.indexOf('}', open) >= 0) return undefined;
  const start = line.start + open + 2;
  const after = /^[^{}"\s]*/.exec(text.slice(offset, line.end))?.[0] ?? '';
  const end = offset + after.length;
  const isClosed = text.startsWith('}}', end);
  const span = { start, end };
  return { kind: 'variable', span, typed: text.slice(start, offset), name: text.slice(start, end).trim(), isClosed };
}

interface BodyPosition {
  readonly of: 'body' | 'response';
  readonly body: JsonBody;
}

function bodyAt({ request, response, text }: Block, offset: number): BodyPosition | undefined {
  const recorded = response?.body;
  if (recorded?.kind === 'json' && recorded.span.start <= offset) return { of: 'response', body: recorded };
  const body = request?.body;
  if (body?.kind !== 'json' || body.span.start > offset) return undefined;
  // After the body, only blanks belong to it, because an unfinished body is continued there.
  if (offset > body.span.end && text.slice(body.span.end, offset).trim() !== '') return undefined;
  return { of: 'body', body };
}

function bodyCursor(block: Block, binding: Binding | undefined, at: BodyPosition, offset: number): Cursor | undefined {
  const operation = binding?.operation;
  const { span, problems } = at.body;
  if (operation === undefined || span.end === 0 || problems.some(({ code }) => code === 'oversized-block'))
    return undefined;
  if (at.of === 'body' && hasLines(operation.body))
    return lineCursor(block, operation, operation.body, at.body, offset);
  const place = jsonPositionAt(block.text, span.start, span.end, offset);
  const status = Number(block.response?.status.text ?? 0);
  const declared = at.of === 'body' ? operation.body?.shape : responseFor(operation, status)?.shape;
  const pointer = at.of === 'body' ? (block.association?.at ?? '') : '';
  const root = declared && shapeAtPointer(declared, pointer);
  if (!root) return undefined;
  const read = readerOf(block.text, span, block.placeholders);
  return { kind: 'body', of: at.of, operation, status, root, prefix: stepsOf(pointer), body: span, place, read };
}

/** In newline-delimited JSON, each line is a value of its own. The lines above decide which part it is. */
function lineCursor(
  { placeholders, text }: Block,
  operation: Operation,
  { shape, actions = [], lines }: RequestBody,
  { values, span: body }: JsonBody,
  offset: number,
): Cursor | undefined {
  const line = lineAt(text, offset);
  const start = Math.max(line.start, body.start);
  // The next line begins after the last line, but is not in the body yet.
  const span = { start, end: Math.max(start, Math.min(line.end, body.end)) };
  const above = bindLines(
    { nodes: values.filter((value) => value.offset < span.start), placeholders, text },
    {
      shape: { type: 'any' },
      ...(lines ? { lines: lines.map(() => anyShape) } : { actions: actions.map(withoutShape) }),
      provenance: operation.provenance,
    },
  ).at(-1);
  const action = above?.part === 'action' ? actions.find(({ name }) => name === above.action?.name) : undefined;
  const turn = lines && ((above?.turn ?? -1) + 1) % lines.length;
  const root = (turn === undefined ? action?.document : lines?.[turn]) ?? shape;
  const place = jsonPositionAt(text, span.start, span.end, offset);
  const read = readerOf(text, span, placeholders);
  const part = turn === undefined ? (action?.document ? { action: action.name } : {}) : { turn };
  return { kind: 'body', of: 'body', operation, status: 0, ...part, root, prefix: [], body: span, place, read };
}

const anyShape: Shape = { type: 'any' };

/** Returns which part of a body of lines the cursor is in. */
export function lineOf({ action, turn }: BodyCursor): { readonly action?: string; readonly turn?: number } {
  return { ...(action !== undefined && { action }), ...(turn !== undefined && { turn }) };
}

/** The content of documents does not matter for distinguishing the lines. */
function withoutShape({ name, document }: BodyAction): BodyAction {
  return document === undefined ? { name } : { name, document: { type: 'any' } };
}

function bodyStart(block: Block, line: Span, offset: number): Cursor | undefined {
  return block.text.slice(line.start, line.end).trim() === ''
    ? { kind: 'body-start', span: { start: offset, end: offset } }
    : undefined;
}

/** Finds the word under the position among the rules of a `# rulebook-ignore` comment. */
function ignoredRuleAt(text: string, line: Span, offset: number): Cursor | undefined {
  const lead = /^\s*(?:#+|\/\/+)\s*rulebook-ignore[ \t]/.exec(text.slice(line.start, line.end))?.[0].length;
  if (lead === undefined || offset < line.start + lead) return undefined;
  const words = [...text.slice(line.start + lead, line.end).matchAll(/[^\s,]+/g)].map((match) => {
    const start = line.start + lead + match.index;
    return { text: match[0], span: { start, end: start + match[0].length } };
  });
  const here = words.find(({ span }) => touches(span, offset));
  const span = here?.span ?? { start: offset, end: offset };
  const others = words.filter((word) => word !== here).map((word) => word.text);
  return { kind: 'ignored-rule', span, typed: text.slice(span.start, offset), others };
}

function directiveAt(text: string, line: Span, offset: number): Cursor | undefined {
  const match = /^(\s*(?:#+|\/\/+)[ \t]*)(@?)([\w-]*)/.exec(text.slice(line.start, line.end));
  if (!match) return undefined;
  const [, lead = '', at = '', name = ''] = match;
  const nameStart = line.start + lead.length + at.length;
  const nameEnd = nameStart + name.length;
  if (offset < line.start + lead.length || (at === '' && offset > nameEnd)) return undefined;
  if (offset <= nameEnd) {
    const start = Math.min(offset, nameStart);
    return {
      kind: 'directive-name',
      span: { start, end: nameEnd },
      typed: text.slice(start, offset),
      hasAt: at !== '',
    };
  }
  const valueStart = nameEnd + (/^\s*=?\s*/.exec(text.slice(nameEnd, line.end))?.[0].length ?? 0);
  const start = Math.min(offset, valueStart);
  const span = { start, end: line.start + text.slice(line.start, line.end).trimEnd().length };
  if (span.end < offset)
    return { kind: 'directive-value', span: { start, end: offset }, typed: text.slice(start, offset), name };
  return { kind: 'directive-value', span, typed: text.slice(start, offset), name };
}

function headCursor(block: Block, line: Span, offset: number): Cursor | undefined {
  const { request, response, text } = block;
  const source = text.slice(line.start, line.end);
  if (response && offset >= response.span.start) return undefined;
  if (!request || offset < request.lineSpan.start || line.start <= request.lineSpan.start) {
    if (!request || (line.start <= request.lineSpan.start && request.lineSpan.start <= line.end)) {
      return requestLineAt(text, line, offset);
    }
    return source.trim() === ''
      ? { kind: 'method', span: { start: offset, end: offset }, typed: '', hasTarget: false }
      : undefined;
  }
  if (offset <= request.lineSpan.end || /^\s*[?&]/.test(source)) return queryAt(text, line.start, line.end, offset);
  if (request.body && offset >= request.body.span.start) {
    const isOver = source.trim() === '' || /^\s*[A-Za-z]*$/.test(source);
    return isOver && request.form === 'console' ? requestLineAt(text, line, offset) : undefined;
  }
  const between = text.slice(request.lineSpan.end, line.start);
  if (/\n[ \t]*\r?\n/.test(between)) return bodyStart(block, line, offset);
  return headerAt(text, line, offset);
}

/** Reads a request line up to the position. The tokens of the parser do not help while the line is unfinished. */
function requestLineAt(text: string, line: Span, offset: number): Cursor | undefined {
  const source = text.slice(line.start, line.end).trimStart();
  const start = line.end - source.length;
  if (offset === line.end && offset > start && isPhrase(source)) {
    return { kind: 'method', span: { start, end: offset }, typed: source, hasTarget: false };
  }
  const [head = '', word = '', gap = ''] = /^([A-Za-z]*)([ \t]*)/.exec(source) ?? [];
  const rest = withoutVersion(source.slice(head.length));
  const isMethod = word !== '' && (gap !== '' || rest === '');
  const wordEnd = start + word.length;
  if (offset <= wordEnd && (isMethod || (word === '' && (rest === '' || offset < start)))) {
    const from = Math.min(offset, start);
    const hasTarget = rest !== '';
    return {
      kind: 'method',
      span: { start: from, end: Math.max(from, word === '' ? offset : wordEnd) },
      typed: text.slice(from, offset),
      hasTarget,
    };
  }
  const targetStart = isMethod ? wordEnd + gap.length : start;
  const targetEnd = targetStart + (isMethod ? rest.length : word.length + gap.length + rest.length);
  return targetAt(text, Math.min(targetStart, offset), Math.max(targetEnd, Math.min(targetStart, offset)), offset);
}

/** Returns the text before a final `HTTP/1.1` and its blanks. It uses no regular expression, because a line may be one long blank. */
function withoutVersion(source: string): string {
  const rest = withoutBlanksBehind(source);
  const word = 1 + Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\t'));
  return word > 0 && rest.startsWith('HTTP/', word) ? withoutBlanksBehind(rest.slice(0, word)) : rest;
}

function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return text.slice(0, end);
}

/** Returns whether the words search for a request (`api key`), and are not a request themselves. */
function isPhrase(words: string): boolean {
  return /^[a-z]+(?:[ -][a-z]*)+$/.test(words) && !/^(?:get|head|post|put|patch|delete|options) /.test(words);
}

function targetAt(text: string, start: number, end: number, offset: number): Cursor | undefined {
  if (offset > end) return undefined;
  const target = text.slice(start, end);
  const origin = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]*|\{\{[^{}]*\}\})/.exec(target)?.[0] ?? '';
  const pathStart = start + origin.length;
  if (offset < pathStart) return undefined;
  const question = text.slice(pathStart, end).search(/[?#]/);
  const pathEnd = question < 0 ? end : pathStart + question;
  if (offset > pathEnd) return queryAt(text, pathEnd, end, offset);
  const from = pathStart + text.slice(pathStart, offset).lastIndexOf('/') + 1;
  const slash = text.slice(offset, pathEnd).indexOf('/');
  const segment = { start: from, end: slash < 0 ? pathEnd : offset + slash };
  return { kind: 'path', span: { start: pathStart, end: pathEnd }, typed: text.slice(pathStart, offset), segment };
}

function queryAt(text: string, start: number, end: number, offset: number): Cursor | undefined {
  const before = text.slice(start, offset);
  const mark = Math.max(before.lastIndexOf('?'), before.lastIndexOf('&'));
  if (mark < 0) return undefined;
  const from = start + mark + 1;
  const part = /^[^&?#\s]*/.exec(text.slice(from, end))?.[0] ?? '';
  const equals = part.indexOf('=');
  if (from + part.length < offset) return undefined;
  if (equals >= 0 && offset > from + equals) {
    const span = { start: from + equals + 1, end: from + part.length };
    return { kind: 'query-value', span, typed: text.slice(span.start, offset), name: part.slice(0, equals) };
  }
  const span = { start: from, end: from + (equals < 0 ? part.length : equals) };
  return { kind: 'query-name', span, typed: text.slice(from, offset), hasValue: equals >= 0 };
}

function headerAt(text: string, line: Span, offset: number): Cursor | undefined {
  const source = text.slice(line.start, line.end);
  const colonAt = source.indexOf(':');
  const hasColon = colonAt >= 0;
  const head = hasColon ? source.slice(0, colonAt) : source;
  const name = head.trim();
  const indent = head.length - head.trimStart().length;
  const value = hasColon ? source.slice(colonAt + 1).trim() : '';
  const colon = source.slice(indent + name.length, value === '' ? source.length : source.indexOf(value, colonAt + 1));
  const nameStart = Math.min(offset, line.start + indent);
  const nameEnd = Math.max(nameStart, line.start + indent + name.length);
  if (offset <= nameEnd) {
    return {
      kind: 'header-name',
      span: { start: nameStart, end: nameEnd },
      typed: text.slice(nameStart, offset),
      hasColon,
    };
  }
  if (!hasColon || offset <= nameEnd + colon.indexOf(':')) return undefined;
  const valueStart = Math.min(offset, nameEnd + colon.length);
  const span = { start: valueStart, end: Math.max(offset, nameEnd + colon.length + value.length) };
  return { kind: 'header-value', span, typed: text.slice(valueStart, offset), name };
}

/** Returns the strings on which the element at a path of the body depends. The path starts at the cursor's root value. */
export function textsAt(cursor: BodyCursor, path: JsonPath): { readonly texts?: DecidingTexts } {
  const texts = recordTexts(cursor.read, cursor.prefix, (read) => resolvePath(cursor.root, path, read));
  return Object.keys(texts).length === 0 ? {} : { texts };
}

/** Returns whether the offset touches the span, so that a hover belongs there. */
export function isInside(span: Span, offset: number): boolean {
  return span.start < span.end && touches(span, offset);
}
