import { firstIndexWhere } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';

/** A part of a text that was made of another text. */
export interface Piece {
  readonly text: string;
  /** Where it comes from in the other text, perhaps with quotation marks and escapes; absent when it is nowhere there. */
  readonly place?: Span;
  /** It is behind the piece before it that comes from the same place. */
  readonly isBehind?: boolean;
  /** So many of its first characters may be absent there. */
  readonly optional?: number;
}

/** A text that was made of another one, and where its parts come from. */
export interface SourceMap {
  readonly text: string;
  /** Returns where a part of the text comes from; the whole word where it is not known more exactly, undefined where it comes from nowhere. */
  readonly toSource: (span: Span) => Span | undefined;
  /** Returns the offset in the text of what is at an offset of the source, where that is known exactly. */
  readonly toText: (offset: number) => number | undefined;
}

interface Segment extends Piece {
  readonly start: number;
  readonly end: number;
}

/** Maps the text that some pieces make to the source that they come from. */
export function createSourceMap(source: string, pieces: readonly Piece[]): SourceMap {
  let length = 0;
  const segments = pieces.map((piece): Segment => {
    const start = length;
    length += piece.text.length;
    return { ...piece, start, end: length };
  });
  const known = new Map<Segment, readonly number[] | undefined>();
  const offsetsOf = (segment: Segment): readonly number[] | undefined => {
    if (known.has(segment)) return known.get(segment);
    const before = segment.isBehind === true ? segments[segments.indexOf(segment) - 2] : undefined;
    const from = (before && offsetsOf(before)?.at(-1)) ?? (segment.place?.start ?? 0) - 1;
    const found = segment.place && offsetsOfPiece(source, { start: from + 1, end: segment.place.end }, segment);
    known.set(segment, found);
    return found;
  };
  const sourceOf = (segment: Segment, { start, end }: Span): Span | undefined => {
    const offsets = offsetsOf(segment);
    const first = offsets?.[Math.max(start - segment.start, 0)];
    const last = offsets?.[Math.min(end, segment.end) - 1 - segment.start];
    if (first === undefined || last === undefined) return segment.place;
    return { start: first, end: Math.max(first, last + 1) };
  };
  return {
    text: pieces.map(({ text }) => text).join(''),
    toSource(span) {
      const { start, end } = span.end > span.start ? span : { start: span.start, end: span.start + 1 };
      const touched = segments.filter((one) => one.place && one.start < end && one.end > start);
      const shared = (one: Segment) => Math.min(one.end, end) - Math.max(one.start, start);
      const [most] = touched.sort((a, b) => shared(b) - shared(a));
      return most && sourceOf(most, { start, end });
    },
    toText(offset) {
      for (const segment of segments) {
        const { place, start } = segment;
        if (place === undefined || offset < place.start || offset > place.end) continue;
        const at = firstIndexWhere(offsetsOf(segment) ?? [], (one) => one > offset) - 1;
        if (at >= 0) return start + at;
      }
      return undefined;
    },
  };
}

function offsetsOfPiece(source: string, place: Span, { text, optional = 0 }: Piece): readonly number[] | undefined {
  const whole = offsetsIn(source, place, text);
  if (whole !== undefined || optional === 0) return whole;
  const rest = offsetsIn(source, place, text.slice(optional));
  return rest && [...Array.from({ length: optional }, () => rest[0] ?? place.start), ...rest];
}

/** Returns where the characters of a text are in a word of which quotation marks and escapes were taken away; undefined when others were. */
function offsetsIn(source: string, { start, end }: Span, text: string): readonly number[] | undefined {
  const whole = source.slice(start, end).indexOf(text);
  if (whole >= 0) return Array.from({ length: text.length }, (_, at) => start + whole + at);
  const offsets: number[] = [];
  let at = start;
  // By code units, as offsets count.
  for (const sign of text.split('')) {
    while (at < end && source[at] !== sign) {
      // Only what a shell takes away may be left out.
      if (!/["'\\\n$]/.test(source[at] ?? '')) return undefined;
      at++;
    }
    if (at >= end) return undefined;
    offsets.push(at++);
  }
  return offsets;
}
