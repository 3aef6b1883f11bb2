import type { Block } from '@rulebook/request-file/syntax/model';
import { trimmed } from '@rulebook/request-file/syntax/parse-target';
import { extended, span, textIn, type Span } from '@rulebook/text/span';
import { requestNameAt, type RequestNameCursor } from './request-name-cursor';

/** A position in a directive `# @name value`. */
export type DirectiveCursor =
  /** `lacksSign`: the line is `@name` without a `#`; then the `@` is in the span. */
  | { readonly kind: 'directive-name'; readonly span: Span; readonly hasAt: boolean; readonly lacksSign?: true }
  /** `before` is what the value has in front of the word at the position, whose place is `word`. */
  | {
      readonly kind: 'directive-value';
      readonly span: Span;
      readonly name: string;
      readonly before: string;
      readonly word: Span;
    };

/** Returns the part of a directive that a position in a comment is in. */
export function directiveAt(text: string, line: Span, offset: number): DirectiveCursor | RequestNameCursor | undefined {
  const match = /^(\s*(?:#+|\/\/+)[ \t]*)(@?)([\w-]*)\s*=?\s*/.exec(textIn(text, line));
  if (!match) return undefined;
  const [{ length }, lead = '', at = '', name = ''] = match;
  const nameStart = line.start + lead.length + at.length;
  const nameEnd = nameStart + name.length;
  if (offset < line.start + lead.length || (at === '' && offset > nameEnd)) return undefined;
  if (offset <= nameEnd) {
    return { kind: 'directive-name', span: span(Math.min(offset, nameStart), nameEnd), hasAt: at !== '' };
  }
  const behind = span(line.start + length, line.end);
  const request = at === '' ? undefined : requestNameAt(text, name, behind, offset);
  if (request) return request;
  const value = extended(trimmed(text, behind), offset);
  const word = wordAt(text, value, offset);
  return { kind: 'directive-value', span: value, name, before: text.slice(value.start, word.start).trim(), word };
}

/** Returns the name in a line `@name` above a request, which defines no variable yet: the sign in front of a directive may be missing. */
export function bareDirectiveAt(
  { request, response, text }: Block,
  line: Span,
  offset: number,
): DirectiveCursor | undefined {
  const [whole, indent = ''] = /^(\s*)@[\w-]*$/.exec(textIn(text, line)) ?? [];
  const start = line.start + indent.length;
  if (whole === undefined || offset <= start || response !== undefined) return undefined;
  if (request !== undefined && line.start > request.lineSpan.end) return undefined;
  return { kind: 'directive-name', span: span(start, line.end), hasAt: true, lacksSign: true };
}

/** Returns the word of a value that the position is in; blanks and commas are between words. */
function wordAt(text: string, value: Span, offset: number): Span {
  let { start, end } = span(offset, offset);
  while (start > value.start && !/[\s,]/.test(text[start - 1] ?? '')) start--;
  while (end < value.end && !/[\s,]/.test(text[end] ?? '')) end++;
  return span(start, end);
}
