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
  pieces.forEach((piece, index) => {
    let at = piece.start;
    const lastClose = piece.start + text.slice(piece.start, piece.end).lastIndexOf('}}');
    const indexOf: IndexOf = (characters, start, end) => indexOutside(text, { start, end }, characters, lastClose);
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
      const end = indexOf('?#', at, piece.end);
      // A line end counts as a slash, unless a slash is written.
      if (index > 0 && end > at && segments.at(-1)?.text === '') segments.pop();
      readSegments(text, { start: at, end }, indexOf, segments);
      if (end > at) pathEnd = end;
      if (text[end] !== '?' || end >= piece.end) return;
      isInQuery = true;
      at = end;
    }
    readQuery(text, { start: at, end: piece.end }, indexOf, query);
    // `?` or `&` at the end of a line begins the parameter on the next one.
    const open = query.at(-1);
    if (index < pieces.length - 1 && open?.name.text === '' && open.value === undefined) query.pop();
  });
  return {
    span: { start: first.start, end: last.end },
    ...(originToken ? { origin: originToken } : {}),
    originHasPlaceholder: originToken?.text.includes('{{') ?? false,
    path: token(text, { start: pathStart, end: pathEnd }),
    segments,
    query,
    ...(isAmbiguous ? { isAmbiguous } : {}),
  };
}

/** Returns whether the text holds a variable: `{{name}}`, or `${name}` as other tools write it. Both values are unknown. */
export function holdsVariable(text: string): boolean {
  return text.includes('{{') || (text.includes('${') && /\$\{[\w.-]+\}/.test(text));
}

/** Returns the position of the next of one or two characters outside `{{…}}`, or `end`. */
type IndexOf = (characters: string, start: number, end: number) => number;

function readSegments(text: string, path: Span, indexOf: IndexOf, into: PathSegment[]): void {
  let at = path.start;
  if (at >= path.end) return;
  if (text[at] === '/') at++;
  for (;;) {
    const slash = indexOf('/', at, path.end);
    const part = text.slice(at, slash);
    into.push({ text: part, span: { start: at, end: slash }, hasPlaceholder: holdsVariable(part) });
    if (slash >= path.end) return;
    at = slash + 1;
  }
}

function readQuery(text: string, part: Span, indexOf: IndexOf, into: QueryParameter[]): void {
  const fragment = indexOf('#', part.start, part.end);
  for (let at = part.start; at < fragment;) {
    if (text[at] === '?' || text[at] === '&') at++;
    const end = indexOf('&', at, fragment);
    const equals = indexOf('=', at, end);
    const raw = text.slice(at, end);
    if (raw.trim() !== '' || end < fragment || text[at - 1] === '&' || text[at - 1] === '?') {
      const name = token(text, trimmed(text, { start: at, end: equals }));
      const value = equals < end ? token(text, trimmed(text, { start: equals + 1, end })) : undefined;
      into.push({ name, ...(value ? { value } : {}), hasPlaceholder: holdsVariable(raw), span: { start: at, end } });
    }
    if (end >= fragment) return;
    at = end;
  }
}

/** `lastClose` is the position of the last `}}`. Behind it, no search for an end is needed; otherwise each open brace would search the rest. */
function indexOutside(text: string, { start, end }: Span, characters: string, lastClose: number): number {
  const one = characters.charCodeAt(0);
  const other = characters.length > 1 ? characters.charCodeAt(1) : one;
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

/** Returns the span without the white space at its ends. Without `(.*?)\s*$`, which tries every position at which the white space can begin. */
export function trimmed(text: string, range: Span): Span {
  let { start, end } = range;
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  return { start, end };
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 0x20 || code >= 0x7f ? /\s/.test(text.charAt(at)) : false;
}

/** Returns the token that the span covers. */
export function token(text: string, span: Span): Token {
  return { text: text.slice(span.start, span.end), span };
}
