/** A range of UTF-16 code units, relative to the start of a block unless a name says `fileSpan`; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the span from `start` up to, not including, `end`. */
export function span(start: number, end: number): Span {
  return { start, end };
}

/** Returns the smallest span that holds the range and the offset. */
export function extended(range: Span, offset: number): Span {
  return span(Math.min(range.start, offset), Math.max(range.end, offset));
}

/** Returns whether `offset` lies inside the span or touches either end of it. */
export function touches(range: Span, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

/** Returns whether the two spans share at least one code unit, or one is empty and touches the other. */
export function overlaps(a: Span, b: Span): boolean {
  return overlapsRange(a, b.start, b.end);
}

/** Returns the same about a span that is given by its ends. */
export function overlapsRange(span: Span, start: number, end: number): boolean {
  return span.start === span.end || start === end
    ? span.start <= end && start <= span.end
    : span.start < end && start < span.end;
}

/** Returns the text that the span covers. */
export function textIn(text: { slice(start: number, end: number): string }, range: Span): string {
  return text.slice(range.start, range.end);
}
