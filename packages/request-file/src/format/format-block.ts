import { isBlank, type Line } from '../syntax/block-lines';
import { linesOfText } from '../syntax/lines-of-block';
import type { Block, HeaderField, RequestSyntax } from '../syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import { firstIndexWhere } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';
import { formatJson } from './format-json';
import type { FormatOptions } from './options';

/** What is behind a block. */
export type Following = 'separator' | 'request' | 'nothing';

/** Keeps a block as it is written. */
const ignored = /^[ \t]*(?:#+|\/\/+)[ \t]*rulebook-format-ignore[ \t]*\r?$/m;

/** Returns whether a block says that it is left as it is. */
export function isLeftOut({ text }: Block): boolean {
  return text.includes('rulebook-format-ignore') && ignored.test(text);
}

/** Whether a block is left as it is, since it cannot be read, is not an HTTP request, or says so. */
function isLeftAlone(block: Block): boolean {
  const { problems, otherRequest, request, association } = block;
  if (problems.length > 0 || otherRequest !== undefined || association?.isAnswer === true) return true;
  const { body } = request ?? {};
  return (body?.kind === 'json' && body.problems.length > 0) || isLeftOut(block);
}

/**
 * Returns what changes the white space of a block. Everything that is sent as it is written, and what another tool would run, is not touched:
 * bodies that are not JSON, newline-delimited JSON, scripts, and recorded responses.
 */
export function formatBlock(
  block: Block,
  following: Following,
  options: FormatOptions,
  lineEnd: string,
): readonly TextEdit[] {
  if (isLeftAlone(block)) return [];
  const { text, request } = block;
  const body = request?.body;
  const isOneValue = body?.kind === 'json' && body.isLines !== true && body.values.length === 1;
  const ofBody = isOneValue ? formatJson(text, body.span, options, lineEnd) : [];
  const lines = linesOfText(text);
  if (block.association) return [...ofBody, ...endOf(text, lines, 'nothing', lineEnd)];
  const isKept = keptBy(keptSpans(block));
  const ofHead = [...titleEdits(block, lines), ...definitionEdits(block), ...(request ? headEdits(text, request) : [])];
  const taken = new Set(ofHead.map(({ span }) => span.start));
  return [
    ...ofHead,
    ...ofBody,
    ...trailingEdits(text, lines, isKept).filter(({ span }) => !taken.has(span.start)),
    ...blankRuns(text, lines, isKept),
    ...endOf(text, lines, following, lineEnd),
  ];
}

/** Returns the parts of a block in which white space may mean something, or belongs to others. */
function keptSpans({ text, request, response, unsupported, comments, asserts }: Block): readonly Span[] {
  const spans: Span[] = [...unsupported.map(({ span }) => span)];
  if (request?.body) spans.push(request.body.span);
  if (response) spans.push(response.span);
  for (const comment of comments) if (text.startsWith('/*', comment.start)) spans.push(commentAt(text, comment));
  for (const { span } of asserts) spans.push(span);
  return spans;
}

function commentAt(text: string, { start, end }: Span): Span {
  const close = text.indexOf('*/', start);
  return { start, end: Math.max(end, close < 0 ? text.length : close + 2) };
}

function titleEdits({ text }: Block, lines: readonly Line[]): readonly TextEdit[] {
  const line = lines[0];
  const match = line && /^(\s*)(###+)([ \t]*)(?=\S)/.exec(line.text);
  if (!line || !match) return [];
  const [, before = '', marks = '', blanks = ''] = match;
  const start = line.start + before.length + marks.length;
  // `####x` and `###@x` are left, since a tool may read them in its own way.
  if (blanks === '' && !/[\p{L}\p{N}]/u.test(text.charAt(start))) return [];
  return replaced(text, { start, end: start + blanks.length }, ' ');
}

function definitionEdits({ text, variables }: Block): readonly TextEdit[] {
  return variables.flatMap(({ name, value, span }) => {
    // `@name := value` is a definition of another tool.
    if (name.text.endsWith(':') || value.text === '') return [];
    const first = text.indexOf('@', span.start);
    const isPlain = /^[ \t]*=[ \t]*$/.test(text.slice(name.span.end, value.span.start));
    return [
      ...replaced(text, { start: blanksUpTo(text, span.start, first), end: first }, ''),
      ...(isPlain ? replaced(text, { start: name.span.end, end: value.span.start }, ' = ') : []),
    ];
  });
}

function headEdits(text: string, { method, target, httpVersion, headers, lineSpan }: RequestSyntax): TextEdit[] {
  const start = text.lastIndexOf('\n', Math.max(0, lineSpan.start - 1)) + 1;
  const first = blanksUpTo(text, lineSpan.start === 0 ? 0 : start, lineSpan.start);
  const edits = replaced(text, { start: first, end: lineSpan.start }, '');
  const between = (left: Span, right: Span) =>
    /^[ \t]+$/.test(text.slice(left.end, right.start))
      ? replaced(text, { start: left.end, end: right.start }, ' ')
      : [];
  if (target.span.end > target.span.start) {
    if (method) edits.push(...between(method.span, target.span));
    if (httpVersion) edits.push(...between(target.span, httpVersion.span));
  }
  return [...edits, ...headers.flatMap((header) => headerEdits(text, header))];
}

function headerEdits(text: string, { name, value, span }: HeaderField): TextEdit[] {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const edits = replaced(text, { start: blanksUpTo(text, lineStart, span.start), end: span.start }, '');
  // A value may begin on the next line.
  const isNextTo = value.text !== '' && /^[ \t]*:[ \t]*$/.test(text.slice(name.span.end, value.span.start));
  return isNextTo ? [...edits, ...replaced(text, { start: name.span.end, end: value.span.start }, ': ')] : edits;
}

/** Returns the first blank in front of a position in its line; a byte order mark stays. */
function blanksUpTo(text: string, from: number, to: number): number {
  let start = to;
  while (start > from && isBlankAt(text, start - 1)) start--;
  return start;
}

/** Removes the blanks at the ends of lines. */
function trailingEdits(text: string, lines: readonly Line[], isKept: IsKept): readonly TextEdit[] {
  const last = lastWritten(lines);
  return lines.slice(0, last + 1).flatMap((line) => {
    const span = { start: blanksUpTo(text, line.start, line.end), end: line.end };
    return span.start === span.end || isKept(span) ? [] : [{ span, newText: '' }];
  });
}

/** Makes one blank line of several, but for those at the end. */
function blankRuns(text: string, lines: readonly Line[], isKept: IsKept): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const last = lastWritten(lines);
  for (let index = 0; index < last; index++) {
    const [line, next] = [lines[index], lines[index + 1]];
    if (!line || !next || !isPlainBlank(line) || !isPlainBlank(next) || isKept(line) || isKept(next)) continue;
    edits.push({ span: { start: line.start, end: next.start }, newText: '' });
  }
  return edits.map(({ span, newText }) => ({ span: withoutTrailing(text, span), newText }));
}

/** Blanks at the end of the line are removed by an edit of their own. */
function withoutTrailing(text: string, { start, end }: Span): Span {
  let first = start;
  while (first < end && isBlankAt(text, first)) first++;
  return { start: first, end };
}

/** Ends a block with what separates it from the next one. */
function endOf(text: string, lines: readonly Line[], following: Following, lineEnd: string): readonly TextEdit[] {
  const last = lastWritten(lines);
  const line = lines[last];
  if (!line || lines.slice(last + 1).some((blank) => !isPlainBlank(blank))) return [];
  const blanks = lines.length - 1 - last;
  const wanted = following === 'nothing' ? 0 : following === 'separator' ? 1 : Math.min(1, blanks);
  const isEnded = text.length > line.end;
  const written = text.slice(line.end);
  const first = isEnded && written.startsWith('\r\n') ? '\r\n' : isEnded ? '\n' : lineEnd;
  const newText = first + lineEnd.repeat(wanted);
  return replaced(text, { start: line.end, end: text.length }, isSameEnd(written, wanted) ? written : newText);
}

/** Whether a text consists of so many empty lines behind a line end; then its own line ends stay. */
function isSameEnd(written: string, wanted: number): boolean {
  return /^(?:\r?\n)+$/.test(written) && written.split('\n').length === wanted + 2;
}

/** Returns the index of the last line that is not blank; -1 when there is none. */
function lastWritten(lines: readonly Line[]): number {
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (line && !isBlank(line)) return index;
  }
  return -1;
}

/** Says whether a span lies in one of those that are kept. */
type IsKept = (span: Span) => boolean;

/** Returns a function for spans in the order of the text. */
function keptBy(spans: readonly Span[]): IsKept {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return ({ start, end }) => {
    const next = firstIndexWhere(merged, (span) => span.end > start);
    return (merged[next]?.start ?? Infinity) < Math.max(end, start + 1);
  };
}

function isPlainBlank({ text }: Line): boolean {
  return /^[ \t]*$/.test(text);
}

function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x09;
}

function replaced(text: string, span: Span, newText: string): TextEdit[] {
  return text.slice(span.start, span.end) === newText ? [] : [{ span, newText }];
}
