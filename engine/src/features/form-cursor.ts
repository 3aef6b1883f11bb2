import type { BoundForm } from '../binding/model';
import type { Span } from '../text/span';

/** A position in a form: in the name or the value of a field, or where a part of a multipart body needs its header field. */
export interface FormCursor {
  readonly kind: 'form';
  readonly slot: 'name' | 'value' | 'part';
  readonly span: Span;
  readonly typed: string;
  /** Of a value: the name of its field. */
  readonly name?: string;
  /** Of a name: whether its value follows. */
  readonly hasValue?: boolean;
}

/** Returns what the position in the body of a form means; undefined outside of names and values. */
export function formCursorAt(
  text: string,
  { mediaType, span: body }: Pick<BoundForm, 'mediaType' | 'span'>,
  offset: number,
): FormCursor | undefined {
  return mediaType === 'multipart/form-data' ? partCursor(text, body, offset) : fieldCursor(text, body, offset);
}

function fieldCursor(text: string, body: Span, offset: number): FormCursor | undefined {
  const lineStart = Math.max(body.start, text.lastIndexOf('\n', offset - 1) + 1);
  const before = text.slice(lineStart, offset);
  const start = lineStart + before.length - before.slice(before.lastIndexOf('&') + 1).trimStart().length;
  const rest = /^[^&\r\n]*/.exec(text.slice(offset))?.[0].trimEnd() ?? '';
  const field = text.slice(start, offset) + rest;
  const equals = field.indexOf('=');
  if (equals >= 0 && offset > start + equals) {
    const span = { start: start + equals + 1, end: start + field.length };
    const typed = text.slice(span.start, offset);
    return { kind: 'form', slot: 'value', span, typed, name: field.slice(0, equals).trim() };
  }
  const span = { start, end: start + (equals < 0 ? field.length : equals) };
  return { kind: 'form', slot: 'name', span, typed: text.slice(start, offset), hasValue: equals >= 0 };
}

/** The lines between the boundary above and the position say in which part it is, also while the end of the body is missing. */
function partCursor(text: string, body: Span, offset: number): FormCursor | undefined {
  let name: string | undefined;
  let isOpen = false;
  let contentStart: number | undefined;
  for (let start = body.start; start <= offset;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(start, end).trimEnd();
    const isHere = offset <= end;
    if (line.startsWith('--')) {
      if (isHere) return undefined;
      [isOpen, name, contentStart] = [true, undefined, undefined];
    } else if (isOpen && contentStart === undefined) {
      const written = /^content-disposition\s*:.*?;\s*name\s*=\s*"([^"]*)/i.exec(line);
      const nameEnd = start + (written?.[0].length ?? 0);
      const nameStart = nameEnd - (written?.[1]?.length ?? 0);
      if (isHere) {
        if (written && nameStart <= offset && offset <= nameEnd) {
          const span = { start: nameStart, end: nameEnd };
          return { kind: 'form', slot: 'name', span, typed: text.slice(nameStart, offset), hasValue: true };
        }
        if (name !== undefined || !/^[\w-]*$/.test(line) || text.slice(start, offset).trim() !== line) return undefined;
        return { kind: 'form', slot: 'part', span: { start, end: start + line.length }, typed: line };
      }
      if (written) name = written[1];
      if (line === '') contentStart = end + 1;
    }
    start = end + 1;
  }
  if (name === undefined || contentStart === undefined || contentStart > offset) return undefined;
  const boundary = text.indexOf('\n--', offset - 1);
  const content = text.slice(contentStart, boundary < 0 ? Math.max(offset, body.end) : boundary);
  const value = content.trim();
  const start = Math.min(offset, contentStart + content.indexOf(value));
  const span = { start, end: Math.max(offset, start + value.length) };
  return { kind: 'form', slot: 'value', span, typed: text.slice(start, offset), name };
}
