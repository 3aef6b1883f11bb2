import type { BoundForm } from '@rulebook/checker/binding/model';
import { extended, span, type Span } from '@rulebook/text/span';

/** A position in a form: in the name or the value of a field, or where a part of a multipart body needs its header field. */
export interface FormCursor {
  readonly kind: 'form';
  readonly slot: 'name' | 'value' | 'part';
  readonly span: Span;
  /** Of a value: the name of its field. */
  readonly name?: string;
  /** Of a name: whether its value follows. */
  readonly hasValue?: boolean;
}

/** Returns what the position in the body of a form means; undefined outside of names and values. */
export function formCursorAt(
  text: string,
  { mediaType, span, parts }: BoundForm,
  offset: number,
): FormCursor | undefined {
  return mediaType === 'multipart/form-data' ? partCursor(text, span, offset) : fieldCursor(text, parts, offset);
}

function fieldCursor(text: string, parts: BoundForm['parts'], offset: number): FormCursor {
  const before = parts.filter(({ span }) => span.start <= offset).at(-1);
  const isBehind = before !== undefined && /[&\n]/.test(text.slice(before.span.end, offset));
  if (before === undefined || isBehind)
    return { kind: 'form', slot: 'name', span: span(offset, offset), hasValue: false };
  const { name, value } = before;
  if (value === undefined || offset < value.span.start)
    return { kind: 'form', slot: 'name', span: extended(name.span, offset), hasValue: value !== undefined };
  return { kind: 'form', slot: 'value', span: extended(value.span, offset), name: name.text };
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
          return { kind: 'form', slot: 'name', span, hasValue: true };
        }
        if (name !== undefined || !/^[\w-]*$/.test(line) || text.slice(start, offset).trim() !== line) return undefined;
        return { kind: 'form', slot: 'part', span: { start, end: start + line.length } };
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
  return { kind: 'form', slot: 'value', span, name };
}
