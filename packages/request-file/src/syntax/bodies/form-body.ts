import type { Span } from '@rulebook/text/span';
import type { Token } from '../model';
import { boundaryOf } from './multipart';
import { holdsVariable, token, trimmed } from '../parse-target';

/** A field of a form as it is written in a body. */
export interface FormPart {
  readonly name: Token;
  /** Absent for a name without an equals sign. */
  readonly value?: Token;
  /** The name or the value contains a variable, or the value is a file. */
  readonly hasPlaceholder: boolean;
  readonly span: Span;
}

/** Returns the fields of a body `a=b&c=d`, also over several lines; lines that are comments do not count. */
export function readForm(text: string, body: Span): readonly FormPart[] {
  const parts: FormPart[] = [];
  for (let start = body.start; start < body.end;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 || lineFeed > body.end ? body.end : lineFeed;
    const line = trimmed(text, { start, end });
    if (!/^(?:#|\/\/)/.test(text.slice(line.start, line.start + 2))) readFormLine(text, line, parts);
    start = end + 1;
  }
  return parts;
}

/** Why a line of a form cannot be sent: nothing says where the value above ends. */
export const unjoinedFormLine =
  'The lines of a form are joined by `&`. Add `&` in front of this line, or at the end of the line above.';

/** Returns whether a media type is that of a form `a=b&c=d`. */
export function isFormType(mediaType: string): boolean {
  return /^\s*application\/x-www-form-urlencoded/i.test(mediaType);
}

/** Returns the lines of a form that begin a field without `&` between it and the line above. */
export function unjoinedLines(text: string, body: Span): readonly Span[] {
  const found: Span[] = [];
  let isOpen = true;
  for (let start = body.start; start < body.end;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 || lineFeed > body.end ? body.end : lineFeed;
    const line = trimmed(text, { start, end });
    const written = text.slice(line.start, line.end);
    start = end + 1;
    if (written === '' || /^(?:#|\/\/)/.test(written)) continue;
    if (!isOpen && !written.startsWith('&') && written.includes('=')) found.push(line);
    isOpen = written.endsWith('&');
  }
  return found;
}

function readFormLine(text: string, line: Span, into: FormPart[]): void {
  for (let at = line.start; at < line.end;) {
    const end = indexIn(text, '&', at, line.end);
    const equals = indexIn(text, '=', at, end);
    const span = trimmed(text, { start: at, end });
    if (span.end > span.start) {
      const name = token(text, trimmed(text, { start: at, end: equals }));
      const value = equals < end ? token(text, trimmed(text, { start: equals + 1, end })) : undefined;
      const hasPlaceholder = holdsVariable(text.slice(span.start, span.end));
      into.push({ name, ...(value && { value }), hasPlaceholder, span });
    }
    at = end + 1;
  }
}

function indexIn(text: string, character: string, start: number, end: number): number {
  const at = text.indexOf(character, start);
  return at < 0 || at > end ? end : at;
}

/** Returns the fields of a body of parts between lines of the boundary. A part without a name is left out. */
export function readMultipart(text: string, body: Span, mediaType: string): readonly FormPart[] {
  const mark = boundaryOf(mediaType);
  if (mark === undefined || mark === '' || holdsVariable(mark)) return [];
  const parts: FormPart[] = [];
  let open: PartHead | undefined;
  for (let start = body.start; start <= body.end;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 || lineFeed > body.end ? body.end : lineFeed;
    const line = text.slice(start, end).trimEnd();
    if (line === `--${mark}` || line === `--${mark}--`) {
      if (open?.name !== undefined) parts.push(partOf(text, open, start));
      open = { start };
    } else if (open !== undefined && open.content === undefined) {
      if (line === '') open.content = end + 1;
      else readPartHeader(text, { start, end: start + line.length }, open);
    }
    start = end + 1;
  }
  return parts;
}

interface PartHead {
  readonly start: number;
  name?: Token;
  isFile?: boolean;
  /** Where the content begins. */
  content?: number;
}

function readPartHeader(text: string, line: Span, part: PartHead): void {
  const source = text.slice(line.start, line.end);
  if (!/^content-disposition\s*:/i.test(source)) return;
  const name = /;\s*name\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(source);
  const written = name?.[1] ?? name?.[2];
  part.isFile = /;\s*filename\*?\s*=/i.test(source);
  if (name === null || written === undefined) return;
  const start = line.start + name.index + name[0].lastIndexOf(written);
  part.name = token(text, { start, end: start + written.length });
}

function partOf(text: string, { start, name, isFile, content }: PartHead, end: number): FormPart {
  const written = name ?? token(text, { start, end: start });
  const value = token(text, trimmed(text, { start: Math.min(content ?? end, end), end }));
  const isUnknown = isFile === true || /^<@?\w*\s/m.test(value.text);
  return {
    name: written,
    value,
    hasPlaceholder: isUnknown || holdsVariable(written.text + value.text),
    span: { start, end },
  };
}
