import type { Span } from '@rulebook/text/span';
import type { PathSegment, QueryParameter, RequestTarget, Token } from './model';
import { readOrigin } from './parse-origin';

/** Reads a request target from its pieces: that of the request line, and those of the lines that continue it. */
export function parseTarget(text: string, pieces: readonly Span[]): RequestTarget {
  const first = pieces[0] ?? { start: 0, end: 0 };
  const last = pieces[pieces.length - 1] ?? first;
  const segments: PathSegment[] = [];
  const query: QueryParameter[] = [];
  let originToken: Token | undefined;
  let pathStart = first.start;
  let pathEnd = first.start;
  let isInQuery = false;
  let isAmbiguous = false;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? first;
    // Behind the last `}}`, no search for an end is needed; otherwise each open brace would search the rest.
    const lastClose = text.lastIndexOf('}}', piece.end - 2);
    let at = piece.start;
    if (index === 0) {
      const { length, isAmbiguous: isBoth } = readOrigin(text.slice(piece.start, piece.end));
      isAmbiguous = isBoth;
      if (length > 0) {
        originToken = token(text, { start: at, end: at + length });
        at += length;
      }
      pathStart = at;
      pathEnd = at;
    }
    if (!isInQuery) {
      const end = indexOf(text, 0x3f, at, piece.end, lastClose, 0x23);
      // A line end counts as a slash, unless a slash is written.
      if (index > 0 && end > at && segments.at(-1)?.text === '') segments.pop();
      readSegments(text, at, end, lastClose, segments);
      if (end > at) pathEnd = end;
      if (end >= piece.end || text.charCodeAt(end) !== 0x3f) continue;
      isInQuery = true;
      at = end;
    }
    readQuery(text, at, piece.end, lastClose, query);
    // `?` or `&` at the end of a line begins the parameter on the next one.
    const open = query.at(-1);
    if (index < pieces.length - 1 && open?.name.text === '' && open.value === undefined) query.pop();
  }
  return {
    span: { start: first.start, end: last.end },
    origin: originToken,
    originHasPlaceholder: originToken?.text.includes('{{') ?? false,
    path: token(text, { start: pathStart, end: pathEnd }),
    segments,
    query,
    isAmbiguous: isAmbiguous ? true : undefined,
  };
}

/** Returns whether the text holds a variable: `{{name}}`, or `${name}` as other tools write it. Both values are unknown. */
export function holdsVariable(text: string): boolean {
  // Most texts have no brace.
  return text.includes('{') && (text.includes('{{') || /\$\{[\w.-]+\}/.test(text));
}

/** Returns the position of the next of one or two characters outside of `{{…}}`, or `end`. `lastClose` is the last `}}` in front of the end. */
function indexOf(text: string, one: number, start: number, end: number, lastClose: number, other = one): number {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === one || code === other) return at;
    if (code === 0x7b && at < lastClose && text.charCodeAt(at + 1) === 0x7b) {
      const close = text.indexOf('}}', at);
      if (close < end) at = close + 1;
    }
  }
  return end;
}

function readSegments(text: string, start: number, end: number, lastClose: number, into: PathSegment[]): void {
  if (start >= end) return;
  let at = text.charCodeAt(start) === 0x2f ? start + 1 : start;
  for (;;) {
    const slash = indexOf(text, 0x2f, at, end, lastClose);
    const part = text.slice(at, slash);
    into.push({ text: part, span: { start: at, end: slash }, hasPlaceholder: holdsVariable(part) });
    if (slash >= end) return;
    at = slash + 1;
  }
}

function readQuery(text: string, start: number, endOfPiece: number, lastClose: number, into: QueryParameter[]): void {
  const fragment = indexOf(text, 0x23, start, endOfPiece, lastClose);
  for (let at = start; at < fragment;) {
    if (text[at] === '?' || text[at] === '&') at++;
    const end = indexOf(text, 0x26, at, fragment, lastClose);
    const equals = indexOf(text, 0x3d, at, end, lastClose);
    const raw = text.slice(at, end);
    if (raw.trim() !== '' || end < fragment || text[at - 1] === '&' || text[at - 1] === '?') {
      const name = token(text, trimmed(text, { start: at, end: equals }));
      const value = equals < end ? token(text, trimmed(text, { start: equals + 1, end })) : undefined;
      into.push({ name, value, hasPlaceholder: holdsVariable(raw), span: { start: at, end } });
    }
    if (end >= fragment) return;
    at = end;
  }
}

/** Returns the span without the white space at its ends. Without `(.*?)\s*$`, which tries every position at which the white space can begin. */
export function trimmed(text: string, range: Span): { start: number; end: number } {
  let { start, end } = range;
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  return { start, end };
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return code >= 0x7f && /\s/.test(text.charAt(at));
}

/** Returns the token that the span covers. */
export function token(text: string, span: Span): Token {
  return { text: text.slice(span.start, span.end), span };
}

/** Returns the title on the line of a separator. */
export function titleOn(text: string, line: Span): Token | undefined {
  const title = trimmed(text, line);
  while (title.start < title.end && text.charCodeAt(title.start) === 0x23) title.start++;
  const span = trimmed(text, title);
  return span.start === span.end ? undefined : token(text, span);
}
