import { firstIndexWhere } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';

/** A part of a text that was made of another text. */
export interface Piece {
  readonly text: string;
  /** Where it comes from in the other text, perhaps with quotation marks and escapes; absent when it is nowhere there. */
  readonly place?: Span;
  /** It is behind the piece before it that comes from the same place. */
  readonly isBehind?: boolean;
  /** How many of its first characters may be absent there; the first that fits counts. */
  readonly absent?: readonly number[];
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

function offsetsOfPiece(source: string, place: Span, { text, absent = [] }: Piece): readonly number[] | undefined {
  for (const count of [0, ...absent]) {
    const rest = offsetsIn(source, place, text.slice(count));
    if (rest !== undefined) return [...Array.from({ length: count }, () => rest[0] ?? place.start), ...rest];
  }
  return undefined;
}

/** Returns where the characters of a text are in a word of which quotation marks and escapes were taken away; undefined when others were. */
function offsetsIn(source: string, { start, end }: Span, text: string): readonly number[] | undefined {
  const whole = source.slice(start, end).indexOf(text);
  if (whole >= 0) return Array.from({ length: text.length }, (_, at) => start + whole + at);
  const offsets: number[] = [];
  let at = start;
  // By code units, as offsets count.
  for (let index = 0; index < text.length;) {
    const [variable] = /^\{\{[\w ]+\}\}/.exec(text.slice(index, index + 80)) ?? [];
    while (at < end && source[at] !== text[index]) {
      if (variable !== undefined && /^(?:\$(?!["'])|[{:])/.test(source.slice(at, at + 2))) break;
      // Only what a shell takes away may be left out.
      if (!/["'\\\n$]/.test(source[at] ?? '')) return undefined;
      at++;
    }
    if (at >= end) return undefined;
    if (variable !== undefined && !source.startsWith('{{', at)) {
      // What stands for a variable of the shell, or of a program, is where that one is.
      const written = endOfShellVariable(source, at, end);
      if (written === undefined) return undefined;
      for (const _ of variable.split('')) offsets.push(at);
      at = written;
      index += variable.length;
    } else {
      offsets.push(at++);
      index++;
    }
  }
  return offsets;
}

/** Returns where a variable of a shell ends, or what is in its place: the output of a command, or an expression of a workflow. */
function endOfShellVariable(source: string, start: number, end: number): number | undefined {
  const rest = source.slice(start, end);
  const [plain] = /^(?:\$(?:\{\{[^{}]*\}\}|\{[^{}]*\}|\w+)|\{\w+\}|:\w+)/.exec(rest) ?? [];
  if (plain !== undefined) return start + plain.length;
  if (!rest.startsWith('$(')) return undefined;
  let depth = 0;
  for (let at = start + 1; at < end; at++) {
    if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return at + 1;
  }
  return undefined;
}
