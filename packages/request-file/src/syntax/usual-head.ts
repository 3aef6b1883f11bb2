import type { Span } from '@rulebook/text/span';
import type { HeaderField, Token } from './model';
import type { RequestLine } from './parse-head';
import { titleOn, token } from './parse-target';
import { readComment, type Reading } from './reading';

/**
 * The lines from the first one of a block to the last field of its head, where each of them is written as most are: a title, comments, a path or URL
 * behind a method, and fields with one blank behind their colons. Behind them there is a blank line, JSON, or nothing.
 */
const usual =
  /(?:###[^\n]*\n)?(?:(?:#(?!##)[^\n]*|\/\/[^\n]*|\r?)\n)*(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?:https?:\/)?\/[!-~]*\r?(?:\n(?:[A-Za-z][\w-]*: [!-~](?:[ -~]*[!-~])?\r?(?:\n|$))*(?=\r?(?:\n|$)|\{(?!\{)|\[)|$)/y;

/** The head of a block in which nothing is unusual. */
export interface UsualHead {
  readonly title: Token | undefined;
  readonly line: RequestLine;
  readonly headers: readonly HeaderField[];
}

/**
 * Reads the head of a block without asking what each line is; undefined, with nothing read, where anything in it is unusual. The current line is the
 * first one behind it.
 */
export function readUsualHead(reading: Reading): UsualHead | undefined {
  const { text } = reading;
  usual.lastIndex = 0;
  if (!usual.test(text)) return undefined;
  const end = usual.lastIndex;
  let line = lineAt(text, 0);
  let title: Token | undefined;
  if (text.startsWith('###')) {
    title = titleOn(text, line);
    line = lineAt(text, line.next);
  }
  for (; !isCapital(text.charCodeAt(line.start)); line = lineAt(text, line.next))
    if (line.end > line.start) readComment(reading, { start: line.start, end: line.end, isInComment: false });
  const blank = text.indexOf(' ', line.start);
  const span = { start: line.start, end: line.end };
  const headers: HeaderField[] = [];
  while (line.next < end) {
    line = lineAt(text, line.next);
    headers.push(fieldOn(text, line));
  }
  reading.lines.goOn(-1, end);
  const method = token(text, { start: span.start, end: blank });
  return { title, line: { method, pieces: [{ start: blank + 1, end: span.end }], version: undefined, span }, headers };
}

/** A line without its line end, and where the next one begins. */
interface UsualLine extends Span {
  readonly next: number;
}

function lineAt(text: string, start: number): UsualLine {
  const lineFeed = text.indexOf('\n', start);
  const end = lineFeed < 0 ? text.length : lineFeed;
  return {
    start,
    end: end > start && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end,
    next: lineFeed < 0 ? end : lineFeed + 1,
  };
}

function fieldOn(text: string, { start, end }: Span): HeaderField {
  const colon = text.indexOf(':', start);
  const value = token(text, { start: colon + 2, end });
  return {
    name: token(text, { start, end: colon }),
    value,
    hasPlaceholder: value.text.includes('{{'),
    span: { start, end },
  };
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}
